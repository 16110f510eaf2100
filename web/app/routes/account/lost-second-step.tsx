import { REMOVAL_DAYS } from '@nofiller/contract/accounts/second-factor-rules'
import { useMutation } from '@tanstack/react-query'
import { messageOf } from '../../api/api-error.ts'
import { call } from '../../api/client.ts'
import { titled } from '../../shell/store-info.ts'
import { useFragment } from '../../ui/browser/fragment.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { Container, PageTitle } from '../../ui/page.tsx'
import { showMoment } from '../../ui/when.ts'

export const meta = titled('Turn off two-step verification')

const TITLE = (
  <>
    Turn off <span className="whitespace-nowrap">two-step</span> verification
  </>
)

/** The target of links in emails about a lost second factor: each acts after a click, not when a mail program opens it. */
export default function LostSecondStep() {
  const tokens = new URLSearchParams(useFragment())
  const begin = tokens.get('begin')
  const stop = tokens.get('stop')
  return (
    <Container
      width="narrow"
      className="grid grid-cols-1 justify-items-start gap-5 pt-6 pb-16 phone:pt-16 phone:pb-24"
    >
      {stop !== null ? (
        <Stop token={stop} />
      ) : begin !== null ? (
        <Begin token={begin} />
      ) : (
        <>
          <PageTitle>{TITLE}</PageTitle>
          <p>Open the link in the email again.</p>
        </>
      )}
    </Container>
  )
}

function Begin({ token }: { token: string }) {
  const begin = useMutation({
    mutationFn: () => call('POST /api/second-factor/removal', { body: { token } }),
    networkMode: 'always',
  })
  return (
    <>
      <PageTitle>{TITLE}</PageTitle>
      {begin.isSuccess ? (
        <>
          <Note kind="go">
            We’ll turn off two-step verification on {showMoment(begin.data.removedAt)}. After that you log in
            with just your password.
          </Note>
          <p className="text-muted">
            We’ll email you every day until then. If you find your phone or a recovery code, log in with it,
            and two-step verification stays on.
          </p>
        </>
      ) : (
        <>
          <p>
            Lost your authenticator app and all your recovery codes? We turn off two-step verification{' '}
            {REMOVAL_DAYS} days after you click the button, and email you every day until then, so no one can
            do this without you noticing.
          </p>
          {begin.isError && (
            <Note kind="bad">
              {messageOf(begin.error, 'We couldn’t turn off two-step verification. Please try again.')}
            </Note>
          )}
          <Button kind="danger" busy={begin.isPending} onClick={() => begin.mutate()}>
            Turn off two-step verification
          </Button>
        </>
      )}
    </>
  )
}

function Stop({ token }: { token: string }) {
  const stop = useMutation({
    mutationFn: () => call('POST /api/second-factor/removal/stop', { body: { token } }),
    networkMode: 'always',
  })
  return (
    <>
      <PageTitle>
        Keep <span className="whitespace-nowrap">two-step</span> verification
      </PageTitle>
      {stop.isSuccess ? (
        <>
          <Note kind="go">Two-step verification stays on for your account.</Note>
          <p>
            If you didn’t report your app and codes lost, someone knows your password and reads your email.
            Set new passwords for both.
          </p>
          <ButtonLink kind="primary" to="/forgot-password">
            Set a new password
          </ButtonLink>
        </>
      ) : (
        <>
          <p>
            We were told that your authenticator app and your recovery codes are lost. If that wasn’t you, or
            you’ve found them, keep two-step verification on.
          </p>
          {stop.isError && (
            <Note kind="bad">
              {messageOf(stop.error, 'We couldn’t keep two-step verification on. Please try again.')}
            </Note>
          )}
          <Button kind="primary" busy={stop.isPending} onClick={() => stop.mutate()}>
            Keep two-step verification
          </Button>
        </>
      )}
    </>
  )
}
