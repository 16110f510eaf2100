import { TEXT } from '@nofiller/contract/accounts/account-rules'
import { useEffect } from 'react'
import { redirect, useNavigate, useSearchParams } from 'react-router'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/client.ts'
import { useForm } from '../../api/use-form.ts'
import { AuthColumn } from '../../features/accounts/auth-column.tsx'
import { newPasswordProblems } from '../../features/accounts/password/new-password.ts'
import { StrengthBar } from '../../features/accounts/password/strength-bar.tsx'
import { useCommonPasswords } from '../../features/accounts/password/use-common-passwords.ts'
import { signOut } from '../../session/session.ts'
import { titled } from '../../shell/store-info.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { Field } from '../../ui/form/field.tsx'
import { Form, FormNote, SubmitButton } from '../../ui/form/form.tsx'
import { PasswordInput } from '../../ui/form/password-input.tsx'
import type { Route } from './+types/reset-password'

export const meta = titled('Reset password')

const REDIRECT_MS = 2_000

/** Links that report a log-in led here once. */
export function loader({ request }: Route.LoaderArgs) {
  const reported = new URL(request.url).searchParams.get('not-me')
  if (reported) throw redirect(`/take-back#not-me=${encodeURIComponent(reported)}`)
  return null
}

/** Sets a new password by the token of an emailed link. */
export default function ResetPassword() {
  const [search] = useSearchParams()
  const token = search.get('token') ?? ''
  return token === '' ? <InvalidLink /> : <NewPassword token={token} />
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

function NewPassword({ token }: { token: string }) {
  const [common, loadCommon] = useCommonPasswords()
  const form = useForm({
    initial: { password: '', confirm: '' },
    // Only the server knows whose link it is.
    check: ({ password, confirm }) => newPasswordProblems(password, confirm, [], common),
    send: ({ password }) => call('POST /api/reset-password', { body: { token, password } }),
    // A reset ends every session of the account, so this browser's is over too.
    onSent: () => void signOut(),
  })
  useLoginSoon(form.isSent)
  if (form.error instanceof ApiError && form.error.message === TEXT.resetInvalid) return <InvalidLink />
  return (
    <AuthColumn title="Reset password" art={0}>
      <FormNote form={form} sent="Password reset successfully! Redirecting to login..." />
      {!form.isSent && (
        <Form form={form} className="grid gap-4">
          <div className="grid gap-2">
            <Field label="New password" {...form.field('password')}>
              <PasswordInput autoComplete="new-password" onInput={loadCommon} />
            </Field>
            <StrengthBar password={form.values.password} common={common} />
          </div>
          <Field label="Confirm password" {...form.field('confirm')}>
            <PasswordInput autoComplete="new-password" />
          </Field>
          <SubmitButton form={form} size="large" wide>
            Reset password
          </SubmitButton>
        </Form>
      )}
    </AuthColumn>
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
