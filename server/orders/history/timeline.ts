import { ORDER_EVENTS } from '@nofiller/contract/orders/order-status'
import type { OrderEvent } from '@nofiller/contract/orders/orders'
import { CASE_KINDS } from '@nofiller/contract/orders/payment-case-kinds'
import { dollarsOf } from '@nofiller/contract/pricing/money'

/** A row of `order_events`; `detail` holds the particulars. */
export type EventRow = { kind: string; at: string; detail: Record<string, unknown> }
export type PaymentRow = {
  coin: string | null
  amountCents: number
  confirmed: boolean
  transactionId: string | null
  firstSeenAt: string
  updatedAt: string
}
export type CaseRow = { openedAt: string; resolvedAt: string | null }
export type OrderRecords = {
  paidAt: string | null
  events: readonly EventRow[]
  payments: readonly PaymentRow[]
  cases: readonly CaseRow[]
}

/**
 * What happened to an order, oldest first: its recorded events and, for kinds that were not recorded, events derived from
 * payments and cases. Times are ISO 8601 of one length, so they sort as text.
 */
export function timeline(records: OrderRecords): OrderEvent[] {
  const written = records.events.flatMap(toEvent)
  const kinds = new Set(written.map((event) => event.kind))
  const derived = derivedEvents(records).filter((event) => !kinds.has(event.kind))
  return [...written, ...derived].sort((one, other) =>
    one.at === other.at
      ? ORDER_WITHIN_A_MOMENT.indexOf(one.kind) - ORDER_WITHIN_A_MOMENT.indexOf(other.kind)
      : one.at < other.at
        ? -1
        : 1,
  )
}

function toEvent(row: EventRow): OrderEvent[] {
  const { kind, at, detail } = row
  const known = ORDER_EVENTS.find((name) => name === kind)
  if (!known) return []
  return [
    {
      kind: known,
      at,
      coin: textOf(detail.coin),
      amount: typeof detail.amountCents === 'number' ? dollarsOf(detail.amountCents) : null,
      transactionId: textOf(detail.transactionId),
      case: CASE_KINDS.find((name) => name === detail.case) ?? null,
      ending: endingOf(row),
    },
  ]
}

/** How a closed case ended. Events from before case refunds were recorded only name the admin who closed it. */
function endingOf({ kind, detail }: EventRow): OrderEvent['ending'] {
  if (kind !== 'case_resolved') return null
  if (detail.isRefunded === true) return 'refund'
  return textOf(detail.by) === null ? 'itself' : 'person'
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

const NOTHING = { coin: null, amount: null, transactionId: null, case: null, ending: null }

function derivedEvents({ paidAt, events, payments, cases }: OrderRecords): OrderEvent[] {
  const waitingSince = events.find(({ kind }) => kind === 'WAITING')?.at
  const first = payments.find(({ coin }) => coin !== null)
  const chosen: OrderEvent[] = first
    ? [{ ...NOTHING, kind: 'coin_chosen', at: waitingSince ?? first.firstSeenAt, coin: first.coin }]
    : []
  return [
    ...chosen,
    ...payments.filter(hasMoney).flatMap((payment) => eventsOfPayment(payment, paidAt)),
    ...cases.flatMap(eventsOfCase),
  ]
}

/** A payment with a chosen coin but no transfer holds no money. */
export const hasMoney = ({ amountCents }: PaymentRow): boolean => amountCents > 0

function eventsOfPayment(payment: PaymentRow, paidAt: string | null): OrderEvent[] {
  const { coin, transactionId, firstSeenAt, updatedAt } = payment
  const what = { ...NOTHING, coin, amount: dollarsOf(payment.amountCents), transactionId }
  const appeared: OrderEvent = { kind: 'payment_seen', at: firstSeenAt, ...what }
  if (!payment.confirmed) return [appeared]
  // The row shows the last read-back, so a payment of a paid order counts as confirmed at the time the order was paid.
  const wasPaidBy = paidAt !== null && firstSeenAt < paidAt && paidAt < updatedAt
  return [appeared, { kind: 'payment_confirmed', at: wasPaidBy ? paidAt : updatedAt, ...what }]
}

function eventsOfCase({ openedAt, resolvedAt }: CaseRow): OrderEvent[] {
  const opened: OrderEvent = { kind: 'case_opened', at: openedAt, ...NOTHING }
  return resolvedAt === null ? [opened] : [opened, { kind: 'case_resolved', at: resolvedAt, ...NOTHING }]
}

/** The sequence of events of the same moment. */
const ORDER_WITHIN_A_MOMENT: readonly OrderEvent['kind'][] = [
  'CREATED',
  'WAITING',
  'coin_chosen',
  'payment_seen',
  'PENDING',
  'EXPIRED',
  'CANCELLED',
  'FAILED',
  'payment_confirmed',
  'PAID',
  'delivered',
  'case_opened',
  'case_resolved',
  'refunded',
  'revoked',
]
