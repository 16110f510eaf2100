import { loginProblem } from '@nofiller/contract/account-rules'
import { nextPath } from '@nofiller/contract/next-path'
import { type FormEvent, useRef, useState } from 'react'
import { Navigate, useLocation, useNavigate, useSearchParams } from 'react-router'
import { ApiError, messageOf } from '../api/api-error.ts'
import { call } from '../api/client.ts'
import { AuthColumn } from '../features/account/auth-column.tsx'
import { flashOf } from '../features/account/flash.ts'
import { withNext } from '../session/login-address.ts'
import { signIn, useSession } from '../session/session.ts'
import { titled } from '../shell/store-info.ts'
import { Button, TextLink } from '../ui/button.tsx'
import { Field, PasswordInput, TextInput } from '../ui/field.tsx'
import { Note } from '../ui/note.tsx'

export const meta = titled('Log in')

const VERIFY_FLASH = 'Please verify your email to continue. Enter your email below and resend a new code.'

/** Log in, then back to where the user was going. A user who is signed in already goes there at once. */
export default function Login() {
  const session = useSession()
  const [search] = useSearchParams()
  const next = nextPath(search.get('next'))
  if (session.state === 'signed-in') return <Navigate to={next} replace />
  return (
    <AuthColumn
      title="Log in"
      art={0}
      lead={
        <>
          New here? <TextLink to={withNext('/signup', next)}>Sign up</TextLink>
        </>
      }
    >
      <LoginForm next={next} ended={session.state === 'signed-out' ? session.reason : null} />
    </AuthColumn>
  )
}

function LoginForm({ next, ended }: { next: string; ended: string | null }) {
  const [login, setLogin] = useState({ email: '', password: '' })
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const navigate = useNavigate()
  const { state } = useLocation()
  const flash = flashOf(state)

  const refuse = (message: string) => {
    setProblem(message)
    const empty = login.email === '' ? 'username' : 'current-password'
    form.current?.querySelector<HTMLElement>(`[autocomplete="${empty}"]`)?.focus()
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const wrong = loginProblem(login)
    if (wrong) return refuse(wrong)
    setBusy(true)
    setProblem(null)
    try {
      const { accessToken } = await call('POST /api/login', { body: login })
      await signIn(accessToken)
    } catch (error) {
      setBusy(false)
      if (mustVerify(error))
        navigate(withNext('/verify', next), {
          state: { from: 'login', flash: VERIFY_FLASH, email: login.email },
        })
      else refuse(problemOf(error))
    }
  }

  return (
    <>
      {problem && <Note kind="bad">{problem}</Note>}
      {!problem && (flash || ended) && (
        <Note role="status">
          {flash ?? 'Please log in.'}
          {ended && <span className="block text-sm text-faint">{ended}</span>}
        </Note>
      )}
      <form ref={form} noValidate onSubmit={submit} className="grid gap-4">
        <Field label="Email or Username">
          <TextInput
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            value={login.email}
            onChange={(event) => setLogin({ ...login, email: event.target.value })}
          />
        </Field>
        <Field
          label="Password"
          aside={
            <TextLink to={withNext('/forgot-password', next)} className="text-sm">
              Forgot password?
            </TextLink>
          }
        >
          <PasswordInput
            autoComplete="current-password"
            value={login.password}
            onChange={(event) => setLogin({ ...login, password: event.target.value })}
          />
        </Field>
        <Button kind="primary" size="large" wide type="submit" busy={busy}>
          Log in
        </Button>
      </form>
      <p className="text-sm text-faint">For adults only. You must be 18 or older to use this store.</p>
    </>
  )
}

const mustVerify = (error: unknown) =>
  error instanceof ApiError && error.status === 403 && /verify/i.test(error.message)

const problemOf = (error: unknown) =>
  error instanceof ApiError && error.status !== 0
    ? messageOf(error, 'Invalid credentials or account not verified.')
    : 'Something went wrong. Please try again.'
