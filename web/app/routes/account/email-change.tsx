import { useMutation } from '@tanstack/react-query'
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

/** Where the mailed links of a changed address lead: to confirm it from the new one, or to undo it from the old one. */
export default function EmailChange() {
  const [kind, token = ''] = useFragment().split('=')
  return (
    <Container
      width="narrow"
      className="grid grid-cols-1 justify-items-start gap-5 pt-6 pb-16 phone:pt-16 phone:pb-24"
    >
      {kind === 'undo' ? <Undo token={token} /> : <Confirm token={token} />}
    </Container>
  )
}

/** It takes a press, because mail programs open links by themselves. */
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
              {messageOf(confirm.error, 'Could not change your address. Please try again.')}
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

function Undo({ token }: { token: string }) {
  const undo = useMutation({
    mutationFn: () => call('POST /api/email-change/undo', { body: { token } }),
    networkMode: 'always',
  })
  return (
    <>
      <PageTitle>Take your account back</PageTitle>
      {undo.isSuccess ? (
        <>
          <Note kind="go">
            {undo.data.email} is your address again, and every browser is logged out. Choose a new password
            now.
          </Note>
          <ButtonLink kind="primary" to={`/reset-password?token=${undo.data.resetToken}`}>
            Choose a new password
          </ButtonLink>
        </>
      ) : (
        <>
          <NeedsScripts to="take your account back" />
          <p>
            Your account will get its old address back, and every browser will be logged out. Passkeys and
            second steps that were added since will be removed, and payouts will stop until support has looked
            at them. You’ll then choose a new password.
          </p>
          {undo.isError && (
            <Note kind="bad">{messageOf(undo.error, 'Could not undo the change. Please try again.')}</Note>
          )}
          <Button kind="danger" busy={undo.isPending} onClick={() => undo.mutate()}>
            Undo the change
          </Button>
        </>
      )}
    </>
  )
}
