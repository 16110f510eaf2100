import { emailProblem, passwordProblem, TEXT, usernameProblem } from '@nofiller/contract/account-rules'
import { type FormEvent, useRef, useState } from 'react'
import { ApiError, messageOf } from '../../api/api-error.ts'
import { call } from '../../api/client.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox, Field, PasswordInput, TextInput } from '../../ui/field.tsx'
import { Note } from '../../ui/note.tsx'
import { rememberCodeSent } from './code-clock.ts'
import { showErrors } from './show-errors.ts'
import { StrengthBar } from './strength-bar.tsx'

type Wanted = {
  username: string
  email: string
  password: string
  confirm: string
  notifyPurchases: boolean
  notifyUpdates: boolean
}
type FieldName = 'username' | 'email' | 'password' | 'confirm'
const FIELDS: readonly FieldName[] = ['username', 'email', 'password', 'confirm']
const EMPTY: Wanted = {
  username: '',
  email: '',
  password: '',
  confirm: '',
  notifyPurchases: true,
  notifyUpdates: false,
}

/** The sign-up form. Its button waits until every field is right; a wrong one says so once it was left. */
export function SignupForm({ onDone }: { onDone: (email: string) => void }) {
  const signup = useSignup(onDone)
  const { wanted, set, bind, step } = signup
  return (
    <>
      {signup.failure && <Note kind="bad">{signup.failure}</Note>}
      <form ref={signup.form} noValidate onSubmit={signup.submit} className="grid gap-4">
        <Field label="Username" hint={TEXT.username} error={signup.errorOf('username')}>
          <TextInput autoComplete="username" autoCapitalize="none" spellCheck={false} {...bind('username')} />
        </Field>
        <Field label="Email" error={signup.errorOf('email')}>
          <TextInput type="email" autoComplete="email" {...bind('email')} />
        </Field>
        <div className="grid gap-2">
          <Field label="Password" error={signup.errorOf('password')}>
            <PasswordInput autoComplete="new-password" {...bind('password')} />
          </Field>
          <StrengthBar password={wanted.password} />
        </div>
        <Field label="Confirm password" error={signup.errorOf('confirm')}>
          <PasswordInput autoComplete="new-password" {...bind('confirm')} />
        </Field>
        <div className="grid gap-1">
          <Checkbox
            checked={wanted.notifyPurchases}
            onChange={(event) => set({ notifyPurchases: event.target.checked })}
          >
            Email me purchase receipts
          </Checkbox>
          <Checkbox
            checked={wanted.notifyUpdates}
            onChange={(event) => set({ notifyUpdates: event.target.checked })}
          >
            Email me product updates
          </Checkbox>
        </div>
        {step === 'done' ? (
          <Note kind="go">Account created! Check your email for the 6-digit code.</Note>
        ) : (
          <div className="grid gap-2">
            {/* The button is off until all is right; a press on it still shows what is not. */}
            <div onPointerDownCapture={signup.touchAll}>
              <Button
                kind="primary"
                size="large"
                wide
                type="submit"
                disabled={!signup.isValid}
                busy={step === 'sending'}
              >
                Create account
              </Button>
            </div>
            <p role="status" className="min-h-5 text-center text-sm font-550 text-bad">
              {signup.hasShownErrors ? TEXT.fix : ''}
            </p>
          </div>
        )}
      </form>
    </>
  )
}

function useSignup(onDone: (email: string) => void) {
  const [wanted, setWanted] = useState(EMPTY)
  const [touched, setTouched] = useState<ReadonlySet<FieldName>>(new Set())
  const [refused, setRefused] = useState<Record<string, string>>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [step, setStep] = useState<'asking' | 'sending' | 'done'>('asking')
  const form = useRef<HTMLFormElement>(null)

  const problems = problemsOf(wanted)
  const isValid = FIELDS.every((field) => problems[field] === null)
  const errorOf = (field: FieldName) => refused[field] ?? (touched.has(field) ? problems[field] : null)
  const set = (change: Partial<Wanted>) => setWanted((before) => ({ ...before, ...change }))
  const touchAll = () => setTouched(new Set(FIELDS))

  const bind = (field: FieldName) => ({
    value: wanted[field],
    onChange: (event: { target: { value: string } }) => {
      set({ [field]: event.target.value })
      setRefused(({ [field]: _, ...others }) => others)
      setTouched((before) => new Set([...before].filter((each) => each !== field)))
    },
    onBlur: () => {
      if (wanted[field] !== '') setTouched((before) => new Set([...before, field]))
    },
  })

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!isValid) return showErrors(form.current, touchAll)
    setStep('sending')
    setFailure(null)
    try {
      await register(wanted)
      setStep('done')
      onDone(wanted.email.trim())
    } catch (error) {
      setStep('asking')
      setFailure(failureOf(error))
      if (error instanceof ApiError) showErrors(form.current, () => setRefused(error.fields))
    }
  }

  const hasShownErrors = FIELDS.some((field) => errorOf(field) !== null)
  return { wanted, set, bind, errorOf, touchAll, isValid, hasShownErrors, failure, step, form, submit }
}

async function register({ confirm: _, ...wanted }: Wanted): Promise<void> {
  const email = wanted.email.trim()
  await call('POST /api/register-start', { body: { ...wanted, email } })
  rememberCodeSent(email)
}

const problemsOf = (wanted: Wanted): Record<FieldName, string | null> => ({
  username: usernameProblem(wanted.username),
  email: emailProblem(wanted.email.trim()),
  password: passwordProblem(wanted.password),
  confirm: wanted.password === wanted.confirm ? null : TEXT.mismatch,
})

const failureOf = (error: unknown) =>
  error instanceof ApiError && error.status !== 0 ? messageOf(error, 'Sign-up failed') : 'Server error'
