import { useState } from 'react'
import { call } from '../../../api/client.ts'
import { useForm } from '../../../api/use-form.ts'
import { toast } from '../../../ui/feedback/toast.tsx'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import { CodeField, keyProblems, NO_KEYS, PasswordField } from './key-fields.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

type DialogProps = { onClose: () => void; onDone: () => void }

export function TurnOffSecondFactor({ onClose, onDone }: DialogProps) {
  const form = useForm({
    initial: NO_KEYS,
    check: keyProblems,
    send: (body) => call('DELETE /api/second-factor', { body }),
    onSent: () => {
      toast('Two-step verification is off. Every other browser is logged out.')
      onDone()
    },
  })
  return (
    <FormDialog
      form={form}
      kind="danger"
      title="Turn off two-step verification?"
      width="small"
      button="Turn off"
      onClose={onClose}
    >
      <p>You’ll log in with just your password again. Every other browser will be logged out.</p>
      <PasswordField {...form.field('password')} />
      <CodeField {...form.field('code')} />
    </FormDialog>
  )
}

/** Makes new recovery codes and shows them. */
export function RenewRecoveryCodes({ onClose, onDone }: DialogProps) {
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const form = useForm({
    initial: NO_KEYS,
    check: keyProblems,
    send: (body) => call('POST /api/second-factor/recovery-codes', { body }),
    onSent: ({ recoveryCodes }) => setCodes(recoveryCodes),
  })
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />
  return (
    <FormDialog
      form={form}
      title="Make new recovery codes"
      width="small"
      button="Make new codes"
      onClose={onClose}
    >
      <p>Your current codes will stop working.</p>
      <PasswordField {...form.field('password')} />
      <CodeField {...form.field('code')} />
    </FormDialog>
  )
}
