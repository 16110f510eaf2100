import { TEXT } from '@nofiller/contract/accounts/account-rules'
import { NEWS_TEXTS } from '@nofiller/contract/news/news-rules'
import { ApiError, messageOf } from '../../../api/api-error.ts'
import { call } from '../../../api/client.ts'
import { useForm } from '../../../api/use-form.ts'
import { Note } from '../../../ui/feedback/note.tsx'
import { Checkbox, Field, TextInput } from '../../../ui/form/field.tsx'
import { Form, SubmitButton } from '../../../ui/form/form.tsx'
import { PasswordInput } from '../../../ui/form/password-input.tsx'
import { StrengthBar } from '../password/strength-bar.tsx'
import { useCommonPasswords } from '../password/use-common-passwords.ts'
import { missingOf, signupProblems } from './signup-missing.ts'

const FIELDS = ['username', 'email', 'password', 'confirm'] as const
const EMPTY = {
  username: '',
  email: '',
  password: '',
  confirm: '',
  notifyPurchases: true,
  notifyUpdates: false,
}

/** The sign-up form. Its button is disabled until every field is valid; a field shows its problem once it loses the focus. */
export function SignupForm({ onDone }: { onDone: (email: string) => void }) {
  const [common, loadCommon] = useCommonPasswords()
  const form = useForm({
    initial: EMPTY,
    check: (values) => signupProblems(values, common),
    send: ({ confirm: _, ...account }) =>
      call('POST /api/register-start', { body: { ...account, email: account.email.trim() } }),
    onSent: (_, { email }) => onDone(email.trim()),
  })
  const { username, email, password } = form.values
  const missing = missingOf(form.values, common)
  const showLeft = (name: (typeof FIELDS)[number]) => () => {
    if (form.values[name] !== '') form.show(name)
  }
  return (
    <>
      {form.error !== null && <Note kind="bad">{failureOf(form.error)}</Note>}
      <Form form={form} className="grid gap-4">
        <Field label="Username" hint={TEXT.username} {...form.field('username')}>
          <TextInput
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            onBlur={showLeft('username')}
          />
        </Field>
        <Field label="Email" {...form.field('email')}>
          <TextInput type="email" autoComplete="email" onBlur={showLeft('email')} />
        </Field>
        <div className="grid gap-2">
          <Field label="Password" {...form.field('password')}>
            <PasswordInput autoComplete="new-password" onInput={loadCommon} onBlur={showLeft('password')} />
          </Field>
          <StrengthBar password={password} own={[username, email.trim()]} common={common} />
        </div>
        <Field label="Confirm password" {...form.field('confirm')}>
          <PasswordInput autoComplete="new-password" onBlur={showLeft('confirm')} />
        </Field>
        <div className="grid gap-1">
          <Checkbox {...form.tick('notifyPurchases')}>Email me purchase receipts</Checkbox>
          <Checkbox {...form.tick('notifyUpdates')}>{NEWS_TEXTS.signUp}</Checkbox>
        </div>
        {form.isSent ? (
          <Note kind="go">Account created! Check your email for the 6-digit code.</Note>
        ) : (
          <div className="grid gap-2">
            {/* The button is disabled until everything is valid; a click on it still shows the problems. */}
            <div onPointerDownCapture={() => form.show(...FIELDS)}>
              <SubmitButton form={form} size="large" wide disabled={missing !== null}>
                Create account
              </SubmitButton>
            </div>
            <p role="status" className="min-h-5 text-center text-sm text-faint">
              {FIELDS.some((name) => form.problem(name) !== null) && (
                <b className="font-550 text-bad">{TEXT.fix} </b>
              )}
              {missing}
            </p>
          </div>
        )}
      </Form>
    </>
  )
}

const failureOf = (error: unknown) =>
  error instanceof ApiError && error.status !== 0 ? messageOf(error, 'Sign-up failed') : 'Server error'
