import { useMutation, useQueryClient } from '@tanstack/react-query'
import { messageOf } from '../../../api/api-error.ts'
import { call } from '../../../api/client.ts'
import { useCall } from '../../../api/use-call.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Note } from '../../../ui/feedback/note.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { showMoment } from '../../../ui/when.ts'

const BOUNCE = ['GET /api/account/bounce']

/** Says that email to the user bounces, and what helps; empty while it arrives. */
export function MailBounce({ email }: { email: string }) {
  const queries = useQueryClient()
  const { data } = useCall('GET /api/account/bounce', {})
  const lift = useMutation({
    mutationFn: () => call('DELETE /api/account/bounce'),
    networkMode: 'always',
    onSuccess: () => {
      toast('We’ll try your address again.')
      return queries.invalidateQueries({ queryKey: BOUNCE })
    },
  })
  if (!data?.bouncedAt) return null
  return (
    <Note kind="warn">
      <div className="grid gap-3">
        <p className="break-words">
          Our emails to {email} have bounced since {showMoment(data.bouncedAt)}. We’ve stopped sending news
          there and try other emails at most three times a week.
        </p>
        {lift.isError && (
          <p role="alert">{messageOf(lift.error, 'We couldn’t save this. Please try again.')}</p>
        )}
        <div className="flex flex-wrap gap-3">
          <ButtonLink to="/settings">Change my address</ButtonLink>
          <Button kind="quiet" busy={lift.isPending} onClick={() => lift.mutate()}>
            My address works again
          </Button>
        </div>
      </div>
    </Note>
  )
}
