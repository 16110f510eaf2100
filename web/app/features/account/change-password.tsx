import { type FormEvent, useRef, useState } from 'react'
import { ApiError, messageOf } from '../../api/api-error.ts'
import { call } from '../../api/client.ts'
import { Button } from '../../ui/button.tsx'
import { Field, PasswordInput } from '../../ui/field.tsx'
import { Note } from '../../ui/note.tsx'
import { Panel } from '../../ui/page.tsx'
import { newPasswordProblems } from './new-password.ts'
import { showErrors } from './show-errors.ts'
import { StrengthBar } from './strength-bar.tsx'
import { useSessionsChanged } from './use-sessions.ts'

type Passwords = { password: string; newPassword: string; confirm: string }
type Problems = { [Key in keyof Passwords]?: string | undefined }
const EMPTY: Passwords = { password: '', newPassword: '', confirm: '' }

/** Sets a new password by the old one. `username` tells a password manager whose password it is. */
export function ChangePassword({ username }: { username: string }) {
  const { form, bind, problems, passwords, result, busy, submit } = useChange()
  return (
    <Panel>
      <form ref={form} noValidate onSubmit={submit} className="grid gap-4">
        <div className="grid gap-1">
          <h2 className="text-md/5 font-650">Change password</h2>
          <p className="text-sm text-faint">Your other sessions are signed out when it changes.</p>
        </div>
        {result && <Note kind={result.kind}>{result.message}</Note>}
        <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
        <Field label="Current password" error={problems.password}>
          <PasswordInput autoComplete="current-password" {...bind('password')} />
        </Field>
        <div className="grid gap-2">
          <Field label="New password" error={problems.newPassword}>
            <PasswordInput autoComplete="new-password" {...bind('newPassword')} />
          </Field>
          <StrengthBar password={passwords.newPassword} />
        </div>
        <Field label="Confirm new password" error={problems.confirm}>
          <PasswordInput autoComplete="new-password" {...bind('confirm')} />
        </Field>
        <Button type="submit" busy={busy} className="justify-self-start">
          Change password
        </Button>
      </form>
    </Panel>
  )
}

function useChange() {
  const [passwords, setPasswords] = useState(EMPTY)
  const [problems, setProblems] = useState<Problems>({})
  const [result, setResult] = useState<{ kind: 'go' | 'bad'; message: string } | null>(null)
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const sessionsChanged = useSessionsChanged()

  const bind = (field: keyof Passwords) => ({
    value: passwords[field],
    onChange: (event: { target: { value: string } }) => {
      setPasswords({ ...passwords, [field]: event.target.value })
      setProblems({ ...problems, [field]: undefined })
    },
  })

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setResult(null)
    const wrong = problemsOf(passwords)
    if (Object.values(wrong).some(Boolean)) return showErrors(form.current, () => setProblems(wrong))
    setBusy(true)
    try {
      const { password, newPassword } = passwords
      await call('PUT /api/password', { body: { password, newPassword } })
      setPasswords(EMPTY)
      setResult({ kind: 'go', message: 'Password changed.' })
      sessionsChanged()
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : {}
      if (fields.password || fields.newPassword) showErrors(form.current, () => setProblems(fields))
      else setResult({ kind: 'bad', message: messageOf(error, 'Something went wrong. Please try again.') })
    }
    setBusy(false)
  }
  return { form, bind, problems, passwords, result, busy, submit }
}

function problemsOf({ password, newPassword, confirm }: Passwords): Problems {
  const wrong = newPasswordProblems(newPassword, confirm)
  return {
    password: password === '' ? 'Please enter your current password.' : undefined,
    newPassword: wrong.password,
    confirm: wrong.confirm,
  }
}
