import type { ContactEntry } from '@nofiller/contract/admin/admin'
import { showUtcMoment } from '@nofiller/contract/text/time'
import type { ReactNode } from 'react'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { IconCheck, IconMail } from '../../../ui/icons.tsx'
import { Panel } from '../../../ui/page.tsx'
import { useMarking } from './use-marking.ts'

type ContactMessageProps = {
  message: ContactEntry
  /** The message has left the list, and its button with it. */
  onMoved: () => void
  /** Its checkbox. */
  select: ReactNode
}

/** A full message from the contact form. */
export function ContactMessage({ message, onMoved, select }: ContactMessageProps) {
  const { busy, mark } = useMarking(message, onMoved)
  const isAnswered = message.answeredAt !== null
  return (
    <Panel className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <div className="flex min-w-0 items-center gap-3">
          {select}
          <h3 className="min-w-0 text-md/6 font-650 wrap-anywhere">{message.subject}</h3>
        </div>
        <p className="text-sm text-faint">{showUtcMoment(message.createdAt)}</p>
      </div>
      <p translate="no" className="text-sm break-all text-muted">
        {message.email}
      </p>
      <p dir="auto" className="max-w-[80ch] wrap-anywhere whitespace-pre-line">
        {message.message}
      </p>
      {message.answeredAt !== null && (
        <p className="text-sm text-faint">
          Answered {showUtcMoment(message.answeredAt)}
          {message.answeredBy !== null && ` by ${message.answeredBy}`}
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <ButtonLink
          size="small"
          to={`/admin/inbox/${message._id}`}
          aria-label={`Reply to ${message.subject}`}
        >
          <IconMail />
          Reply
        </ButtonLink>
        <Button
          icon={<IconCheck />}
          size="small"
          busy={busy}
          aria-label={`${isAnswered ? 'Mark open' : 'Mark answered'}: ${message.subject}`}
          onClick={() => void mark(!isAnswered)}
        >
          {isAnswered ? 'Mark open' : 'Mark answered'}
        </Button>
      </div>
    </Panel>
  )
}
