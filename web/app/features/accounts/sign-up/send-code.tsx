import { emailProblem } from '@nofiller/contract/accounts/account-rules'
import { useForm } from '../../../api/use-form.ts'
import { Note } from '../../../ui/feedback/note.tsx'
import { Field, TextInput } from '../../../ui/form/field.tsx'
import { Form, FormNote, SubmitButton } from '../../../ui/form/form.tsx'
import { IconMail } from '../../../ui/icons.tsx'
import { ResendFailure } from './failure.tsx'
import { pauseEnd, requestCode } from './request-code.ts'

type SendCodeProps = {
  email: string
  /** The previous page's message, such as that the login needs a verified address. */
  flash: string | null
  /** `resendAt` is when another may be requested, in ms. */
  onSent: (email: string, resendAt: number) => void
}

/** Asks for the address to email a code to. */
export function SendCode({ email: known, flash, onSent }: SendCodeProps) {
  const form = useForm({
    initial: { email: known },
    check: ({ email }) => ({
      email: email.trim() === '' ? 'Enter your email first.' : emailProblem(email.trim()),
    }),
    send: ({ email }) => requestCode(email.trim()).catch(afterPause),
    onSent: (resendAt, { email }) => onSent(email.trim(), resendAt),
    failureOf: (error) => <ResendFailure error={error} />,
  })
  return (
    <>
      {flash && !form.failure && (
        <Note kind="warn" role="status" icon={<IconMail className="size-[18px]" />}>
          {flash}
        </Note>
      )}
      <FormNote form={form} />
      <Form form={form} className="grid gap-4">
        <Field label="Email" {...form.field('email')}>
          <TextInput type="email" autoComplete="email" />
        </Field>
        <SubmitButton form={form} size="large" wide>
          Send code
        </SubmitButton>
      </Form>
    </>
  )
}

/** A code that was sent moments ago is still valid: continues to the code page. */
function afterPause(error: unknown): number {
  const resendAt = pauseEnd(error)
  if (resendAt === null) throw error
  return resendAt
}
