import type { OrderFlag, OrderStatus } from '@nofiller/contract/order-status'
import { furthest, type Snapshot, type Stage } from '../payments/provider.ts'

/** What `decide` needs to know of an order, as it stands under the lock. */
export type OrderState = {
  id: string
  status: OrderStatus
  flags: readonly OrderFlag[]
  priceCents: number
  currency: string
  /** What each known invoice asks, by the provider's id. */
  asked: ReadonlyMap<string, number>
  /** What an invoice asks whose making was not answered yet, or never. */
  invoicingCents: number | null
  /** Whether our own deadline has passed, and whether the provider's horizon has. */
  overdue: boolean
  beyondHorizon: boolean
}

export type Decision = {
  status: OrderStatus
  flags: OrderFlag[]
  providerStatus: string | null
  /** Confirmed over all invoices of the order that fit it. */
  receivedCents: number
  /** What came beyond the price of a paid order, when it is more than the tolerance; else 0. */
  surplusCents: number
  /** What the provider kept of the price; null while too little came, or while it does not say so of all that came. */
  feeCents: number | null
  /** Invoices that do not name this order, what it asked for and its currency. */
  mismatched: Snapshot[]
}

/** An order only rises; equal rank keeps the older word (decisions §5). */
const RANK: Record<OrderStatus, number> = {
  CREATED: 0,
  WAITING: 1,
  PENDING: 2,
  EXPIRED: 3,
  CANCELLED: 3,
  FAILED: 3,
  PAID: 4,
}

const STATUS: Record<Exclude<Stage, 'unknown'>, OrderStatus> = {
  new: 'CREATED',
  waiting: 'WAITING',
  seen: 'PENDING',
  partial: 'PENDING',
  paid: 'PAID',
  expired: 'EXPIRED',
  cancelled: 'CANCELLED',
  failed: 'FAILED',
}

/**
 * What a provider's read-back means for an order. Pure and total: every stage and flag has an answer, and applying the
 * same read-back again changes nothing. Confirmed money is added up over all invoices: a buyer may pay in parts.
 * @param tolerancePercent how much of the price may be missing from a payment that still counts as full
 */
export function decide(order: OrderState, seen: readonly Snapshot[], tolerancePercent: number): Decision {
  const [matching, mismatched] = partition(seen, (snapshot) => fits(snapshot, order))
  const receivedCents = sumOf(matching, confirmedCents)
  const countedCents = sumOf(matching, countedOf)
  const stages = matching.map(({ stage }): Stage => (stage === 'paid' ? 'partial' : stage)) // the sum alone says paid
  const toleranceCents = (order.priceCents * tolerancePercent) / 100
  const enoughCents = Math.ceil(order.priceCents - toleranceCents)
  const isEnough = countedCents >= enoughCents
  const stage = furthest(stages) ?? 'unknown'
  const said = isEnough ? 'PAID' : stage === 'unknown' ? order.status : STATUS[stage]
  const status = byOurClock(order, higher(order.status, said))
  const beyondCents = receivedCents - order.priceCents
  const surplusCents = status === 'PAID' && beyondCents > toleranceCents ? beyondCents : 0
  return {
    status,
    flags: flagsOf(order, {
      status,
      matching,
      stages,
      isEnough,
      isShort: receivedCents > 0 && receivedCents < enoughCents,
      isOver: surplusCents > 0,
      isMismatched: mismatched.length > 0,
    }),
    providerStatus: matching[stages.indexOf(stage)]?.providerStatus ?? null,
    receivedCents,
    surplusCents,
    feeCents: receivedCents < enoughCents ? null : feeOnPrice(matching, receivedCents, order.priceCents),
    mismatched,
  }
}

/** An invoice that the store does not know, because its answer got lost, asks the price or what was being asked for. */
function fits({ providerInvoiceId, orderId, amountCents, currency }: Snapshot, order: OrderState): boolean {
  const asked = order.asked.get(providerInvoiceId)
  const isAsked =
    asked === undefined
      ? amountCents === order.priceCents || amountCents === order.invoicingCents
      : amountCents === asked
  return orderId === order.id && isAsked && currency.toUpperCase() === order.currency
}

const sumOf = (snapshots: readonly Snapshot[], cents: (snapshot: Snapshot) => number): number =>
  snapshots.reduce((sum, snapshot) => sum + cents(snapshot), 0)

/**
 * An invoice that the provider calls paid, within the same tolerance or by an operator's word, counts as all that it asked.
 * What was cancelled was given back, and what says something unknown counts for nothing.
 */
function confirmedCents({ stage, receivedCents, amountCents }: Snapshot): number {
  if (stage === 'cancelled' || stage === 'unknown') return 0
  return stage === 'paid' ? Math.max(receivedCents, amountCents) : receivedCents
}

/** It came in a way that somebody has to look at before it buys anything, such as a deposit whose payment is not known. */
const isDoubtful = ({ stage, flags }: Snapshot): boolean => stage === 'seen' && flags.includes('review')

/** What of an invoice buys the order's goods, in cents. */
export const countedOf = (one: Snapshot): number => (isDoubtful(one) ? 0 : confirmedCents(one))

/** The fee on what came beyond the price is no cost of the sale. */
function feeOnPrice(matching: readonly Snapshot[], receivedCents: number, priceCents: number): number | null {
  const paying = matching.filter((snapshot) => confirmedCents(snapshot) > 0)
  if (paying.some(({ feeCents }) => feeCents === undefined)) return null
  const kept = sumOf(paying, ({ feeCents }) => feeCents ?? 0)
  return receivedCents > priceCents ? Math.round((kept * priceCents) / receivedCents) : kept
}

const higher = (one: OrderStatus, other: OrderStatus): OrderStatus => (RANK[other] > RANK[one] ? other : one)

/** No money seen by our deadline, or none confirmed by the provider's horizon: the order has expired without any message. */
function byOurClock({ overdue, beyondHorizon }: OrderState, status: OrderStatus): OrderStatus {
  if (RANK[status] < RANK.PENDING && overdue) return 'EXPIRED'
  return status === 'PENDING' && beyondHorizon ? 'EXPIRED' : status
}

type Look = {
  status: OrderStatus
  matching: readonly Snapshot[]
  stages: readonly Stage[]
  isEnough: boolean
  isShort: boolean
  isOver: boolean
  isMismatched: boolean
}

function flagsOf(
  order: OrderState,
  { status, matching, stages, isEnough, isShort, isOver, isMismatched }: Look,
): OrderFlag[] {
  const moneyMoves = stages.some((stage) => stage === 'seen' || stage === 'partial')
  const wasClosed = RANK[order.status] === RANK.EXPIRED
  const isTakenBack =
    order.status === 'PAID' && !isEnough && (stages.includes('cancelled') || stages.includes('failed'))
  const says = (flag: OrderFlag) => matching.some((snapshot) => snapshot.flags.includes(flag))
  const flags: Record<OrderFlag, boolean> = {
    underpaid: status !== 'PAID' && (says('underpaid') || stages.includes('partial') || isShort),
    // Of a paid order only what its payment case is about: a little too much within the tolerance is nobody's matter.
    overpaid: isOver || (status !== 'PAID' && says('overpaid')),
    late:
      says('late') ||
      (status === 'PAID' ? wasClosed || order.flags.includes('late') : wasClosed && moneyMoves),
    manual: says('manual') || order.flags.includes('manual'),
    review: says('review') || isMismatched || isTakenBack || stages.includes('unknown'),
  }
  return (Object.keys(flags) as OrderFlag[]).filter((flag) => flags[flag])
}

function partition<T>(all: readonly T[], belongs: (one: T) => boolean): [T[], T[]] {
  return [all.filter(belongs), all.filter((one) => !belongs(one))]
}
