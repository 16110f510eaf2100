import { DELETION_REFUSED } from '@nofiller/contract/personal-data/personal-data-rules'
import { plural } from '@nofiller/contract/text/digits'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../api/client.ts'
import { useCall } from '../../../api/use-call.ts'
import { useForm } from '../../../api/use-form.ts'
import { Button, TextLink } from '../../../ui/button.tsx'
import { Note } from '../../../ui/feedback/note.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Form, FormNote, SubmitButton } from '../../../ui/form/form.tsx'
import { Panel } from '../../../ui/page.tsx'
import { Price } from '../../../ui/price.tsx'
import { QueryView } from '../../../ui/query-view.tsx'
import { showMoment } from '../../../ui/when.ts'
import { DeletionDialog, lossOf } from './deletion-dialog.tsx'

const DELETION = ['GET /api/account/deletion']

/** Requests the deletion of the account, and cancels it. */
export function AccountDeletion() {
  const queries = useQueryClient()
  const query = useCall('GET /api/account/deletion', {})
  const changed = () => queries.invalidateQueries({ queryKey: DELETION })
  const [isAsking, setAsking] = useState(false)
  return (
    <Panel className="grid gap-4">
      <h2 className="text-md/5 font-650">Delete your account</h2>
      <QueryView query={query} error="Failed to load your account" skeleton={<Skeleton className="h-12" />}>
        {(deletion) => {
          if (deletion.deletionAt) return <Closed deletionAt={deletion.deletionAt} onCancelled={changed} />
          if (deletion.obstacles.length > 0) return <Obstacles obstacles={deletion.obstacles} />
          return (
            <>
              <p className="-mt-3 text-sm text-faint">
                Your account is closed at once and deleted after {plural(deletion.graceDays, 'day')}. Until
                then you can log in and cancel the deletion. {lossOf(deletion)} Download your{' '}
                {deletion.games === 0 ? 'data' : 'data and your games'} first. Records of payments stay in our
                books, without your name and email address.
              </p>
              {deletion.balance > 0 && (
                <p className="text-sm text-faint">
                  Your balance is <Price dollars={deletion.balance} />.{' '}
                  <TextLink to="/dev/earnings">Have it paid out</TextLink> first, or you lose it with the
                  account.
                </p>
              )}
              <Button kind="danger" className="justify-self-start" onClick={() => setAsking(true)}>
                Delete my account
              </Button>
              {isAsking && (
                <DeletionDialog deletion={deletion} onClose={() => setAsking(false)} onAsked={changed} />
              )}
            </>
          )
        }}
      </QueryView>
    </Panel>
  )
}

type Obstacle = keyof typeof DELETION_REFUSED

function Obstacles({ obstacles }: { obstacles: readonly Obstacle[] }) {
  return (
    <div className="grid gap-2 text-sm text-faint">
      <p>Your account cannot be deleted yet:</p>
      <ul className="grid list-disc gap-2 pl-5">
        {obstacles.map((obstacle) => (
          <li key={obstacle}>{DELETION_REFUSED[obstacle]}</li>
        ))}
      </ul>
    </div>
  )
}

function Closed({ deletionAt, onCancelled }: { deletionAt: string; onCancelled: () => Promise<void> }) {
  const form = useForm({
    initial: {},
    send: async () => {
      await call('DELETE /api/account/deletion')
      await onCancelled()
    },
  })
  return (
    <Form form={form} className="grid gap-4">
      <Note role="status">
        Your account is closed. It will be deleted on {showMoment(deletionAt)}. Until then you can download
        your data above, or keep your account.
      </Note>
      <FormNote form={form} />
      <SubmitButton form={form} className="justify-self-start">
        Keep my account
      </SubmitButton>
    </Form>
  )
}
