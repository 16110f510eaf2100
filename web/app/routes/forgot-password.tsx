import { emailProblem, TEXT } from '@nofiller/contract/account-rules'
import { nextPath } from '@nofiller/contract/next-path'
import { type FormEvent, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { ApiError, messageOf } from '../api/api-error.ts'
import { call } from '../api/client.ts'
import { AuthColumn } from '../features/account/auth-column.tsx'
import { showErrors } from '../features/account/show-errors.ts'
import { withNext } from '../session/login-address.ts'
import { titled } from '../shell/store-info.ts'
import { Button, TextLink } from '../ui/button.tsx'
import { Field, TextInput } from '../ui/field.tsx'
import { Note } from '../ui/note.tsx'

export const meta = titled('Forgot password')

type Result = { kind: 'go' | 'bad'; message: string }

/** Asks for a mail with a link that sets a new password. */
export default function ForgotPassword() {
  const [search] = useSearchParams()
  const [email, setEmail] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [result, setResult] = useState<Result | null>(null)
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const wrong = email.trim() === '' ? TEXT.emailMissing : emailProblem(email.trim())
    if (wrong) return showErrors(form.current, () => setProblem(wrong))
    setBusy(true)
    setResult(null)
    setResult(await askForLink(email.trim()))
    setBusy(false)
  }

  return (
    <AuthColumn title="Forgot password" lead="Enter the email you signed up with." art={0}>
      {result && <Note kind={result.kind}>{result.message}</Note>}
      <form ref={form} noValidate onSubmit={submit} className="grid gap-4">
        <Field label="Email" error={problem}>
          <TextInput
            type="email"
            autoComplete="email"
            value={email}
            onChange={(event) => {
              setEmail(event.target.value)
              setProblem(null)
            }}
          />
        </Field>
        <Button kind="primary" size="large" wide type="submit" busy={busy}>
          Send reset link
        </Button>
      </form>
      <TextLink to={withNext('/login', nextPath(search.get('next')))} className="justify-self-start">
        Back to login
      </TextLink>
    </AuthColumn>
  )
}

async function askForLink(email: string): Promise<Result> {
  try {
    const { message } = await call('POST /api/forgot-password', { body: { email } })
    return { kind: 'go', message: message || TEXT.resetSent }
  } catch (error) {
    const failed = 'Something went wrong. Please try again.'
    const isTooMany = error instanceof ApiError && error.status === 429
    return { kind: 'bad', message: isTooMany ? messageOf(error, failed) : failed }
  }
}
