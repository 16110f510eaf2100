import { emailProblem } from '@nofiller/contract/account-rules'
import { type FormEvent, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Field, TextInput } from '../../ui/field.tsx'
import { IconMail } from '../../ui/icons.tsx'
import { Note } from '../../ui/note.tsx'
import { FailureNote } from './enter-code.tsx'
import { type Failure, requestCode } from './request-code.ts'
import { showErrors } from './show-errors.ts'

type SendCodeProps = {
  email: string
  /** What the page before wants said, such as that the login needs a verified address. */
  flash: string | null
  onSent: (email: string, sentAt: number) => void
}

/** Asks for the address to which a code is to be mailed. */
export function SendCode({ email: known, flash, onSent }: SendCodeProps) {
  const [email, setEmail] = useState(known)
  const [problem, setProblem] = useState<string | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const address = email.trim()
    const wrong = address === '' ? 'Enter your email first.' : emailProblem(address)
    if (wrong) return showErrors(form.current, () => setProblem(wrong))
    setBusy(true)
    setFailure(null)
    const { sentAt, failure } = await requestCode(address)
    setBusy(false)
    // A code that was mailed moments ago is still good: on to where it is entered.
    if (sentAt !== null) onSent(address, sentAt)
    else setFailure(failure)
  }

  return (
    <>
      {flash && !failure && (
        <Note kind="warn" role="status" icon={<IconMail className="size-[18px]" />}>
          {flash}
        </Note>
      )}
      {failure && <FailureNote failure={failure} />}
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
          Send code
        </Button>
      </form>
    </>
  )
}
