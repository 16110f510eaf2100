import { REASON_MAX, REASON_MIN, REASON_MISSING } from '@nofiller/contract/admin/admin-rules'
import type { PaymentCase } from '@nofiller/contract/orders/payment-cases'
import { TRANSACTION_MAX, TRANSACTION_MISSING } from '@nofiller/contract/orders/refund-rules'
import { showPrice } from '@nofiller/contract/pricing/money'
import { shortProblem } from '@nofiller/contract/text/text-length'
import { useForm } from '../../../api/use-form.ts'
import { toast } from '../../../ui/feedback/toast.tsx'
import { Field, Textarea, TextInput } from '../../../ui/form/field.tsx'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import { useCaseActions } from './use-case-actions.ts'

/** Records that the money of a case was refunded. */
export function ReturnMoney({ paymentCase, onClose }: { paymentCase: PaymentCase; onClose: () => void }) {
  const { refund } = useCaseActions(paymentCase)
  const amount = showPrice(paymentCase.amount)
  const form = useForm({
    initial: { transactionId: '', reason: '' },
    check: ({ transactionId, reason }) => ({
      transactionId: transactionId.trim() === '' ? TRANSACTION_MISSING : null,
      reason: shortProblem(reason, REASON_MIN, REASON_MISSING),
    }),
    send: ({ transactionId, reason }) =>
      refund({ amount: paymentCase.amount, transactionId: transactionId.trim(), reason: reason.trim() }),
    onSent: () => {
      toast(`${amount} refunded. The case is closed.`)
      onClose()
    },
  })
  return (
    <FormDialog form={form} title="Book the refund" onClose={onClose} button={`Refund ${amount}`}>
      <p className="text-muted">
        Send {amount} first, then book it here. This closes the case and emails the buyer. Nothing leaves
        their library, and no developer’s balance changes.
      </p>
      <Field
        label="Transaction ID"
        hint="Of the payment that sent the money back."
        {...form.field('transactionId')}
      >
        <TextInput required maxLength={TRANSACTION_MAX} className="font-mono" />
      </Field>
      <Field label="Reason" hint="The buyer reads it." {...form.field('reason')}>
        <Textarea required maxLength={REASON_MAX} size="small" />
      </Field>
    </FormDialog>
  )
}
