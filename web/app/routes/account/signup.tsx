import { nextPath } from '@nofiller/contract/accounts/next-path'
import { useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { AuthColumn } from '../../features/accounts/auth-column.tsx'
import { SignupForm } from '../../features/accounts/sign-up/signup-form.tsx'
import { useRegistration } from '../../features/accounts/sign-up/use-registration.ts'
import { withNext } from '../../session/login-address.ts'
import { signOut, useUser } from '../../session/session.ts'
import { titled } from '../../shell/store-info.ts'
import { Button, ButtonLink, TextLink } from '../../ui/button.tsx'
import { Note } from '../../ui/feedback/note.tsx'

export const meta = titled('Sign up')

const REDIRECT_MS = 900

/** Sign up, then enter the emailed code. */
export default function Signup() {
  const [search] = useSearchParams()
  const next = nextPath(search.get('next'))
  const [registered, setRegistered] = useState<string | null>(null)
  const navigate = useNavigate()
  const user = useUser()
  const pending = useRegistration()

  useEffect(() => {
    if (registered === null) return
    const verify = withNext(`/verify?email=${encodeURIComponent(registered)}`, next)
    const timer = setTimeout(() => navigate(verify), REDIRECT_MS)
    return () => clearTimeout(timer)
  }, [registered, next, navigate])

  if (user) return <LoggedIn username={user.username} next={next} />
  return (
    <AuthColumn
      title="Sign up"
      art={1}
      lead={
        <>
          Already have an account? <TextLink to={withNext('/login', next)}>Log in</TextLink>
        </>
      }
    >
      {pending && registered === null && <Pending {...pending} next={next} />}
      <SignupForm onDone={setRegistered} />
    </AuthColumn>
  )
}

/** For a user who returns before entering the code: they may also start another registration, which replaces this one. */
const Pending = ({ email, username, next }: { email: string; username: string; next: string }) => (
  <Note
    action={
      <ButtonLink size="small" to={withNext(`/verify?email=${encodeURIComponent(email)}`, next)}>
        Enter code
      </ButtonLink>
    }
  >
    We sent a code to <b className="break-all">{email}</b> for <b>{username}</b>.
  </Note>
)

/** Shown instead of the form to logged-in users. */
const LoggedIn = ({ username, next }: { username: string; next: string }) => (
  <AuthColumn
    title="Sign up"
    art={1}
    lead={
      <>
        You are logged in as <b className="break-all text-text">{username}</b>.
      </>
    }
  >
    <div className="flex flex-wrap gap-3">
      <ButtonLink to={next} kind="primary">
        {next === '/' ? 'Browse games' : 'Continue'}
      </ButtonLink>
      <Button onClick={signOut}>Log out</Button>
    </div>
  </AuthColumn>
)
