import { dollarsOf } from '@nofiller/contract/money'
import { ORDER_EVENTS } from '@nofiller/contract/order-status'
import type { OrderEvent } from '@nofiller/contract/orders'

/** A row of `order_events`; what it is about stands in `detail`. */
export type KeptEvent = { kind: string; at: string; detail: Record<string, unknown> }
export type KeptPayment = {
  coin: string | null
  amountCents: number
  confirmed: boolean
  transactionId: string | null
  firstSeenAt: string
  updatedAt: string
}
export type KeptCase = { openedAt: string; resolvedAt: string | null }
export type Kept = {
  paidAt: string | null
  events: readonly KeptEvent[]
  payments: readonly KeptPayment[]
  cases: readonly KeptCase[]
}

/**
 * What happened to an order, oldest first. What was written down as it happened counts; of a kind that was not, the story
 * is told by the payments and cases themselves. Times are ISO 8601 of one length, so they sort as text.
 */
export function timeline(kept: Kept): OrderEvent[] {
  const written = kept.events.flatMap(toEvent)
  const kinds = new Set(written.map((event) => event.kind))
  const told = toldBy(kept).filter((event) => !kinds.has(event.kind))
  return [...written, ...told].sort((one, other) =>
    one.at === other.at ? STORY.indexOf(one.kind) - STORY.indexOf(other.kind) : one.at < other.at ? -1 : 1,
  )
}

function toEvent({ kind, at, detail }: KeptEvent): OrderEvent[] {
  const known = ORDER_EVENTS.find((name) => name === kind)
  if (!known) return []
  return [
    {
      kind: known,
      at,
      coin: textOf(detail.coin),
      amount: typeof detail.amountCents === 'number' ? dollarsOf(detail.amountCents) : null,
      transactionId: textOf(detail.transactionId),
    },
  ]
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

const NOTHING = { coin: null, amount: null, transactionId: null }

function toldBy({ paidAt, events, payments, cases }: Kept): OrderEvent[] {
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

/** One whose coin was chosen, and no more, holds nothing. */
export const hasMoney = ({ amountCents }: KeptPayment): boolean => amountCents > 0

function eventsOfPayment(payment: KeptPayment, paidAt: string | null): OrderEvent[] {
  const { coin, transactionId, firstSeenAt, updatedAt } = payment
  const what = { coin, amount: dollarsOf(payment.amountCents), transactionId }
  const seen: OrderEvent = { kind: 'payment_seen', at: firstSeenAt, ...what }
  if (!payment.confirmed) return [seen]
  // It was read again since; what paid the order was confirmed by the time the order was paid.
  const wasPaidBy = paidAt !== null && firstSeenAt < paidAt && paidAt < updatedAt
  return [seen, { kind: 'payment_confirmed', at: wasPaidBy ? paidAt : updatedAt, ...what }]
}

function eventsOfCase({ openedAt, resolvedAt }: KeptCase): OrderEvent[] {
  const opened: OrderEvent = { kind: 'case_opened', at: openedAt, ...NOTHING }
  return resolvedAt === null ? [opened] : [opened, { kind: 'case_resolved', at: resolvedAt, ...NOTHING }]
}

/** What is of the same moment is told in this order. */
const STORY: readonly OrderEvent['kind'][] = [
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
]
