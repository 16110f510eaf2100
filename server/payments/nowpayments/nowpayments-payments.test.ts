import type { OrderFlag, OrderStatus } from '@nofiller/contract/orders/order-status'
import { describe, expect, it } from 'vitest'
import { decide, type OrderState } from '../../orders/settlement/decide.ts'
import { PaymentRecord, snapshotsOf } from './nowpayments-payments.ts'

const TOLERANCE = 1
const ORDER: OrderState = {
  id: '3f0c8f1e-6a52-4d0e-9a57-0f6f5d3c2b11',
  status: 'CREATED',
  flags: [],
  priceCents: 999,
  currency: 'USD',
  asked: new Map(),
  invoicingCents: null,
  overdue: false,
  beyondHorizon: false,
  risen: null,
  returnedCents: 0,
  returnedUncountedCents: 0,
}

let ids = 5_001_000_000
const payment = (payment_status: string, change: object = {}): PaymentRecord => {
  ids += 1
  return PaymentRecord.parse({
    payment_id: ids,
    invoice_id: 6001000001,
    payment_status,
    price_amount: 9.99,
    price_currency: 'usd',
    pay_amount: 0.0652,
    actually_paid: payment_status === 'finished' ? 0.0652 : 0,
    pay_currency: 'sol',
    order_id: ORDER.id,
    payment_extra_ids: null,
    ...change,
  })
}
const repeated = (first: PaymentRecord, status: string, change: object = {}) =>
  payment(status, { parent_payment_id: first.payment_id, origin_type: 'REPEATED', ...change })

const outcome = (records: PaymentRecord[], order = ORDER): { status: OrderStatus; flags: OrderFlag[] } => {
  const snapshots = snapshotsOf(records, TOLERANCE)
  const seen = snapshots.map(({ reference, ...snapshot }) => ({
    ...snapshot,
    provider: 'nowpayments',
    orderId: reference,
  }))
  const { status, flags } = decide(order, seen, TOLERANCE)
  return { status, flags }
}

it.each<[string, object, OrderStatus, OrderFlag[]]>([
  ['waiting', {}, 'WAITING', []],
  ['confirming', {}, 'PENDING', []],
  ['confirmed', {}, 'PENDING', []],
  ['sending', {}, 'PENDING', []],
  ['partially_paid', { actually_paid: 0.03 }, 'PENDING', ['underpaid']],
  ['finished', {}, 'PAID', []],
  ['finished', { actually_paid: '0.0652' }, 'PAID', []],
  ['finished', { actually_paid: 0.07 }, 'PAID', ['overpaid']],
  ['finished', { actually_paid: 0.0647 }, 'PAID', []],
  ['finished', { actually_paid: 0.06 }, 'PENDING', ['underpaid', 'review']],
  ['finished', { actually_paid: 0 }, 'PENDING', ['review']],
  ['finished', { actually_paid: null }, 'PENDING', ['review']],
  ['finished', { pay_amount: null, actually_paid: 1 }, 'PENDING', ['underpaid', 'review']],
  ['finished', { origin_type: 'WRONG_ASSET' }, 'PENDING', ['review']],
  ['finished', { parent_payment_id: 1 }, 'PENDING', ['review']],
  ['wrong_asset_confirmed', { actually_paid: 5 }, 'PENDING', ['review']],
  ['failed', {}, 'FAILED', []],
  ['refunded', {}, 'CANCELLED', []],
  ['cancelled', {}, 'CANCELLED', []],
  ['canceled', {}, 'CANCELLED', []],
  ['expired', {}, 'EXPIRED', []],
  ['FINISHED', {}, 'CREATED', ['review']],
  ['something_new', {}, 'CREATED', ['review']],
])('the payment status %s %j makes the order %s %j', (status, change, expected, flags) => {
  expect(outcome([payment(status, change)])).toEqual({ status: expected, flags })
})

it.each<[string, object]>([
  ['another order', { order_id: 'another' }],
  ['no order', { order_id: null }],
  ['another price', { price_amount: 9.98 }],
  ['a fraction of a cent more', { price_amount: 9.9901 }],
  ['another currency', { price_currency: 'eur' }],
])('C4 a finished payment of %s pays nothing and asks for a review', (_, change) => {
  expect(outcome([payment('finished', change)])).toEqual({ status: 'CREATED', flags: ['review'] })
})

describe('several payments of one order', () => {
  it('a coin given up for another does not matter, neither before nor after', () => {
    const given = payment('waiting')
    const paid = payment('finished', { pay_currency: 'btc' })
    expect(outcome([given, paid])).toEqual({ status: 'PAID', flags: [] })
    expect(outcome([{ ...given, payment_status: 'expired' }, paid])).toEqual({ status: 'PAID', flags: [] })
  })

  it.each<[string[], OrderStatus]>([
    [['expired', 'waiting'], 'WAITING'],
    [['failed', 'confirming', 'waiting'], 'PENDING'],
    [['expired', 'failed'], 'FAILED'],
    [['expired', 'cancelled'], 'CANCELLED'],
    [['refunded', 'failed', 'expired'], 'FAILED'],
    [['expired', 'expired'], 'EXPIRED'],
    [['expired', 'something_new'], 'CREATED'],
    [['something_new', 'finished'], 'PAID'],
  ])('%j make it %s', (statuses, expected) => {
    expect(outcome(statuses.map((status) => payment(status))).status).toBe(expected)
    expect(outcome(statuses.map((status) => payment(status)).reverse()).status).toBe(expected)
  })

  it('two paid payments of one order are one too many', () => {
    expect(outcome([payment('finished'), payment('finished', { pay_currency: 'btc' })])).toEqual({
      status: 'PAID',
      flags: ['overpaid'],
    })
  })

  const half = { actually_paid: 0.0326 }

  it('halves to two addresses of the same coin add up to a full payment', () => {
    expect(outcome([payment('partially_paid', half), payment('partially_paid', half)]).status).toBe('PAID')
  })

  it('C4 halves of one invoice in two coins are for support to check', () => {
    const halves = [
      payment('partially_paid', half),
      payment('partially_paid', { pay_currency: 'eth', pay_amount: 2, actually_paid: 1 }),
    ]
    for (const records of [halves, halves.toReversed()])
      expect(outcome(records)).toEqual({ status: 'PENDING', flags: ['underpaid', 'review'] })
    expect(outcome([...halves, payment('finished', { pay_currency: 'btc' })]).status).toBe('PAID')
  })
})

describe('a repeated deposit', () => {
  it('a repeated deposit never pays alone, whatever its status', () => {
    const first = payment('waiting')
    expect(outcome([first, repeated(first, 'finished', { actually_paid: 0.01 })])).toEqual({
      status: 'PENDING',
      flags: ['underpaid', 'review'],
    })
  })

  it('a repeated deposit pays together with the first one in the same coin', () => {
    const first = payment('partially_paid', { actually_paid: 0.04 })
    expect(outcome([first, repeated(first, 'finished', { actually_paid: 0.0252 })])).toEqual({
      status: 'PAID',
      flags: [],
    })
  })

  it('a repeated deposit on top of a full payment is a surplus', () => {
    const first = payment('finished')
    const [snapshot] = snapshotsOf([first, repeated(first, 'finished')], TOLERANCE)
    expect(snapshot).toMatchObject({ stage: 'paid', flags: ['overpaid'], receivedCents: 1_998 })
  })

  it('a repeated deposit in another coin is for support to check', () => {
    const first = payment('partially_paid', { actually_paid: 0.04 })
    expect(outcome([first, repeated(first, 'finished', { pay_currency: 'btc', actually_paid: 1 })])).toEqual({
      status: 'PENDING',
      flags: ['underpaid', 'review'],
    })
  })

  it.each<[string, object]>([
    ['whose first payment is not known', { parent_payment_id: 1, origin_type: 'REPEATED' }],
    ['that repeats itself', { payment_id: 77, parent_payment_id: 77 }],
    ['of a coin that was not asked for', { origin_type: 'WRONG_ASSET' }],
  ])('C4 %s is no confirmed money, whatever it is called', (_, change) => {
    const [stray] = snapshotsOf([payment('finished', change)], TOLERANCE)
    expect(stray).toMatchObject({ stage: 'seen', flags: ['review'], receivedCents: 0 })
    expect(stray?.payments).toMatchObject([{ amountCents: 999, confirmed: false }])
  })

  it('C4 a repeated deposit in another coin, or of a wrong asset, beside its first payment is no confirmed money', () => {
    const first = payment('partially_paid', { actually_paid: 0.0326 })
    for (const change of [{ pay_currency: 'btc' }, { origin_type: 'WRONG_ASSET' }]) {
      const [snapshot] = snapshotsOf([first, repeated(first, 'finished', change)], TOLERANCE)
      expect(snapshot).toMatchObject({ stage: 'partial', flags: ['review'], receivedCents: 499 })
      expect(snapshot?.payments.map((one) => one.confirmed)).toEqual([true, false])
    }
  })

  it('C4 a repeated deposit in a circle is reported once and pays nothing', () => {
    for (const others of [[], [payment('waiting')]]) {
      const circle = [
        payment('finished', { payment_id: 71, parent_payment_id: 72 }),
        payment('finished', { payment_id: 72, parent_payment_id: 71 }),
      ]
      const snapshots = snapshotsOf([...circle, ...others], TOLERANCE)
      const payments = snapshots.flatMap((snapshot) => snapshot.payments)
      expect(payments).toHaveLength(2 + others.length)
      expect(snapshots.map((snapshot) => snapshot.receivedCents)).toEqual(snapshots.map(() => 0))
      expect(outcome([...circle, ...others])).toEqual({ status: 'PENDING', flags: ['review'] })
    }
  })

  it('a repeated deposit counts only when it has arrived', () => {
    const first = payment('partially_paid', { actually_paid: 0.04 })
    expect(outcome([first, repeated(first, 'confirming', { actually_paid: 0.0252 })])).toEqual({
      status: 'PENDING',
      flags: ['underpaid'],
    })
  })
})

it('asks for a review when the money of a paid order was refunded, and leaves it paid', () => {
  expect(outcome([payment('refunded')], { ...ORDER, status: 'PAID' })).toEqual({
    status: 'PAID',
    flags: ['review'],
  })
})

it('keeps each payment with its coin, worth and transaction', () => {
  const [snapshot] = snapshotsOf(
    [payment('partially_paid', { actually_paid: 0.0326, payin_hash: 'tx-in' })],
    TOLERANCE,
  )
  expect(snapshot).toMatchObject({ providerInvoiceId: '6001000001', amountCents: 999, receivedCents: 499 })
  expect(snapshot?.payments).toEqual([
    {
      id: String(ids),
      coin: 'SOL',
      amountCents: 499,
      confirmed: true,
      confirmations: null,
      transactionId: 'tx-in',
    },
  ])
})

describe('what the provider kept', () => {
  const feeOf = (...records: PaymentRecord[]) => snapshotsOf(records, TOLERANCE)[0]?.feeCents
  const paid = (
    outcome_amount: number | string | null,
    outcome_currency: string | null,
    change: object = {},
  ) => payment('finished', { outcome_amount, outcome_currency, ...change })

  it.each<[string, number | undefined, PaymentRecord]>([
    ['in a coin of dollars', 12, paid(9.87, 'usdcsol')],
    ['as text', 12, paid('9.87', 'USDTTRC20')],
    ['in dollars', 12, paid(9.87, 'usd')],
    ['in the coin that came', 51, paid(0.0619, 'SOL')],
    ['at a better rate', 0, paid(10.2, 'usdcsol')],
    ['in a coin whose worth is not told', undefined, paid(0.0001, 'btc')],
    ['without an amount', undefined, paid(null, 'usdcsol')],
    ['of nothing', undefined, paid(0, 'usdcsol')],
    ['without a currency', undefined, paid(9.87, null)],
    [
      'before it has arrived',
      undefined,
      payment('sending', { outcome_amount: 9.87, outcome_currency: 'usdcsol' }),
    ],
  ])('is told by a payout %s: %j cents', (_, cents, record) => {
    expect(feeOf(record)).toBe(cents)
  })

  it('the provider’s fee is added up over repeated deposits, and unknown while one of them lacks it', () => {
    const half = { actually_paid: 0.0326, outcome_amount: 4.9, outcome_currency: 'usdcsol' }
    const first = payment('partially_paid', half)
    expect(feeOf(first, repeated(first, 'finished', half))).toBe(18)
    expect(feeOf(first, repeated(first, 'finished', { ...half, outcome_amount: null }))).toBeUndefined()
  })
})
