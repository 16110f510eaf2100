import type { OrderFlag, OrderStatus } from '@nofiller/contract/order-status'
import type { Snapshot, Stage } from '../payments/provider.ts'

/** What `decide` needs to know of an order, as it stands under the lock. */
export type OrderState = {
  id: string
  status: OrderStatus
  flags: readonly OrderFlag[]
  priceCents: number
  currency: string
  /** Whether our own deadline has passed, and whether the provider's horizon has. */
  overdue: boolean
  beyondHorizon: boolean
}

export type Decision = {
  status: OrderStatus
  flags: OrderFlag[]
  providerStatus: string | null
  /** Invoices that do not name this order, its price and its currency. */
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
 * same read-back again changes nothing.
 * @param tolerancePercent how much may be missing from a payment that still counts as full
 */
export function decide(order: OrderState, seen: readonly Snapshot[], tolerancePercent: number): Decision {
  const [matching, mismatched] = partition(seen, (snapshot) => namesOrder(snapshot, order))
  const stages = matching.map((snapshot) => withTolerance(snapshot, tolerancePercent))
  const said = stages.flatMap((stage) => (stage === 'unknown' ? [] : STATUS[stage]))
  const status = byOurClock(order, said.reduce(higher, order.status))
  return {
    status,
    flags: flagsOf(order, status, matching, stages, mismatched.length > 0),
    providerStatus: matching.at(-1)?.providerStatus ?? null,
    mismatched,
  }
}

const namesOrder = (snapshot: Snapshot, order: OrderState): boolean =>
  snapshot.orderId === order.id &&
  snapshot.amountCents === order.priceCents &&
  snapshot.currency.toUpperCase() === order.currency

/** A confirmed payment that is short by no more than the tolerance is a full one. */
function withTolerance(snapshot: Snapshot, tolerancePercent: number): Stage {
  const enough = Math.ceil(snapshot.amountCents * (1 - tolerancePercent / 100))
  return snapshot.stage === 'partial' && snapshot.receivedCents >= enough ? 'paid' : snapshot.stage
}

const higher = (one: OrderStatus, other: OrderStatus): OrderStatus => (RANK[other] > RANK[one] ? other : one)

/** No money seen by our deadline, or none confirmed by the provider's horizon: the order has expired without any message. */
function byOurClock({ overdue, beyondHorizon }: OrderState, status: OrderStatus): OrderStatus {
  if (RANK[status] < RANK.PENDING && overdue) return 'EXPIRED'
  return status === 'PENDING' && beyondHorizon ? 'EXPIRED' : status
}

function flagsOf(
  order: OrderState,
  status: OrderStatus,
  matching: readonly Snapshot[],
  stages: readonly Stage[],
  isMismatched: boolean,
): OrderFlag[] {
  const moneyMoves = stages.some((stage) => stage === 'seen' || stage === 'partial' || stage === 'paid')
  const wasClosed = RANK[order.status] === RANK.EXPIRED
  const flags: Record<OrderFlag, boolean> = {
    underpaid: status !== 'PAID' && stages.includes('partial'),
    overpaid: matching.some((snapshot) => snapshot.overpaid) || confirmedCents(matching) > order.priceCents,
    late: status === 'PAID' ? wasClosed || order.flags.includes('late') : wasClosed && moneyMoves,
    manual: order.flags.includes('manual'),
    review: isMismatched || stages.includes('unknown'),
  }
  return (Object.keys(flags) as OrderFlag[]).filter((flag) => flags[flag])
}

/** Over all invoices of the order: a buyer may have paid two of them. */
const confirmedCents = (matching: readonly Snapshot[]): number =>
  matching
    .filter((snapshot) => snapshot.stage === 'paid' || snapshot.stage === 'partial')
    .reduce((sum, snapshot) => sum + snapshot.receivedCents, 0)

function partition<T>(all: readonly T[], belongs: (one: T) => boolean): [T[], T[]] {
  return [all.filter(belongs), all.filter((one) => !belongs(one))]
}
