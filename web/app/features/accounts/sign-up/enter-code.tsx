import { isCode, TEXT, usernameProblem } from '@nofiller/contract/accounts/account-rules'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { ApiError } from '../../../api/api-error.ts'
import { call } from '../../../api/client.ts'
import { useForm } from '../../../api/use-form.ts'
import { Button, TextButton } from '../../../ui/button.tsx'
import { Note } from '../../../ui/feedback/note.tsx'
import { Field, TextInput } from '../../../ui/form/field.tsx'
import { Form, FormNote, SubmitButton } from '../../../ui/form/form.tsx'
import { PasswordInput } from '../../../ui/form/password-input.tsx'
import { showDuration, useSecondsLeft } from '../../../ui/time-left.tsx'
import { CodeInput } from './code-input.tsx'
import { ResendFailure, VerificationFailure } from './failure.tsx'
import { pauseEnd, requestCode } from './request-code.ts'

type EnterCodeProps = {
  email: string
  /** The code from the email's link, filled in and not sent; empty without one. */
  code: string
  /** When another code may be requested, in ms, if known. */
  resendAt: number | null
  /** The registration belongs to this browser: six typed or pasted digits are sent automatically (requirements 3.5). */
  isOwn: boolean
  onVerified: (accessToken: string) => void
  onOtherEmail: () => void
}

/** Asks for the 6-digit code of an address, and for what else the server needs; emails another code when the wait is over. */
export function EnterCode(props: EnterCodeProps) {
  const { form, needed, refused, typeCode } = useCode(props)
  const { left, resend } = useResend(props)
  return (
    <>
      {form.error === null ? <FormNote form={form} /> : <Refusal error={form.error} />}
      {!form.failure && form.error === null && !form.isSending && <ResendNote {...resend} />}
      <Form form={form} className="grid gap-4">
        <CodeInput code={form.values.code} onChange={typeCode} data-retry={refused === 'code' || undefined} />
        {needed === 'password' && (
          <Field label="Password" hint="You signed up in another browser." {...form.field('password')}>
            <PasswordInput autoComplete="current-password" data-retry={refused === 'password' || undefined} />
          </Field>
        )}
        {needed === 'username' && (
          <Field label="Another username" hint={TEXT.username} {...form.field('otherUsername')}>
            <TextInput
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              data-retry={refused === 'username' || undefined}
            />
          </Field>
        )}
        <SubmitButton form={form} size="large" wide disabled={!isCode(form.values.code)}>
          Verify
        </SubmitButton>
        <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <p className="text-sm text-faint">Didn’t get it? Check your spam folder.</p>
          <Button
            size="small"
            disabled={left > 0}
            busy={resend.isPending}
            onClick={() => {
              form.clear()
              resend.mutate()
            }}
          >
            {left > 0 ? `Resend in ${showDuration(left)}` : 'Resend code'}
          </Button>
        </div>
      </Form>
      <TextButton className="justify-self-start text-sm" onClick={props.onOtherEmail}>
        Use a different email
      </TextButton>
    </>
  )
}

const Refusal = ({ error }: { error: unknown }) => (
  <Note kind="bad">
    {error instanceof ApiError && neededBy(error) ? error.message : <VerificationFailure error={error} />}
  </Note>
)

function ResendNote({ isSuccess, error }: { isSuccess: boolean; error: unknown }) {
  if (isSuccess) return <Note kind="go">We sent you a new code.</Note>
  return error === null ? null : (
    <Note kind="bad">
      <ResendFailure error={error} />
    </Note>
  )
}

/** What the server may need besides the code: the registration's password, or another username. */
type Needed = 'password' | 'username'

function useCode({ email, code, isOwn, onVerified }: EnterCodeProps) {
  const [needed, setNeeded] = useState<Needed | null>(null)
  const form = useForm({
    initial: { code, password: '', otherUsername: '' },
    check: ({ code, otherUsername }) => ({
      form: isCode(code) && email !== '' ? null : TEXT.codeMissing,
      otherUsername: needed === 'username' ? usernameProblem(otherUsername) : null,
    }),
    send: ({ code, password, otherUsername }) =>
      call('POST /api/verify-email', {
        body: {
          email,
          code,
          ...(password !== '' && { password }),
          ...(otherUsername !== '' && { username: otherUsername }),
        },
      }).catch((error: unknown) => {
        setNeeded((before) => neededBy(error) ?? before)
        throw error
      }),
    onSent: ({ accessToken }) => onVerified(accessToken),
  })
  const refused = refusedBy(form.error)
  useEffect(() => {
    const { activeElement } = document
    if (refused !== null && activeElement instanceof HTMLInputElement) activeElement.select() // the user replaces it
  }, [refused])

  const [isTyped, setTyped] = useState(false)
  const sendOwn = (code: string) => {
    if (isOwn && needed === null && isCode(code)) form.submit({ ...form.values, code })
  }
  const typeCode = (code: string) => {
    form.set({ code })
    setTyped(true)
    sendOwn(code)
  }
  const sendTyped = useEffectEvent(() => {
    if (isTyped) sendOwn(form.values.code)
  })
  // The server may identify the registration only after the last digit.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is sent once, when that becomes known
  useEffect(() => sendTyped(), [isOwn])
  return { form, needed, refused, typeCode }
}

function neededBy(error: unknown): Needed | null {
  if (!(error instanceof ApiError)) return null
  if (error.code === 'password_needed') return 'password'
  return error.code === 'username_taken' || error.fields.username ? 'username' : null
}

/** The field that a response refused; null without a response. */
const refusedBy = (error: unknown): Needed | 'code' | null =>
  error instanceof ApiError && error.status !== 0 ? (neededBy(error) ?? 'code') : null

/** Emails another code; `left` are the seconds until that is possible. */
function useResend({ email, resendAt }: EnterCodeProps) {
  const [askedAgainAt, setAskedAgainAt] = useState<number | null>(null)
  const resend = useMutation({
    mutationFn: () => requestCode(email),
    onSuccess: setAskedAgainAt,
    onError: (error) => setAskedAgainAt((before) => pauseEnd(error) ?? before),
    networkMode: 'always',
  })
  return { left: useSecondsLeft(askedAgainAt ?? resendAt), resend }
}
