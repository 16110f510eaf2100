import type { OrderStatus } from '@nofiller/contract/order-status'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Snapshot, Stage } from '../payments/provider.ts'
import { type Decision, decide, type OrderState } from './decide.ts'

const TOLERANCE = 1
const STAGES: Stage[] = [
  'new',
  'waiting',
  'seen',
  'partial',
  'paid',
  'expired',
  'cancelled',
  'failed',
  'unknown',
]
const RANKS: OrderStatus[][] = [
  ['CREATED'],
  ['WAITING'],
  ['PENDING'],
  ['EXPIRED', 'CANCELLED', 'FAILED'],
  ['PAID'],
]
const rankOf = (status: OrderStatus) => RANKS.findIndex((rank) => rank.includes(status))

const order: OrderState = {
  id: 'order',
  status: 'CREATED',
  flags: [],
  priceCents: 1_000,
  currency: 'USD',
  overdue: false,
  beyondHorizon: false,
}
const snapshot = (change: Partial<Snapshot> = {}): Snapshot => ({
  providerInvoiceId: 'invoice',
  orderId: 'order',
  amountCents: 1_000,
  currency: 'USD',
  stage: 'new',
  providerStatus: 'new',
  receivedCents: 0,
  overpaid: false,
  payments: [],
  ...change,
})

const anySnapshot = fc
  .record({
    stage: fc.constantFrom(...STAGES),
    receivedCents: fc.integer({ min: 0, max: 2_000 }),
    overpaid: fc.boolean(),
    orderId: fc.constantFrom('order', 'order', 'order', 'another'),
    amountCents: fc.constantFrom(1_000, 1_000, 1_000, 1),
    currency: fc.constantFrom('USD', 'usd', 'USD', 'XTS'),
  })
  .map(snapshot)
const anyLook = fc.record({
  seen: fc.array(anySnapshot, { maxLength: 3 }),
  overdue: fc.boolean(),
  beyondHorizon: fc.boolean(),
})
type Look = { seen: Snapshot[]; overdue: boolean; beyondHorizon: boolean }

const after = (state: OrderState, { status, flags }: Decision): OrderState => ({ ...state, status, flags })
const look = (state: OrderState, { seen, ...clock }: Look) =>
  after(state, decide({ ...state, ...clock }, seen, TOLERANCE))

describe('whatever the provider says, in whatever order', () => {
  it('an order never falls in rank, and paid stays paid', () => {
    fc.assert(
      fc.property(fc.array(anyLook, { maxLength: 12 }), (looks) => {
        let state = order
        for (const each of looks) {
          const next = look(state, each)
          expect(rankOf(next.status)).toBeGreaterThanOrEqual(rankOf(state.status))
          if (rankOf(next.status) === rankOf(state.status)) expect(next.status).toBe(state.status)
          state = next
        }
      }),
    )
  })

  it('the same look twice changes nothing', () => {
    fc.assert(
      fc.property(fc.array(anyLook, { maxLength: 5 }), anyLook, (before, last) => {
        const once = look(before.reduce(look, order), last)
        expect(look(once, last).status).toBe(once.status)
      }),
    )
  })

  it('it is paid only by enough confirmed money on an invoice that names this order, price and currency', () => {
    fc.assert(
      fc.property(fc.array(anyLook, { maxLength: 8 }), (looks) => {
        const pays = (one: Snapshot) =>
          one.orderId === 'order' &&
          one.amountCents === 1_000 &&
          one.currency.toUpperCase() === 'USD' &&
          (one.stage === 'paid' || (one.stage === 'partial' && one.receivedCents >= 990))
        const isPaid = looks.some(({ seen }) => seen.some(pays))
        expect(looks.reduce(look, order).status === 'PAID').toBe(isPaid)
      }),
    )
  })

  it('looks that are dropped, doubled or swapped before the last one end in the same place when it is paid', () => {
    const paid: Look = {
      seen: [snapshot({ stage: 'paid', receivedCents: 1_000 })],
      overdue: false,
      beyondHorizon: false,
    }
    fc.assert(
      fc.property(
        fc
          .array(anyLook, { maxLength: 6 })
          .chain((looks) => fc.tuple(fc.shuffledSubarray(looks), fc.constant(looks))),
        ([some, all]) => {
          expect([...some, ...some, paid].reduce(look, order).status).toBe('PAID')
          expect([...all, paid].reduce(look, order).status).toBe('PAID')
        },
      ),
    )
  })
})

describe('tolerance', () => {
  it.each([
    [989, 'PENDING'],
    [990, 'PAID'],
    [999, 'PAID'],
  ])('%i of 1000 cents make it %s', (receivedCents, status) => {
    const decision = decide(order, [snapshot({ stage: 'partial', receivedCents })], TOLERANCE)
    expect(decision.status).toBe(status)
    expect(decision.flags.includes('underpaid')).toBe(status === 'PENDING')
  })
})

describe('the clock', () => {
  it.each([
    ['CREATED', true, false, 'EXPIRED'],
    ['WAITING', true, false, 'EXPIRED'],
    ['PENDING', true, false, 'PENDING'],
    ['PENDING', true, true, 'EXPIRED'],
    ['PAID', true, true, 'PAID'],
  ] as const)('%s, overdue %s, beyond the horizon %s: %s', (status, overdue, beyondHorizon, expected) => {
    expect(decide({ ...order, status, overdue, beyondHorizon }, [], TOLERANCE).status).toBe(expected)
  })

  it('does not expire an order on which money was seen just before the deadline', () => {
    expect(decide({ ...order, overdue: true }, [snapshot({ stage: 'seen' })], TOLERANCE).status).toBe(
      'PENDING',
    )
  })

  it('marks money that came after the end as late, for good', () => {
    const late = decide(
      { ...order, status: 'EXPIRED' },
      [snapshot({ stage: 'paid', receivedCents: 1_000 })],
      TOLERANCE,
    )
    expect(late).toMatchObject({ status: 'PAID', flags: ['late'] })
    expect(
      decide(after(order, late), [snapshot({ stage: 'paid', receivedCents: 1_000 })], TOLERANCE).flags,
    ).toEqual(['late'])
  })
})

it('asks for a review of a foreign invoice and of an unknown stage', () => {
  expect(decide(order, [snapshot({ amountCents: 1, stage: 'paid' })], TOLERANCE)).toMatchObject({
    status: 'CREATED',
    flags: ['review'],
  })
  expect(decide(order, [snapshot({ stage: 'unknown' })], TOLERANCE)).toMatchObject({
    status: 'CREATED',
    flags: ['review'],
  })
})

it('sees that two invoices of one order were paid', () => {
  const paid = (providerInvoiceId: string) =>
    snapshot({ providerInvoiceId, stage: 'paid', receivedCents: 1_000 })
  expect(decide(order, [paid('one')], TOLERANCE)).toMatchObject({ status: 'PAID', flags: [] })
  expect(decide(order, [paid('one'), paid('two')], TOLERANCE)).toMatchObject({
    status: 'PAID',
    flags: ['overpaid'],
  })
})

it('forgets that money came late when it went away again, so that the buyer may buy anew', () => {
  const seen = decide({ ...order, status: 'EXPIRED' }, [snapshot({ stage: 'seen' })], TOLERANCE)
  expect(seen).toMatchObject({ status: 'EXPIRED', flags: ['late'] })
  expect(decide(after(order, seen), [snapshot({ stage: 'failed' })], TOLERANCE)).toMatchObject({
    status: 'EXPIRED',
    flags: [],
  })
})
