import { CONTACT_TEXT, type ContactMessage, contactProblems } from '@nofiller/contract/contact-rules'
import { type FormEvent, useRef, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/client.ts'
import { useSession } from '../../session/session.ts'
import { showErrors } from '../account/show-errors.ts'
import { contactFailure } from './contact-failure.ts'

type Problems = { [Field in keyof ContactMessage]?: string | undefined }
type Result = { kind: 'go' | 'bad'; message: string }

/** The contact form: idle, sending, then thanks and empty again, or what went wrong with everything kept. */
export function useContactForm() {
  const { user } = useSession()
  const [typed, setTyped] = useState<Partial<ContactMessage>>({})
  const [problems, setProblems] = useState<Problems>({})
  const [result, setResult] = useState<Result | null>(null)
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const message: ContactMessage = { email: user?.email ?? '', subject: '', message: '', ...typed }

  const bind = (field: keyof ContactMessage) => ({
    value: message[field],
    onChange: (event: { target: { value: string } }) => {
      setTyped({ ...typed, [field]: event.target.value })
      setProblems({ ...problems, [field]: undefined })
    },
  })

  const refuse = (wrong: Problems) =>
    showErrors(form.current, () => {
      const isMissing = Object.values(wrong).includes(CONTACT_TEXT.missing)
      setResult(isMissing ? { kind: 'bad', message: CONTACT_TEXT.missing } : null)
      setProblems(inFields(wrong))
    })

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const wrong = contactProblems(message)
    if (Object.keys(wrong).length > 0) return refuse(wrong)
    setBusy(true)
    setResult(null)
    try {
      await call('POST /api/contact', { body: message })
      setTyped({})
      setResult({ kind: 'go', message: "Thank you for your message! We'll get back to you soon." })
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : {}
      if (Object.keys(fields).length > 0) refuse(fields)
      else setResult({ kind: 'bad', message: contactFailure(error) })
    }
    setBusy(false)
  }

  return { form, message, bind, problems, result, busy, submit }
}

/** What every empty field says of itself; the sentence about all of them stands once, above the form. */
const inFields = (wrong: Problems): Problems =>
  Object.fromEntries(
    Object.entries(wrong).map(([field, problem]) => [
      field,
      problem === CONTACT_TEXT.missing ? 'Required.' : problem,
    ]),
  )
