import { REASON_MAX, REASON_MIN, REASON_MISSING } from '@nofiller/contract/admin/admin-rules'
import type { AdminOrder, AdminOrderItem } from '@nofiller/contract/orders/admin-orders'
import { TRANSACTION_MAX, TRANSACTION_MISSING } from '@nofiller/contract/orders/refund-rules'
import { amountProblem, centsOfText } from '@nofiller/contract/pricing/amount'
import { centsOf, dollarsOf, showPrice } from '@nofiller/contract/pricing/money'
import { shortProblem } from '@nofiller/contract/text/text-length'
import { useState } from 'react'
import { useForm } from '../../../api/use-form.ts'
import { currentTime } from '../../../ui/clock.ts'
import { toast } from '../../../ui/feedback/toast.tsx'
import { Checkbox, Field, FieldError, Textarea, TextInput } from '../../../ui/form/field.tsx'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import { Price } from '../../../ui/price.tsx'
import { linksEnd } from './order-timeline.ts'
import { type Back, refundEffect } from './refund-effect.ts'
import { useOrderActions } from './use-admin-order.ts'

type RefundDialogProps = {
  detail: AdminOrder
  /** The initially selected items. */
  chosen: readonly number[]
  onClose: () => void
}

/** Records money that was refunded, and shows the effect first. */
export function RefundDialog({ detail, chosen, onClose }: RefundDialogProps) {
  const { form, items, amounts, backs, choose } = useRefund(detail, chosen, onClose)
  return (
    <FormDialog
      form={form}
      title="Book a refund"
      onClose={onClose}
      button={backs.length === 0 ? 'Refund' : `Refund ${showPrice(totalOf(backs))}`}
    >
      <p className="text-muted">
        Send the money first, then book it here. The order stays paid and is marked as refunded.
      </p>
      <fieldset className="grid gap-2">
        <legend className="mb-1.5 text-ui font-semibold">Items</legend>
        {items.map((item) => (
          <ItemRow
            key={item.position}
            item={item}
            amount={amounts.get(item.position)}
            isInvalid={form.problem('items') !== null && !isRight(item, amounts)}
            onChange={(amount) => choose(item.position, amount)}
          />
        ))}
        <FieldError id={ITEMS_ERROR} error={form.problem('items')} />
      </fieldset>
      <Field
        label="Transaction ID"
        hint="Of the payment that sent the money back. It can be booked once."
        {...form.field('transactionId')}
      >
        <TextInput required maxLength={TRANSACTION_MAX} className="font-mono" />
      </Field>
      <Field label="Reason" hint="The buyer and the developers read it." {...form.field('reason')}>
        <Textarea required maxLength={REASON_MAX} size="small" />
      </Field>
      {backs.length > 0 && <Effect detail={detail} backs={backs} />}
    </FormDialog>
  )
}

/** The typed amount of each selected item, by its position. */
type Amounts = ReadonlyMap<number, string>

function useRefund({ order, items: all }: AdminOrder, chosen: readonly number[], onClose: () => void) {
  const items = all.filter(({ left }) => left > 0)
  const [amounts, setAmounts] = useState<Amounts>(() => allLeftOf(items, chosen))
  const { refund } = useOrderActions(order.orderId)
  const backs = backsOf(items, amounts)
  const form = useForm({
    // `items` has no control of its own: its problem is shown below the items.
    initial: { items: '', transactionId: '', reason: '' },
    check: ({ transactionId, reason }) => ({
      items: choiceProblem(items, amounts),
      transactionId: transactionId.trim() === '' ? TRANSACTION_MISSING : null,
      reason: shortProblem(reason, REASON_MIN, REASON_MISSING),
    }),
    send: async ({ transactionId, reason }) => {
      await refund({
        items: backs.map(({ position, cents }) => ({ position, amount: dollarsOf(cents) })),
        transactionId: transactionId.trim(),
        reason: reason.trim(),
      })
      return totalOf(backs) // the items were refetched by now
    },
    onSent: (total) => {
      toast(`${showPrice(total)} refunded.`)
      onClose()
    },
  })
  const choose = (position: number, amount: string | null) => {
    const next = new Map(amounts)
    if (amount === null) next.delete(position)
    else next.set(position, amount)
    setAmounts(next)
    form.set({ items: '' })
  }
  return { form, items, amounts, backs, choose }
}

const allLeftOf = (items: readonly AdminOrderItem[], chosen: readonly number[]): Amounts =>
  new Map(
    items
      .filter(({ position }) => chosen.includes(position))
      .map(({ position, left }) => [position, left.toFixed(2)]),
  )

function choiceProblem(items: readonly AdminOrderItem[], amounts: Amounts): string | null {
  if (amounts.size === 0) return 'Choose what is refunded.'
  const wrong = items.find((item) => !isRight(item, amounts))
  if (!wrong) return null
  const unread = amountProblem(amounts.get(wrong.position) ?? '')
  return unread ?? `Enter an amount for ${wrong.title}, up to ${showPrice(wrong.left)}.`
}

/** Whether an item is not selected, or its refund does not exceed the rest. */
function isRight({ position, left }: AdminOrderItem, amounts: Amounts): boolean {
  const amount = amounts.get(position)
  if (amount === undefined) return true
  const cents = centsOfText(amount)
  return cents !== null && cents > 0 && cents <= (centsOf(left) ?? 0)
}

/** The selected items with a valid amount. */
const backsOf = (items: readonly AdminOrderItem[], amounts: Amounts): Back[] =>
  items
    .filter((item) => amounts.has(item.position) && isRight(item, amounts))
    .map(({ position }) => ({ position, cents: centsOfText(amounts.get(position) ?? '') ?? 0 }))

const totalOf = (backs: readonly Back[]): number =>
  dollarsOf(backs.reduce((total, { cents }) => total + cents, 0))

type ItemRowProps = {
  item: AdminOrderItem
  amount: string | undefined
  isInvalid: boolean
  onChange: (amount: string | null) => void
}

/** An item with its refund amount. */
const ItemRow = ({ item: { title, developer, left }, amount, isInvalid, onChange }: ItemRowProps) => (
  <div className="grid min-h-12 grid-cols-[minmax(0,1fr)_120px] items-center gap-x-4">
    <Checkbox
      checked={amount !== undefined}
      onChange={(event) => onChange(event.target.checked ? left.toFixed(2) : null)}
      hint={`${developer}, ${showPrice(left)} left`}
    >
      {title}
    </Checkbox>
    {amount !== undefined && (
      <TextInput
        aria-label={`Amount for ${title}, in dollars`}
        inputMode="decimal"
        value={amount}
        aria-invalid={isInvalid || undefined}
        aria-describedby={isInvalid ? ITEMS_ERROR : undefined}
        onChange={(event) => onChange(event.target.value)}
        className="text-right tabular-nums"
      />
    )}
  </div>
)

const ITEMS_ERROR = 'refund-items-error'

type EffectProps = { detail: AdminOrder; backs: readonly Back[] }

/** The effect, in figures. */
function Effect({ detail: { items, shares, linksOutlast }, backs }: EffectProps) {
  const { total, developers, store, fee } = refundEffect(shares, backs)
  const own = items.filter(({ position }) => backs.some((back) => back.position === position))
  const full = own.filter(
    ({ position, left, revokedAt }) =>
      revokedAt === null &&
      backs.some((back) => back.position === position && dollarsOf(back.cents) === left),
  )
  const names = [...new Set(own.map(({ developer }) => developer))]
  return (
    <section
      aria-label="What will happen"
      className="rounded-2 border border-line bg-inset px-4 py-3 text-ui"
    >
      <h3 className="mb-1 font-650">What will happen</h3>
      <ul className="grid list-disc gap-1 pl-4 text-muted">
        <li>
          We email the buyer that <Price dollars={total} /> came back.
        </li>
        <li>
          {names.length === 1 ? `${names[0]} gives` : `${names.length} developers give`} back{' '}
          <Price dollars={developers} />, the store <Price dollars={store} />
          {fee > 0 && `, and the store also bears the provider’s fee of ${showPrice(fee)}`}.
        </li>
        <li>{leavingOf(full, linksOutlast)}</li>
      </ul>
    </section>
  )
}

function leavingOf(full: readonly AdminOrderItem[], linksOutlast: boolean): string {
  if (full.length === 0) return 'Nothing leaves the library: no item is refunded in full.'
  const names = full.map(({ title }) => title).join(', ')
  return `${names} ${full.length === 1 ? 'leaves' : 'leave'} the library, unless also owned through another order. ${linksEnd(linksOutlast, currentTime().toISOString())}.`
}
