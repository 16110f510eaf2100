import {
  type OrderFlag,
  type OrderStatus,
  type PaymentFlag,
  REFUND_FLAGS,
} from '@nofiller/contract/orders/order-status'
import {
  furthest,
  invoiceKey,
  type ProviderSnapshot,
  type Snapshot,
  type Stage,
} from '../../payments/provider.ts'
import type { RisenPrice } from '../checkout/risen-price.ts'

/** What `decide` needs to know about an order, read under the lock. */
export type OrderState = {
  id: string
  status: OrderStatus
  flags: readonly OrderFlag[]
  priceCents: number
  currency: string
  /** The amount of each known invoice, by its `invoiceKey`. */
  asked: ReadonlyMap<string, number>
  /** The amount of an invoice that was requested but whose response has not come, yet or ever. */
  invoicingCents: number | null
  /** Whether the store's deadline has passed, and whether the provider's horizon has. */
  overdue: boolean
  beyondHorizon: boolean
  risen: RisenPrice | null
  /** Refunded money that had bought nothing: providers still report it. */
  returnedCents: number
  /** The part of it that did not count when it was refunded. */
  returnedUncountedCents: number
}

export type Decision = {
  status: OrderStatus
  flags: OrderFlag[]
  providerStatus: string | null
  /** Confirmed over all invoices of the order that match it, minus refunded money. */
  receivedCents: number
  /** Money on its invoices, confirmed or not, that was neither refunded nor bought the goods. */
  unspentCents: number
  /** The surplus over the price of a paid order, when it exceeds the tolerance; else 0. */
  surplusCents: number
  /** Whether its money came too late for the old price and does not cover today's. */
  isOutpriced: boolean
  /** The provider's fee on the price; null while money is missing, or while the provider reports no fee for a part of it. */
  feeCents: number | null
  /** Invoices whose order, amount or currency do not match this order. */
  mismatched: ProviderSnapshot[]
}

/** An order's rank only rises; at equal rank the earlier status stays (requirements 6.4). */
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
export function decide(
  order: OrderState,
  snapshots: readonly ProviderSnapshot[],
  tolerancePercent: number,
): Decision {
  const [matching, mismatched] = partition(snapshots, (snapshot) => fits(snapshot, order))
  const confirmed = sumOf(matching, confirmedCents)
  const receivedCents = Math.max(0, confirmed - returnedOf(order, sumOf(snapshots, moneyOn) - confirmed))
  const counted = sumOf(matching, countedOf)
  const uncountedCents = sumOf(snapshots, moneyOn) - counted
  const countedCents = counted - returnedOf(order, uncountedCents)
  const stages = matching.map(({ stage }): Stage => (stage === 'paid' ? 'partial' : stage)) // the sum alone means paid
  const toleranceCents = (order.priceCents * tolerancePercent) / 100
  const enoughFor = (priceCents: number) => Math.ceil(priceCents - (priceCents * tolerancePercent) / 100)
  const enoughCents = enoughFor(order.priceCents)
  const isOutpriced =
    order.risen !== null &&
    order.risen.inTimeCents < enoughCents &&
    countedCents < enoughFor(order.risen.todayCents) &&
    !matching.some(({ flags }) => flags.includes('manual')) // support has decided
  const isEnough = countedCents >= enoughCents && !isOutpriced
  const stage = furthest(stages) ?? 'unknown'
  const said = isEnough ? 'PAID' : stage === 'unknown' ? order.status : STATUS[stage]
  const status = byOurClock(order, higher(order.status, said), isOutpriced)
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
      isOutpriced,
      isForSupport: mismatched.length > 0 || (isOutpriced && receivedCents > 0),
    }),
    providerStatus: matching[stages.indexOf(stage)]?.providerStatus ?? null,
    receivedCents,
    unspentCents: Math.max(
      0,
      status === 'PAID'
        ? uncountedCents - order.returnedUncountedCents
        : counted + uncountedCents - order.returnedCents,
    ),
    surplusCents,
    isOutpriced,
    feeCents: receivedCents < enoughCents ? null : feeOnPrice(matching, confirmed, order.priceCents),
    mismatched,
  }
}

/** An invoice that the store does not know, because its response was lost, asks for the price or for the requested amount. */
function fits(snapshot: ProviderSnapshot, order: OrderState): boolean {
  const { orderId, amountCents, currency } = snapshot
  const asked = order.asked.get(invoiceKey(snapshot))
  const isAsked =
    asked === undefined
      ? amountCents === order.priceCents || amountCents === order.invoicingCents
      : amountCents === asked
  return orderId === order.id && isAsked && currency.toUpperCase() === order.currency
}

export const sumOf = (snapshots: readonly Snapshot[], cents: (snapshot: Snapshot) => number): number =>
  snapshots.reduce((sum, snapshot) => sum + cents(snapshot), 0)

/**
 * An invoice that the provider calls paid, within the same tolerance or by an operator's decision, counts in full.
 * A cancelled payment was refunded, and an unknown state counts for nothing.
 */
export function confirmedCents({ stage, receivedCents, amountCents }: Snapshot): number {
  if (stage === 'cancelled' || stage === 'unknown') return 0
  return stage === 'paid' ? Math.max(receivedCents, amountCents) : receivedCents
}

/** All money on an invoice, confirmed or not. */
export const moneyOn = (one: Snapshot): number =>
  Math.max(
    one.receivedCents,
    confirmedCents(one),
    one.payments.reduce((sum, payment) => sum + payment.amountCents, 0),
  )

/**
 * How much of the counted money was refunded. Refunds of money that never counted, such as a deposit in a wrong coin, are
 * taken off the money that does not count, as long as there is some.
 */
export const returnedOf = (
  { returnedCents, returnedUncountedCents }: Pick<OrderState, 'returnedCents' | 'returnedUncountedCents'>,
  uncountedCents: number,
): number => returnedCents - Math.min(returnedUncountedCents, uncountedCents)

/** Whether support must check an invoice before it counts, such as a deposit without a known payment. */
const isDoubtful = ({ stage, flags }: Snapshot): boolean => stage === 'seen' && flags.includes('review')

/** The part of an invoice that counts towards the price, in cents. */
export const countedOf = (one: Snapshot): number => (isDoubtful(one) ? 0 : confirmedCents(one))

/** The fee on money beyond the price is not a cost of the sale. */
function feeOnPrice(matching: readonly Snapshot[], receivedCents: number, priceCents: number): number | null {
  const paying = matching.filter((snapshot) => confirmedCents(snapshot) > 0)
  if (paying.some(({ feeCents }) => feeCents === undefined)) return null
  const fees = sumOf(paying, ({ feeCents }) => feeCents ?? 0)
  return receivedCents > priceCents ? Math.round((fees * priceCents) / receivedCents) : fees
}

const higher = (one: OrderStatus, other: OrderStatus): OrderStatus => (RANK[other] > RANK[one] ? other : one)

/**
 * An order expires when no money came by the store's deadline, or no confirmed money by the provider's horizon. An outpriced
 * order expires too, so the buyer can start over.
 */
function byOurClock(
  { overdue, beyondHorizon }: OrderState,
  status: OrderStatus,
  isOutpriced: boolean,
): OrderStatus {
  if (RANK[status] < RANK.EXPIRED && isOutpriced) return 'EXPIRED'
  if (RANK[status] < RANK.PENDING && overdue) return 'EXPIRED'
  return status === 'PENDING' && beyondHorizon ? 'EXPIRED' : status
}

type ReadBack = {
  status: OrderStatus
  matching: readonly Snapshot[]
  stages: readonly Stage[]
  isEnough: boolean
  isShort: boolean
  isOver: boolean
  isOutpriced: boolean
  isForSupport: boolean
}

function flagsOf(
  order: OrderState,
  { status, matching, stages, isEnough, isShort, isOver, isOutpriced, isForSupport }: ReadBack,
): OrderFlag[] {
  const moneyMoves = stages.some((stage) => stage === 'seen' || stage === 'partial')
  const wasClosed = RANK[order.status] === RANK.EXPIRED
  // Confirmed money that becomes unconfirmed may still be confirmed until the provider's horizon.
  const mayComeBack = !order.beyondHorizon && !stages.includes('cancelled') && !stages.includes('failed')
  const isTakenBack = order.status === 'PAID' && stages.length > 0 && !isEnough && !mayComeBack
  const says = (flag: OrderFlag) => matching.some((snapshot) => snapshot.flags.includes(flag))
  const flags: Record<PaymentFlag, boolean> = {
    // An outpriced order keeps neither `underpaid` nor `late`: the buyer may start over.
    underpaid:
      status !== 'PAID' && !isOutpriced && (says('underpaid') || stages.includes('partial') || isShort),
    // A paid order keeps `overpaid` only when it has a payment case: a surplus within the tolerance is ignored.
    overpaid: isOver || (status !== 'PAID' && says('overpaid')),
    late:
      !isOutpriced &&
      (says('late') ||
        (status === 'PAID' ? wasClosed || order.flags.includes('late') : wasClosed && moneyMoves)),
    manual: says('manual') || order.flags.includes('manual'),
    review: says('review') || isForSupport || isTakenBack || stages.includes('unknown'),
  }
  const refunds = order.flags.filter((flag) => REFUND_FLAGS.some((refund) => refund === flag))
  return [...(Object.keys(flags) as PaymentFlag[]).filter((flag) => flags[flag]), ...refunds]
}

function partition<T>(all: readonly T[], belongs: (one: T) => boolean): [T[], T[]] {
  return [all.filter(belongs), all.filter((one) => !belongs(one))]
}
