import { REASON_MAX, REASON_MIN, REASON_MISSING } from '@nofiller/contract/admin/admin-rules'
import type { AdminOrder } from '@nofiller/contract/orders/admin-orders'
import { shortProblem } from '@nofiller/contract/text/text-length'
import { useState } from 'react'
import { useForm } from '../../../api/use-form.ts'
import { currentTime } from '../../../ui/clock.ts'
import { toast } from '../../../ui/feedback/toast.tsx'
import { Checkbox, Field, FieldError, Textarea } from '../../../ui/form/field.tsx'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import { linksEnd } from './order-timeline.ts'
import { useOrderActions } from './use-admin-order.ts'

type RevokeDialogProps = {
  detail: AdminOrder
  /** The initially selected items. */
  chosen: readonly number[]
  onClose: () => void
}

/** Revokes items without a refund. */
export function RevokeDialog({
  detail: { order, items: all, linksOutlast },
  chosen,
  onClose,
}: RevokeDialogProps) {
  const items = all.filter(({ revokedAt }) => revokedAt === null)
  const { revoke } = useOrderActions(order.orderId)
  const [picked, setPicked] = useState<readonly number[]>(chosen)
  const form = useForm({
    // `items` has no control of its own: its problem is shown below the items.
    initial: { items: '', reason: '' },
    check: ({ reason }) => ({
      items: picked.length === 0 ? 'Choose what is taken back.' : null,
      reason: shortProblem(reason, REASON_MIN, REASON_MISSING),
    }),
    send: ({ reason }) => revoke([...picked], reason.trim()),
    onSent: () => {
      toast('Taken back.')
      onClose()
    },
  })
  const choose = (position: number, isPicked: boolean) => {
    setPicked(isPicked ? [...picked, position] : picked.filter((other) => other !== position))
    form.set({ items: '' })
  }
  return (
    <FormDialog
      form={form}
      title="Take items back"
      width="small"
      onClose={onClose}
      button="Revoke"
      kind="danger"
    >
      <fieldset className="grid gap-1">
        <legend className="mb-1.5 text-ui font-semibold">Items</legend>
        {items.map(({ position, title, developer }) => (
          <Checkbox
            key={position}
            checked={picked.includes(position)}
            onChange={(event) => choose(position, event.target.checked)}
            hint={developer}
          >
            {title}
          </Checkbox>
        ))}
        <FieldError id="revoke-items-error" error={form.problem('items')} />
      </fieldset>
      <Field label="Reason" hint="The buyer reads it." {...form.field('reason')}>
        <Textarea required maxLength={REASON_MAX} size="small" />
      </Field>
      <p className="rounded-2 border border-line bg-inset px-4 py-3 text-ui text-muted">
        No money goes back. What is chosen leaves the library, unless also owned through another order.{' '}
        {linksEnd(linksOutlast, currentTime().toISOString())}.
      </p>
    </FormDialog>
  )
}
