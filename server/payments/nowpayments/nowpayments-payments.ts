import type { OrderFlag } from '@nofiller/contract/orders/order-status'
import { z } from 'zod'
import { covers, exactCents, nearestCents, shareOfCents, unitsOf } from '../decimal.ts'
import { furthest, type Payment, type ReadInvoice, type Stage } from '../provider.ts'
import { coinOfCode } from './nowpayments-coins.ts'

/** An id, a number in some responses and text in others; it becomes part of a URL. */
export const Reference = z
  .union([z.number().int().nonnegative(), z.string().regex(/^[\w-]{1,64}$/)])
  .transform(String)
const Decimal = z.union([z.number(), z.string()])
const Coins = Decimal.nullish().transform((value) => (value == null ? 0n : (unitsOf(value) ?? 0n)))

/** A payment as `GET /v1/payment/{id}` and the list return it. */
export const PaymentRecord = z.object({
  payment_id: Reference,
  invoice_id: Reference.nullish(),
  order_id: z.string().nullish(),
  payment_status: z.string(),
  price_amount: Decimal,
  price_currency: z.string(),
  pay_amount: Coins,
  actually_paid: Coins,
  pay_currency: z.string(),
  outcome_amount: Coins,
  outcome_currency: z.string().nullish(),
  payin_hash: z.string().nullish(),
  parent_payment_id: Reference.nullish(),
  origin_type: z.string().nullish(),
  payment_extra_ids: z.array(Reference).nullish().catch(null),
})
export type PaymentRecord = z.infer<typeof PaymentRecord>

const STAGE: ReadonlyMap<string, Stage> = new Map([
  ['waiting', 'waiting'],
  ['confirming', 'seen'],
  ['confirmed', 'seen'],
  ['sending', 'seen'],
  ['partially_paid', 'partial'],
  ['finished', 'paid'],
  ['wrong_asset_confirmed', 'seen'],
  ['failed', 'failed'],
  ['refunded', 'cancelled'],
  ['cancelled', 'cancelled'],
  ['canceled', 'cancelled'],
  ['expired', 'expired'],
])
/** The provider's name for a deposit in a coin that was not requested. */
const WRONG_ASSET = 'WRONG_ASSET'

/** The stage of a payment; `unknown` for a status that is not documented. */
export const stageOf = ({ payment_status }: Pick<PaymentRecord, 'payment_status'>): Stage =>
  STAGE.get(payment_status) ?? 'unknown'

/**
 * Snapshots of payments, one for each first payment together with the repeated deposits to its address. Choosing another
 * coin makes another first payment.
 */
export function snapshotsOf(records: readonly PaymentRecord[], tolerancePercent: number): ReadInvoice[] {
  const byId = new Map(records.map((record) => [record.payment_id, record]))
  const families = Map.groupBy(records, (record) => firstOf(record, byId))
  const snapshots = [...families].map(([first, family]) =>
    snapshotOf(
      first,
      family.filter((record) => record !== first),
      tolerancePercent,
    ),
  )
  const invoices = Map.groupBy(snapshots, (snapshot) => snapshot.providerInvoiceId)
  return [...invoices.values()].flatMap(keepCoinsApart)
}

/** The payment that others repeat. A payment that repeats itself has none, and is a stray. */
function firstOf(record: PaymentRecord, byId: ReadonlyMap<string, PaymentRecord>): PaymentRecord {
  const parentOf = (one: PaymentRecord) => byId.get(one.parent_payment_id ?? '')
  let first = record
  for (let step = 0; step < byId.size; step += 1) first = parentOf(first) ?? first
  return parentOf(first) ? record : first
}

/** Support checks parts of one invoice in several coins: their sum pays nothing. */
function keepCoinsApart(snapshots: ReadInvoice[]): ReadInvoice[] {
  const parts = snapshots.filter((snapshot) => snapshot.stage === 'partial')
  const coins = new Set(parts.map((part) => part.payments[0]?.coin))
  if (coins.size < 2) return snapshots
  return snapshots.map((snapshot) =>
    parts.includes(snapshot) ? { ...snapshot, stage: 'seen', flags: ['underpaid', 'review'] } : snapshot,
  )
}

/**
 * A repeated deposit never counts alone: the deposits to one address in one coin are added up and compared with the amount due.
 * `finished` can stand on any amount there. A stray, which came in another coin or for an unknown payment, counts for
 * nothing.
 */
function snapshotOf(first: PaymentRecord, repeated: PaymentRecord[], tolerancePercent: number): ReadInvoice {
  const all = [first, ...repeated]
  const [counted, strays] = isStray(first) ? [[], all] : partition(all, (record) => belongsTo(record, first))
  const telling = counted.length > 0 ? counted : strays
  const arrived = counted.filter(hasArrived).reduce((sum, record) => sum + record.actually_paid, 0n)
  const isPaid = first.pay_amount > 0n && covers(arrived, first.pay_amount, tolerancePercent)
  const saysFinished = telling.some((record) => record.payment_status === 'finished')
  const furthestStage = furthest(telling.map(stageOf)) ?? 'unknown'

  const stage = (): Stage => {
    if (furthestStage !== 'paid' && furthestStage !== 'partial') return furthestStage
    if (arrived === 0n) return 'seen'
    return isPaid ? 'paid' : 'partial'
  }
  const flags: Partial<Record<OrderFlag, boolean>> = {
    overpaid: isPaid && arrived > first.pay_amount,
    review:
      (saysFinished && !isPaid) ||
      (furthestStage !== 'unknown' && telling.some((record) => stageOf(record) === 'unknown')) ||
      strays.some((record) => record.actually_paid > 0n || hasArrived(record)) ||
      telling.some((record) => record.payment_status === 'wrong_asset_confirmed'),
  }
  const priceCents = exactCents(first.price_amount) ?? -1
  const feeCents = feeOf(counted.filter(hasArrived), first)
  return {
    providerInvoiceId: first.invoice_id ?? first.payment_id,
    reference: first.order_id ?? '',
    amountCents: priceCents,
    currency: first.price_currency,
    stage: stage(),
    flags: (Object.keys(flags) as OrderFlag[]).filter((flag) => flags[flag]),
    providerStatus: [...new Set(all.map((record) => record.payment_status))].join(' + '),
    receivedCents: worthOfCoins(arrived, first),
    ...(feeCents !== null && { feeCents }),
    payments: [
      ...counted.map((record) => paymentOf(record, first, hasArrived(record))),
      ...strays.map((record) => paymentOf(record, record, false)),
    ],
  }
}

const isStray = ({ parent_payment_id, origin_type }: PaymentRecord): boolean =>
  Boolean(parent_payment_id || origin_type)

const belongsTo = (record: PaymentRecord, first: PaymentRecord): boolean =>
  record.origin_type !== WRONG_ASSET &&
  record.pay_currency === first.pay_currency &&
  (record.order_id ?? '') === (first.order_id ?? '')

/** Only in this state does the provider hold the money; before, it is unconfirmed. */
const hasArrived = ({ payment_status }: PaymentRecord): boolean =>
  payment_status === 'finished' || payment_status === 'partially_paid'

/**
 * The provider's fee: the money received minus its payout (`outcome_amount`, net of the provider's and the networks' fees).
 * They can only be compared when the payout is in dollars, in a stablecoin, or in the received coin. For any other payout
 * the fee is unknown; a read-back does not contain a message's `fee`, so that is not trusted.
 */
function feeOf(arrived: readonly PaymentRecord[], first: PaymentRecord): number | null {
  let fee = 0
  for (const record of arrived) {
    const cameCents = worthOfCoins(record.actually_paid, first)
    const outcomeCents = outcomeOf(record, first)
    if (outcomeCents === null) return null
    fee += Math.max(0, cameCents - outcomeCents) // a better rate is not a fee
  }
  return arrived.length > 0 ? fee : null
}

const DOLLAR = /^(?:usd|busd|dai|fdusd|gusd|pyusd|tusd)/i

function outcomeOf(
  { outcome_amount, outcome_currency, pay_currency }: PaymentRecord,
  first: PaymentRecord,
): number | null {
  if (outcome_amount === 0n || !outcome_currency) return null
  if (DOLLAR.test(outcome_currency)) return nearestCents(outcome_amount)
  return outcome_currency.toLowerCase() === pay_currency.toLowerCase()
    ? worthOfCoins(outcome_amount, first)
    : null
}

/** Coins in cents, at the rate of the first payment. */
const worthOfCoins = (coins: bigint, { price_amount, pay_amount }: PaymentRecord): number =>
  shareOfCents(Math.max(0, exactCents(price_amount) ?? 0), coins, pay_amount)

const paymentOf = (record: PaymentRecord, rate: PaymentRecord, confirmed: boolean): Payment => ({
  id: record.payment_id,
  coin: coinOfCode(record.pay_currency),
  amountCents: worthOfCoins(record.actually_paid, rate),
  confirmed,
  confirmations: null,
  transactionId: record.payin_hash ?? null,
})

function partition<T>(all: readonly T[], belongs: (one: T) => boolean): [T[], T[]] {
  return [all.filter(belongs), all.filter((one) => !belongs(one))]
}
