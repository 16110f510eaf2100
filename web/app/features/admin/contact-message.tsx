import type { ContactEntry } from '@nofiller/contract/admin'
import { useState } from 'react'
import { messageOf } from '../../api/api-error.ts'
import { call } from '../../api/client.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { IconCheck, IconMail } from '../../ui/icons.tsx'
import { Panel } from '../../ui/page.tsx'
import { toast } from '../../ui/toast.tsx'
import { showMoment } from '../../ui/when.ts'
import { useAdminChanged } from './use-admin-changed.ts'

type ContactMessageProps = {
  message: ContactEntry
  /** It has left the list, and its button with it. */
  onMoved: () => void
}

/** A message from the contact form, whole. */
export function ContactMessage({ message, onMoved }: ContactMessageProps) {
  const { busy, mark } = useMarking(message, onMoved)
  const isAnswered = message.answeredAt !== null
  return (
    <Panel className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h3 className="min-w-0 text-md/6 font-650 wrap-anywhere">{message.subject}</h3>
        <p className="text-sm text-faint">{showMoment(message.createdAt)}</p>
      </div>
      <p className="text-sm break-all text-muted">{message.email}</p>
      <p className="max-w-[80ch] wrap-anywhere whitespace-pre-line">{message.message}</p>
      {message.answeredAt !== null && (
        <p className="text-sm text-faint">
          Answered {showMoment(message.answeredAt)}
          {message.answeredBy !== null && ` by ${message.answeredBy}`}
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <ButtonLink size="small" to={replyAddress(message)} aria-label={`Reply to ${message.subject}`}>
          <IconMail />
          Reply
        </ButtonLink>
        <Button
          size="small"
          busy={busy}
          aria-label={`${isAnswered ? 'Mark open' : 'Mark answered'}: ${message.subject}`}
          onClick={() => void mark(!isAnswered)}
        >
          {!busy && <IconCheck />}
          {isAnswered ? 'Mark open' : 'Mark answered'}
        </Button>
      </div>
    </Panel>
  )
}

const replyAddress = ({ email, subject }: ContactEntry): string =>
  `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(`Re: ${subject}`)}`

function useMarking({ _id: id }: ContactEntry, onMoved: () => void) {
  const [busy, setBusy] = useState(false)
  const changed = useAdminChanged()
  const send = async (answered: boolean) => {
    await call('PUT /api/admin/contacts/:id', { params: { id }, body: { answered } })
    await changed()
  }
  const failed = (error: unknown) =>
    toast(messageOf(error, 'Something went wrong. Please try again.'), { kind: 'bad' })
  const mark = async (answered: boolean) => {
    setBusy(true)
    try {
      await send(answered)
      onMoved()
      toast(answered ? 'Marked as answered.' : 'Marked as open.', {
        action: { label: 'Undo', onPress: () => void send(!answered).catch(failed) },
      })
    } catch (error) {
      failed(error)
    }
    setBusy(false)
  }
  return { busy, mark }
}
