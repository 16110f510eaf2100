import { useMutation } from '@tanstack/react-query'
import { messageOf } from '../../../api/api-error.ts'
import { call } from '../../../api/client.ts'
import { Button, TextLink } from '../../../ui/button.tsx'
import { Note } from '../../../ui/feedback/note.tsx'
import { useAdminChanged } from '../use-admin-changed.ts'
import { WorkPanel } from '../work-page.tsx'

/** Who wrote a reported review; covered until the admin asks, and each look is logged. */
export function ReviewWriter({ id }: { id: string }) {
  const changed = useAdminChanged()
  const look = useMutation({
    mutationFn: () => call('POST /api/admin/reports/:id/writer', { params: { id } }),
    onSuccess: () => changed(),
    networkMode: 'always',
    gcTime: 0,
  })
  return (
    <WorkPanel title="Who wrote it">
      {look.data ? (
        <TextLink to={`/admin/users/${look.data._id}`}>{look.data.username}</TextLink>
      ) : (
        <>
          <p className="text-muted">
            Covered, as nobody needs it to judge a text. The audit log records who looked.
          </p>
          {look.isError && (
            <Note kind="bad">{messageOf(look.error, 'We couldn’t show it. Please try again.')}</Note>
          )}
          <Button className="justify-self-start" busy={look.isPending} onClick={() => look.mutate()}>
            Show who wrote it
          </Button>
        </>
      )}
    </WorkPanel>
  )
}
