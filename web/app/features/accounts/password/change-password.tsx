import { TEXT } from '@nofiller/contract/accounts/account-rules'
import { call } from '../../../api/client.ts'
import { useForm } from '../../../api/use-form.ts'
import { Field } from '../../../ui/form/field.tsx'
import { Form, FormNote, SubmitButton } from '../../../ui/form/form.tsx'
import type { Problems } from '../../../ui/form/form-state.ts'
import { PasswordInput } from '../../../ui/form/password-input.tsx'
import { Panel } from '../../../ui/page.tsx'
import { useSessionsChanged } from '../settings/use-sessions.ts'
import { newPasswordProblems } from './new-password.ts'
import { StrengthBar } from './strength-bar.tsx'
import { useCommonPasswords } from './use-common-passwords.ts'

type Owner = { username: string; email: string }
type Passwords = { password: string; newPassword: string; confirm: string }
const EMPTY: Passwords = { password: '', newPassword: '', confirm: '' }

/** Sets a new password by the old one. The username field tells a password manager which account it is for. */
export function ChangePassword({ user }: { user: Owner }) {
  const own = [user.username, user.email]
  const [common, loadCommon] = useCommonPasswords()
  const sessionsChanged = useSessionsChanged()
  const form = useForm({
    initial: EMPTY,
    check: (passwords) => problemsOf(passwords, own, common),
    send: ({ password, newPassword }) => call('PUT /api/password', { body: { password, newPassword } }),
    onSent: () => {
      form.reset()
      sessionsChanged()
    },
  })
  return (
    <Panel>
      <Form form={form} className="grid gap-4">
        <div className="grid gap-1">
          <h2 className="text-md/5 font-650">Change password</h2>
          <p className="text-sm text-faint">Every other browser is logged out when it changes.</p>
        </div>
        <FormNote form={form} sent="Password changed." />
        <input type="text" name="username" autoComplete="username" value={user.username} readOnly hidden />
        <Field label="Current password" {...form.field('password')}>
          <PasswordInput autoComplete="current-password" />
        </Field>
        <div className="grid gap-2">
          <Field label="New password" {...form.field('newPassword')}>
            <PasswordInput autoComplete="new-password" onInput={loadCommon} />
          </Field>
          <StrengthBar password={form.values.newPassword} own={own} common={common} />
        </div>
        <Field label="Confirm new password" {...form.field('confirm')}>
          <PasswordInput autoComplete="new-password" />
        </Field>
        <SubmitButton form={form} kind="secondary" className="justify-self-start">
          Change password
        </SubmitButton>
      </Form>
    </Panel>
  )
}

function problemsOf(
  { password, newPassword, confirm }: Passwords,
  own: readonly string[],
  common: ReadonlySet<string>,
): Problems<Passwords> {
  const wrong = newPasswordProblems(newPassword, confirm, own, common)
  return {
    password: password === '' ? TEXT.passwordCurrent : undefined,
    newPassword: wrong.password,
    confirm: wrong.confirm,
  }
}
