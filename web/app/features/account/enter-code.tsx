import { isCode, TEXT } from '@nofiller/contract/account-rules'
import { type FormEvent, useEffect, useState } from 'react'
import { call } from '../../api/client.ts'
import { Button, TextButton } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { codeSentAt, showClock, useCountdown } from './code-clock.ts'
import { CodeInput } from './code-input.tsx'
import { type Failure, failureOf, requestCode } from './request-code.ts'

type EnterCodeProps = {
  email: string
  /** When the code was mailed, where the page before knows; else what this tab remembers. */
  sentAt: number | null
  onVerified: () => void
  onOtherEmail: () => void
}

/** Takes the 6-digit code of an address, and mails another one when the wait is over. */
export function EnterCode({ email, sentAt: knownSentAt, onVerified, onOtherEmail }: EnterCodeProps) {
  const [code, setCode] = useState('')
  const [failure, setFailure] = useState<Failure | null>(null)
  const [notice, setNotice] = useState<string | null>(null)
  const [step, setStep] = useState<'asking' | 'verifying' | 'resending' | 'done'>('asking')
  const [sentAt, setSentAt] = useState<number | null>(knownSentAt)
  // Read after the first paint: the server knows nothing of this tab.
  useEffect(() => setSentAt((known) => known ?? codeSentAt(email)), [email])
  const left = useCountdown(sentAt)

  const verify = async (event: FormEvent) => {
    event.preventDefault()
    if (!isCode(code) || email === '') return setFailure({ message: TEXT.codeMissing })
    setStep('verifying')
    setFailure(null)
    setNotice(null)
    try {
      await call('POST /api/verify-email', { body: { email, code } })
      setStep('done')
      onVerified()
    } catch (error) {
      setStep('asking')
      setFailure(failureOf(error, 'Verification failed'))
    }
  }

  const resend = async () => {
    setStep('resending')
    setFailure(null)
    setNotice(null)
    const result = await requestCode(email)
    setStep('asking')
    if (result.sentAt !== null) setSentAt(result.sentAt)
    if (result.failure) setFailure(result.failure)
    else setNotice('We sent you a new code.')
  }

  if (step === 'done') return <Note kind="go">Email verified. You can log in now.</Note>
  return (
    <>
      {failure && <FailureNote failure={failure} />}
      {notice && <Note kind="go">{notice}</Note>}
      <form noValidate onSubmit={verify} className="grid gap-4">
        <CodeInput code={code} onChange={setCode} />
        <Button
          kind="primary"
          size="large"
          wide
          type="submit"
          disabled={!isCode(code)}
          busy={step === 'verifying'}
        >
          Verify
        </Button>
        <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <p role="status" className="text-sm text-faint">
            {sentAt !== null && left === 0
              ? 'The code has expired. Resend to get a new one.'
              : 'Didn’t get it? Check your spam folder.'}
          </p>
          <Button size="small" disabled={left > 0} busy={step === 'resending'} onClick={resend}>
            {left > 0 ? `Resend in ${showClock(left)}` : 'Resend code'}
          </Button>
        </div>
      </form>
      <TextButton className="justify-self-start text-sm" onClick={onOtherEmail}>
        Use a different email
      </TextButton>
    </>
  )
}

/** What failed, and below it what the server said of it. */
export function FailureNote({ failure }: { failure: Failure }) {
  return (
    <Note kind="bad">
      {failure.message}
      {failure.detail && <span className="block text-muted">{failure.detail}</span>}
    </Note>
  )
}
