import { useMutation } from '@tanstack/react-query'
import { Navigate } from 'react-router'
import { messageOf } from '../../api/api-error.ts'
import { call } from '../../api/client.ts'
import { refreshUser } from '../../session/session.ts'
import { titled } from '../../shell/store-info.ts'
import { useFragment } from '../../ui/browser/fragment.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { NeedsScripts } from '../../ui/needs-scripts.tsx'
import { Container, PageTitle } from '../../ui/page.tsx'

export const meta = titled('Your email address')

/** The target of the emailed link for a new address. Links to undo a change pointed here once, and redirect. */
export default function EmailChange() {
  const [kind, token = ''] = useFragment().split('=')
  if (kind === 'undo') return <Navigate to={`/take-back#undo=${token}`} replace />
  return (
    <Container
      width="narrow"
      className="grid grid-cols-1 justify-items-start gap-5 pt-6 pb-16 phone:pt-16 phone:pb-24"
    >
      <Confirm token={token} />
    </Container>
  )
}

/** It takes a click, because mail programs open links by themselves. */
function Confirm({ token }: { token: string }) {
  const confirm = useMutation({
    mutationFn: () => call('POST /api/email-change/confirm', { body: { token } }),
    onSuccess: () => refreshUser(),
    networkMode: 'always',
  })
  return (
    <>
      <PageTitle>Use this email address</PageTitle>
      {confirm.isSuccess ? (
        <>
          <Note kind="go">
            Your account’s address is {confirm.data.email} now. Log in with it from now on.
          </Note>
          <ButtonLink to="/settings">Settings</ButtonLink>
        </>
      ) : (
        <>
          <NeedsScripts to="change your address" />
          <p>Your account gets this address, and every other browser is logged out.</p>
          {confirm.isError && (
            <Note kind="bad">
              {messageOf(confirm.error, 'We couldn’t change your address. Please try again.')}
            </Note>
          )}
          <Button kind="primary" busy={confirm.isPending} onClick={() => confirm.mutate()}>
            Use this address
          </Button>
        </>
      )}
    </>
  )
}
