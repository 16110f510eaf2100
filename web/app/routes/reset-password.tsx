import { TEXT } from '@nofiller/contract/account-rules'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { ApiError, messageOf } from '../api/api-error.ts'
import { call } from '../api/client.ts'
import { AuthColumn } from '../features/account/auth-column.tsx'
import { type NewPasswordProblems, newPasswordProblems } from '../features/account/new-password.ts'
import { showErrors } from '../features/account/show-errors.ts'
import { StrengthBar } from '../features/account/strength-bar.tsx'
import { signOut } from '../session/session.ts'
import { titled } from '../shell/store-info.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Field, PasswordInput } from '../ui/field.tsx'
import { Note } from '../ui/note.tsx'

export const meta = titled('Reset password')

const REDIRECT_MS = 2_000

/** Sets a new password by the token of a mailed link. */
export default function ResetPassword() {
  const [search] = useSearchParams()
  const token = search.get('token') ?? ''
  const [refused, setRefused] = useState(false)
  if (token === '' || refused) return <InvalidLink />
  return (
    <AuthColumn title="Reset password" art={0}>
      <NewPasswordForm token={token} onRefused={() => setRefused(true)} />
    </AuthColumn>
  )
}

function InvalidLink() {
  return (
    <AuthColumn title="Invalid Reset Link" art={0}>
      <Note kind="bad">{TEXT.resetInvalid}</Note>
      <ButtonLink to="/forgot-password" kind="primary" size="large" wide>
        Request a new link
      </ButtonLink>
    </AuthColumn>
  )
}

function NewPasswordForm({ token, onRefused }: { token: string; onRefused: () => void }) {
  const [password, setPassword] = useState('')
  const [confirm, setConfirm] = useState('')
  const [problems, setProblems] = useState<NewPasswordProblems>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [step, setStep] = useState<'asking' | 'sending' | 'done'>('asking')
  const form = useRef<HTMLFormElement>(null)
  useLoginSoon(step === 'done')

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const wrong = newPasswordProblems(password, confirm)
    if (wrong.password || wrong.confirm) return showErrors(form.current, () => setProblems(wrong))
    setStep('sending')
    setFailure(null)
    try {
      await call('POST /api/reset-password', { body: { token, password } })
      setStep('done')
      // A reset ends every session of the account, so this browser's is over too.
      await signOut()
    } catch (error) {
      setStep('asking')
      if (error instanceof ApiError && error.message === TEXT.resetInvalid) return onRefused()
      const fields = error instanceof ApiError ? error.fields : {}
      if (fields.password) showErrors(form.current, () => setProblems({ password: fields.password }))
      else setFailure(messageOf(error, 'Something went wrong. Please try again.'))
    }
  }

  if (step === 'done') return <Note kind="go">Password reset successfully! Redirecting to login...</Note>
  return (
    <>
      {failure && <Note kind="bad">{failure}</Note>}
      <form ref={form} noValidate onSubmit={submit} className="grid gap-4">
        <div className="grid gap-2">
          <Field label="New password" error={problems.password}>
            <PasswordInput
              autoComplete="new-password"
              value={password}
              onChange={(event) => {
                setPassword(event.target.value)
                setProblems({ ...problems, password: undefined })
              }}
            />
          </Field>
          <StrengthBar password={password} />
        </div>
        <Field label="Confirm password" error={problems.confirm}>
          <PasswordInput
            autoComplete="new-password"
            value={confirm}
            onChange={(event) => {
              setConfirm(event.target.value)
              setProblems({ ...problems, confirm: undefined })
            }}
          />
        </Field>
        <Button kind="primary" size="large" wide type="submit" busy={step === 'sending'}>
          Reset password
        </Button>
      </form>
    </>
  )
}

function useLoginSoon(isDone: boolean) {
  const navigate = useNavigate()
  useEffect(() => {
    if (!isDone) return
    const timer = setTimeout(() => navigate('/login', { replace: true }), REDIRECT_MS)
    return () => clearTimeout(timer)
  }, [isDone, navigate])
}
