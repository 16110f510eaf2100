import { emailProblem, normalEmail, TEXT } from '@nofiller/contract/accounts/account-rules'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../../api/api-error.ts'
import { call } from '../../../api/client.ts'
import { useCall } from '../../../api/use-call.ts'
import { useForm } from '../../../api/use-form.ts'
import { TextButton } from '../../../ui/button.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { Field, TextInput } from '../../../ui/form/field.tsx'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import { PasswordInput } from '../../../ui/form/password-input.tsx'

const PENDING = ['GET /api/email-change']

/** The account's address, with a form to change it. */
export function EmailSetting({ email }: { email: string }) {
  const queries = useQueryClient()
  const [isChanging, setChanging] = useState(false)
  const { data } = useCall('GET /api/email-change', {})
  const reread = () => queries.invalidateQueries({ queryKey: PENDING })
  const callOff = async () => {
    try {
      await call('DELETE /api/email-change', {})
      toast('The change was cancelled.')
    } catch (error) {
      toast(messageOf(error, 'We couldn’t cancel the change. Please try again.'), { kind: 'bad' })
    }
    await reread()
  }
  return (
    <div className="grid min-w-0 gap-1">
      <dl className="min-w-0">
        <dt className="label">Email</dt>
        <dd className="mt-1 flex flex-wrap items-baseline gap-x-4 gap-y-1 break-words">
          {email}
          <TextButton className="py-1" onClick={() => setChanging(true)}>
            Change email
          </TextButton>
        </dd>
      </dl>
      {data?.pending && (
        <p role="status" className="flex flex-wrap items-baseline gap-x-3 text-sm text-muted">
          <span className="wrap-anywhere">Open the link that we mailed to {data.pending.email}.</span>
          <TextButton className="py-1" onClick={callOff}>
            Cancel change
          </TextButton>
        </p>
      )}
      {isChanging && (
        <ChangeEmail email={email} onClose={() => setChanging(false)} onDone={() => void reread()} />
      )}
    </div>
  )
}

type ChangeEmailProps = { email: string; onClose: () => void; onDone: () => void }

function ChangeEmail({ email, onClose, onDone }: ChangeEmailProps) {
  const form = useForm({
    initial: { email: '', password: '' },
    check: (values) => ({
      email: newEmailProblem(values.email, email),
      password: values.password === '' ? TEXT.passwordCurrent : undefined,
    }),
    send: (body) => call('POST /api/email-change', { body }),
    onSent: () => {
      onDone()
      onClose()
      toast('We mailed a link to the new address.')
    },
    failureOf: (error) => messageOf(error, 'We couldn’t change your email. Please try again.'),
  })
  return (
    <FormDialog form={form} title="Change email" width="small" button="Send link" onClose={onClose}>
      <p className="text-muted">
        We’ll email a link to the new address. Your email changes when you open it, and other browsers are
        logged out.
      </p>
      <Field label="New email" {...form.field('email')}>
        <TextInput type="email" autoComplete="email" />
      </Field>
      <Field label="Current password" {...form.field('password')}>
        <PasswordInput autoComplete="current-password" />
      </Field>
    </FormDialog>
  )
}

function newEmailProblem(typed: string, email: string): string | undefined {
  if (typed.trim() === '') return TEXT.emailMissing
  const problem = emailProblem(typed)
  if (problem) return problem
  return normalEmail(typed) === email ? 'This is already your address.' : undefined
}
