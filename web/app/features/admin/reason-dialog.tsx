import { REASON_MAX, REASON_MIN, REASON_MISSING } from '@nofiller/contract/admin/admin-rules'
import { shortProblem } from '@nofiller/contract/text/text-length'
import type { ReactNode } from 'react'
import { useForm } from '../../api/use-form.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { Field, Textarea } from '../../ui/form/field.tsx'
import { FormDialog } from '../../ui/form/form-dialog.tsx'

type ReasonDialogProps = {
  title: string
  /** What will happen. */
  text: ReactNode
  button: string
  kind?: 'primary' | 'danger'
  /** The readers of the reason besides the other admins. */
  hint: string
  /** The message after success; null where `act` shows it itself. */
  done: string | null
  act: (reason: string) => Promise<unknown>
  onClose: () => void
  /** More fields, above the reason. */
  children?: ReactNode
}

/** Asks for a reason, runs the action, and closes. The dialog shows the server's refusal. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { title, text, button, kind = 'primary', hint, done, act, onClose, children } = props
  const form = useForm({
    initial: { reason: '' },
    check: ({ reason }) => ({ reason: shortProblem(reason, REASON_MIN, REASON_MISSING) }),
    send: ({ reason }) => act(reason.trim()),
    onSent: () => {
      if (done !== null) toast(done)
      onClose()
    },
  })
  return (
    <FormDialog form={form} title={title} width="small" onClose={onClose} button={button} kind={kind}>
      <p>{text}</p>
      {children}
      <Field label="Reason" hint={hint} {...form.field('reason')}>
        <Textarea required maxLength={REASON_MAX} />
      </Field>
    </FormDialog>
  )
}
