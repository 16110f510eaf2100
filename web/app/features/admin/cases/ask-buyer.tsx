import {
  ANSWER_DAYS,
  CASE_LETTER_MAX,
  CASE_LETTER_MISSING,
} from '@nofiller/contract/orders/payment-case-kinds'
import type { PaymentCase } from '@nofiller/contract/orders/payment-cases'
import { showPrice } from '@nofiller/contract/pricing/money'
import { useForm } from '../../../api/use-form.ts'
import { useStore } from '../../../shell/store-info.ts'
import { toast } from '../../../ui/feedback/toast.tsx'
import { Field, Textarea } from '../../../ui/form/field.tsx'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import { useCaseActions } from './use-case-actions.ts'

/** Asks a buyer where to send their money. */
export function AskBuyer({ paymentCase, onClose }: { paymentCase: PaymentCase; onClose: () => void }) {
  const { ask } = useCaseActions(paymentCase)
  const store = useStore()
  const form = useForm({
    initial: { text: letterOf(paymentCase, store.name) },
    check: ({ text }) => ({ text: text.trim() === '' ? CASE_LETTER_MISSING : null }),
    send: ({ text }) => ask(text.trim()),
    onSent: () => {
      toast(`Email sent to ${paymentCase.email}.`)
      onClose()
    },
  })
  return (
    <FormDialog form={form} title="Ask for an address" onClose={onClose} button="Send email">
      <p>
        This moves the case to <b className="font-650">With the buyer</b>. If no answer comes, it opens again
        after {ANSWER_DAYS} days.
      </p>
      <Field
        label="Email to the buyer"
        hint={`Goes to ${paymentCase.email}, with a link to the contact form and the order number.`}
        {...form.field('text')}
      >
        <Textarea required rows={9} maxLength={CASE_LETTER_MAX} />
      </Field>
    </FormDialog>
  )
}

const letterOf = ({ amount, coin, orderNumber }: PaymentCase, store: string): string =>
  `Hi,

We owe you ${showPrice(amount)} for order ${orderNumber}.

Please send us an address for ${coin === null ? 'the coin you paid with' : coin}. It must be in a wallet that you control: exchanges may reject the payment.

${store}`
