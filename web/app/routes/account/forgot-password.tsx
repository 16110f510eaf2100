import { emailProblem, TEXT } from '@nofiller/contract/accounts/account-rules'
import { nextPath } from '@nofiller/contract/accounts/next-path'
import { useLocation, useSearchParams } from 'react-router'
import { ApiError, messageOf } from '../../api/api-error.ts'
import { call } from '../../api/client.ts'
import { useForm } from '../../api/use-form.ts'
import { AuthColumn } from '../../features/accounts/auth-column.tsx'
import { addressIn, textIn } from '../../features/accounts/flash.ts'
import { withNext } from '../../session/login-address.ts'
import { useUser } from '../../session/session.ts'
import { titled } from '../../shell/store-info.ts'
import { TextLink } from '../../ui/button.tsx'
import { Field, TextInput } from '../../ui/form/field.tsx'
import { Form, FormNote, SubmitButton } from '../../ui/form/form.tsx'

export const meta = titled('Forgot password')

/** Requests an email with a link that sets a new password. */
export default function ForgotPassword() {
  const [search] = useSearchParams()
  const { state } = useLocation()
  const user = useUser()
  const form = useForm({
    initial: { email: user?.email ?? addressIn(textIn(state, 'email')) },
    check: ({ email }) => ({ email: email.trim() === '' ? TEXT.emailMissing : emailProblem(email.trim()) }),
    send: ({ email }) => call('POST /api/forgot-password', { body: { email: email.trim() } }),
    failureOf,
  })
  return (
    <AuthColumn
      title={user ? 'Reset password' : 'Forgot password'}
      lead={user ? 'We email you a link to set a new one.' : 'Enter the email you signed up with.'}
      art={0}
    >
      <FormNote form={form} sent={form.answer?.message || TEXT.resetSent} />
      <Form form={form} className="grid gap-4">
        <Field label="Email" {...form.field('email')}>
          <TextInput type="email" autoComplete="email" />
        </Field>
        <SubmitButton form={form} size="large" wide>
          Send reset link
        </SubmitButton>
      </Form>
      <TextLink
        to={user ? '/settings' : withNext('/login', nextPath(search.get('next')))}
        className="justify-self-start"
      >
        {user ? 'Back to settings' : 'Back to log in'}
      </TextLink>
    </AuthColumn>
  )
}

function failureOf(error: unknown): string {
  const failed = 'Something went wrong. Please try again.'
  const isTooMany = error instanceof ApiError && error.status === 429
  return isTooMany ? messageOf(error, failed) : failed
}
