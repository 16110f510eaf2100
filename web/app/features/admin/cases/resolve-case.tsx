import { CASE_NOTE_MAX } from '@nofiller/contract/orders/payment-case-kinds'
import type { PaymentCase } from '@nofiller/contract/orders/payment-cases'
import { messageOf } from '../../../api/api-error.ts'
import { useForm } from '../../../api/use-form.ts'
import { toast } from '../../../ui/feedback/toast.tsx'
import { Field, Textarea } from '../../../ui/form/field.tsx'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import { Price } from '../../../ui/price.tsx'
import { CASE_NAMES } from './case-names.ts'
import { useCaseActions } from './use-case-actions.ts'

const NOTE_MISSING = 'Say what was done.'

/** Asks how a case was resolved, and closes it. */
export function ResolveCase({ paymentCase, onClose }: { paymentCase: PaymentCase; onClose: () => void }) {
  const { resolve } = useCaseActions(paymentCase)
  const form = useForm({
    initial: { note: '' },
    check: ({ note }) => ({ note: note.trim() === '' ? NOTE_MISSING : null }),
    send: ({ note }) => resolve(note.trim()),
    onSent: () => {
      toast('Case resolved.')
      onClose()
    },
    failureOf: (error) => messageOf(error, 'The case could not be resolved.'),
  })
  return (
    <FormDialog form={form} title="Resolve case" width="small" onClose={onClose} button="Resolve">
      <p>
        <b className="font-650">
          {CASE_NAMES[paymentCase.kind]}, <Price dollars={paymentCase.amount} />
        </b>
        <span className="block break-words text-muted">
          {paymentCase.gameTitle}, {paymentCase.email}
        </span>
      </p>
      <p>{paymentCase.nextStep}</p>
      <Field
        label="What was done"
        hint="Kept with the case, along with your name and the time."
        {...form.field('note')}
      >
        <Textarea required maxLength={CASE_NOTE_MAX} />
      </Field>
    </FormDialog>
  )
}
