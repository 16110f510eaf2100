import { loginProblem } from '@nofiller/contract/accounts/account-rules'
import type { SessionUser } from '@nofiller/contract/accounts/accounts'
import { nextPath } from '@nofiller/contract/accounts/next-path'
import { useEffect, useState } from 'react'
import { Navigate, useLocation, useNavigate, useSearchParams } from 'react-router'
import { ApiError, messageOf } from '../../api/api-error.ts'
import { call } from '../../api/client.ts'
import { useForm } from '../../api/use-form.ts'
import { AuthColumn } from '../../features/accounts/auth-column.tsx'
import { flashOf } from '../../features/accounts/flash.ts'
import { passkeyFailure } from '../../features/accounts/passkeys/log-in-with-passkey.ts'
import { usePasskeyLogIn } from '../../features/accounts/passkeys/use-passkey-log-in.ts'
import { withNext } from '../../session/login-address.ts'
import { signIn, useSession } from '../../session/session.ts'
import { titled } from '../../shell/store-info.ts'
import { Button, TextLink } from '../../ui/button.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { Field, TextInput } from '../../ui/form/field.tsx'
import { Form, FormNote, SubmitButton } from '../../ui/form/form.tsx'
import { PasswordInput } from '../../ui/form/password-input.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'

/** Only for users with two-step verification, so loaded separately. */
const LogInCode = lazyPart(() => import('../../features/accounts/second-factor/log-in-code.tsx'))

export const meta = titled('Log in')

const VERIFY_FLASH = 'Please verify your email to continue. Enter your email below and resend a new code.'

/** Log in, then back to the page the user wanted. A signed-in user goes there at once. */
export default function Login() {
  const session = useSession()
  const [search] = useSearchParams()
  const next = nextPath(search.get('next'))
  const [cameLoggedIn, setCameLoggedIn] = useState<boolean | null>(null)
  if (cameLoggedIn === null && session.state !== 'checking') setCameLoggedIn(session.user !== null)
  if (session.user) return <GoOn to={next} greeted={cameLoggedIn ? session.user : null} />
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

/** Continues to the page the user wanted; a user who did not log in here is told who they are. */
function GoOn({ to, greeted }: { to: string; greeted: SessionUser | null }) {
  const name = greeted?.username
  useEffect(() => {
    if (name) toast(`You are logged in as ${name}.`)
  }, [name])
  return <Navigate to={to} replace />
}

function LoginForm({ next, ended }: { next: string; ended: string | null }) {
  const navigate = useNavigate()
  const { state } = useLocation()
  const flash = flashOf(state)
  const [needsCode, setNeedsCode] = useState(false)
  const [over, setOver] = useState<string | null>(null)
  const form = useForm({
    initial: { email: '', password: '' },
    check: (login) => ({ form: loginProblem(login) }),
    send: (login) => {
      passkey.clear()
      setOver(null)
      return logIn(login).catch((error: unknown) => {
        if (needsSecondFactor(error)) return setNeedsCode(true)
        if (!mustVerify(error)) throw error
        navigate(withNext('/verify', next), {
          state: { from: 'login', flash: VERIFY_FLASH, email: login.email },
        })
      })
    },
    failureOf,
  })
  const passkey = usePasskeyLogIn({ isPaused: form.isSending || needsCode })
  const { email } = form.values
  const back = (why: string | null) => {
    setNeedsCode(false)
    setOver(why)
    form.set({ password: '' })
  }
  if (needsCode) return <LogInCode onOver={back} />
  return (
    <>
      <FormNote form={form} />
      {over && <Note kind="bad">{over}</Note>}
      {passkey.error && <Note kind="bad">{passkeyFailure(passkey.error)}</Note>}
      {!form.failure && !passkey.error && (flash || ended) && (
        <Note role="status">
          {flash ?? 'Please log in.'}
          {ended && <span className="block text-sm text-faint">{ended}</span>}
        </Note>
      )}
      <Form form={form} className="grid gap-4">
        <Field label="Email or Username" {...form.field('email')}>
          <TextInput
            autoComplete="username webauthn"
            autoCapitalize="none"
            spellCheck={false}
            data-retry={email === '' || undefined}
          />
        </Field>
        <Field
          label="Password"
          trailing={
            <TextLink to={withNext('/forgot-password', next)} state={{ email }} className="text-sm">
              Forgot password?
            </TextLink>
          }
          {...form.field('password')}
        >
          <PasswordInput autoComplete="current-password" data-retry />
        </Field>
        <SubmitButton form={form} size="large" wide>
          Log in
        </SubmitButton>
      </Form>
      <Button
        size="large"
        wide
        busy={passkey.isBusy}
        onClick={() => {
          form.clear()
          passkey.press()
        }}
      >
        Use a passkey
      </Button>
      <p className="text-sm text-faint">For adults only. You must be 18 or older to use this store.</p>
    </>
  )
}

async function logIn(body: { email: string; password: string }) {
  const { accessToken } = await call('POST /api/login', { body })
  await signIn(accessToken)
}

const needsSecondFactor = (error: unknown) =>
  error instanceof ApiError && error.code === 'second_factor_needed'

const mustVerify = (error: unknown) =>
  error instanceof ApiError && error.status === 403 && /verify/i.test(error.message)

const failureOf = (error: unknown) =>
  error instanceof ApiError && error.status !== 0
    ? messageOf(error, 'Invalid credentials or account not verified.')
    : 'Something went wrong. Please try again.'
