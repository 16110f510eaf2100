import { DELETION_REFUSED } from '@nofiller/contract/personal-data-rules'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../api/client.ts'
import { useForm } from '../../../api/use-form.ts'
import { Button } from '../../../ui/button.tsx'
import { Note } from '../../../ui/feedback/note.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Form, FormNote, SubmitButton } from '../../../ui/form/form.tsx'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import { Panel } from '../../../ui/page.tsx'
import { QueryView } from '../../../ui/query-view.tsx'
import { showMoment } from '../../../ui/when.ts'

const DELETION = ['GET /api/account/deletion']

/** Has the account deleted, and keeps it after all. */
export function AccountDeletion() {
  const queries = useQueryClient()
  const query = useQuery({
    queryKey: DELETION,
    queryFn: ({ signal }) => call('GET /api/account/deletion', { signal }),
  })
  const changed = () => queries.invalidateQueries({ queryKey: DELETION })
  const [isAsking, setAsking] = useState(false)
  return (
    <Panel className="grid gap-4">
      <h2 className="text-md/5 font-650">Delete your account</h2>
      <QueryView query={query} error="Failed to load your account" skeleton={<Skeleton className="h-12" />}>
        {({ deletionAt, graceDays, games, obstacle }) => {
          if (deletionAt) return <Closed deletionAt={deletionAt} onKept={changed} />
          if (obstacle) return <p className="text-sm text-faint">{DELETION_REFUSED[obstacle]}</p>
          return (
            <>
              <p className="text-sm text-faint">
                Your account is closed at once and deleted after {days(graceDays)}. Until then you can log in
                and keep it. {loss(games)} Download your {games === 0 ? 'data' : 'data and your games'} first.
                Records of payments stay in our books, without your name and email address.
              </p>
              <Button kind="danger" className="justify-self-start" onClick={() => setAsking(true)}>
                Delete my account
              </Button>
              {isAsking && (
                <Confirm
                  text={`${loss(games)} You have ${days(graceDays)} to change your mind.`}
                  onClose={() => setAsking(false)}
                  onAsked={changed}
                />
              )}
            </>
          )
        }}
      </QueryView>
    </Panel>
  )
}

const days = (count: number): string => `${count} ${count === 1 ? 'day' : 'days'}`

function loss(games: number): string {
  if (games === 0) return 'You own no games.'
  return `You lose ${games === 1 ? 'the game' : `the ${games} games`} you own, with no way back.`
}

type ConfirmProps = { text: string; onClose: () => void; onAsked: () => Promise<void> }

function Confirm({ text, onClose, onAsked }: ConfirmProps) {
  const form = useForm({
    initial: {},
    send: async () => {
      await call('POST /api/account/deletion')
      await onAsked()
    },
    onSent: onClose,
  })
  return (
    <FormDialog
      title="Delete your account?"
      width="small"
      of={form}
      kind="danger"
      button="Delete my account"
      onClose={onClose}
    >
      <p>{text}</p>
    </FormDialog>
  )
}

function Closed({ deletionAt, onKept }: { deletionAt: string; onKept: () => Promise<void> }) {
  const form = useForm({
    initial: {},
    send: async () => {
      await call('DELETE /api/account/deletion')
      await onKept()
    },
  })
  return (
    <Form of={form} className="grid gap-4">
      <Note role="status">
        Your account is closed. It will be deleted on {showMoment(deletionAt)}. Until then you can download
        your data above, or keep your account.
      </Note>
      <FormNote of={form} />
      <SubmitButton of={form} className="justify-self-start">
        Keep my account
      </SubmitButton>
    </Form>
  )
}
