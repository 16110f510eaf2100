import { useMutation } from '@tanstack/react-query'
import { messageOf } from '../../api/api-error.ts'
import { call } from '../../api/client.ts'
import { titled } from '../../shell/store-info.ts'
import { useFragment } from '../../ui/browser/fragment.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { Container, PageTitle } from '../../ui/page.tsx'

export const meta = titled('Stop payouts')

/** The target of the link in an email about a new payout address: it stops all payouts, after a click. */
export default function PayoutFreeze() {
  const token = useFragment()
  const freeze = useMutation({
    mutationFn: () => call('POST /api/payout-freeze', { body: { token } }),
    networkMode: 'always',
  })
  return (
    <Container
      width="narrow"
      className="grid grid-cols-1 justify-items-start gap-5 pt-6 pb-16 phone:pt-16 phone:pb-24"
    >
      <PageTitle>Stop all payouts</PageTitle>
      {freeze.isSuccess ? (
        <>
          <Note kind="go">
            Payouts are frozen. No money leaves until support has lifted the freeze. Set a new password now.
          </Note>
          <ButtonLink kind="primary" to="/forgot-password">
            Set a new password
          </ButtonLink>
        </>
      ) : token === '' ? (
        <p>Open the link in the email again.</p>
      ) : (
        <>
          <p>
            Did someone else change your payout address? Stop all payouts from your account. Sales go on,
            nothing is lost, and support will lift the freeze once they’ve confirmed it’s you.
          </p>
          {freeze.isError && (
            <Note kind="bad">{messageOf(freeze.error, 'We couldn’t stop payouts. Please try again.')}</Note>
          )}
          <Button kind="danger" busy={freeze.isPending} onClick={() => freeze.mutate()}>
            Stop my payouts
          </Button>
        </>
      )}
    </Container>
  )
}
