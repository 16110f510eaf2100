import {
  isOpen,
  ORDER_FLAGS,
  ORDER_STATUSES,
  type OrderFlag,
  type OrderStatus,
} from '@nofiller/contract/orders/order-status'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ProviderSnapshot, Stage } from '../../payments/provider.ts'
import { countedOf, type Decision, decide, type OrderState } from './decide.ts'

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
  asked: new Map([
    ['provider invoice', 1_000],
    ['provider rest', 400],
  ]),
  invoicingCents: 700,
  overdue: false,
  beyondHorizon: false,
  risen: null,
  returnedCents: 0,
  returnedUncountedCents: 0,
}
const snapshot = (change: Partial<ProviderSnapshot> = {}): ProviderSnapshot => ({
  provider: 'provider',
  providerInvoiceId: 'invoice',
  orderId: 'order',
  amountCents: 1_000,
  currency: 'USD',
  stage: 'new',
  providerStatus: 'new',
  receivedCents: 0,
  flags: [],
  payments: [],
  ...change,
})

const anySnapshot = fc
  .record({
    providerInvoiceId: fc.constantFrom('invoice', 'rest', 'lost'),
    stage: fc.constantFrom(...STAGES),
    receivedCents: fc.integer({ min: 0, max: 2_000 }),
    flags: fc.subarray([...ORDER_FLAGS]),
    orderId: fc.constantFrom('order', 'order', 'order', 'another'),
    amountCents: fc.constantFrom(1_000, 1_000, 400, 700, 1),
    currency: fc.constantFrom('USD', 'usd', 'USD', 'XTS'),
  })
  .map(snapshot)
const anyLook = fc.record({
  seen: fc.array(anySnapshot, { maxLength: 3 }),
  overdue: fc.boolean(),
  beyondHorizon: fc.boolean(),
})
const anyReturned = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 1_500 }))
type Look = { seen: ProviderSnapshot[]; overdue: boolean; beyondHorizon: boolean }

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

  it('repeating a read-back changes nothing', () => {
    fc.assert(
      fc.property(fc.array(anyLook, { maxLength: 5 }), anyLook, (before, last) => {
        const once = look(before.reduce(look, order), last)
        expect(look(once, last).status).toBe(once.status)
      }),
    )
  })

  it('an order is paid only by enough confirmed money, minus refunds, on invoices with its reference, amount and currency', () => {
    const worth = ({ stage, flags, receivedCents, ...one }: ProviderSnapshot) => {
      const asked = { invoice: [1_000], rest: [400] }[one.providerInvoiceId] ?? [1_000, 700]
      if (one.orderId !== 'order' || one.currency.toUpperCase() !== 'USD') return 0
      if (!asked.includes(one.amountCents) || stage === 'cancelled' || stage === 'unknown') return 0
      if (stage === 'seen' && flags.includes('review')) return 0
      return stage === 'paid' ? Math.max(one.amountCents, receivedCents) : receivedCents
    }
    const money = ({ stage, amountCents, receivedCents }: ProviderSnapshot) =>
      stage === 'paid' ? Math.max(amountCents, receivedCents) : receivedCents
    fc.assert(
      fc.property(fc.array(anyLook, { maxLength: 8 }), anyReturned, fc.nat(), (looks, returnedCents, any) => {
        const returnedUncountedCents = any % (returnedCents + 1)
        const isPaid = looks.some(({ seen }) => {
          const countedCents = seen.reduce((sum, one) => sum + worth(one), 0)
          const uncountedCents = seen.reduce((sum, one) => sum + money(one), -countedCents)
          return countedCents - returnedCents + Math.min(returnedUncountedCents, uncountedCents) >= 990
        })
        const state = { ...order, returnedCents, returnedUncountedCents }
        expect(looks.reduce(look, state).status === 'PAID').toBe(isPaid)
      }),
    )
  })

  const anyRisen = fc.record({
    todayCents: fc.integer({ min: 1_001, max: 3_000 }),
    inTimeCents: fc.integer({ min: 0, max: 2_000 }),
  })

  it('an order whose prices rose after their lock is paid only by today’s price, by money in time or by support', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...ORDER_STATUSES),
        anyRisen,
        anyLook,
        (status, risen, { seen, ...clock }) => {
          fc.pre(status !== 'PAID') // it no longer has a price
          const before = { ...order, status, risen, ...clock }
          const once = decide(before, seen, TOLERANCE)
          const isByHand = seen.some((one) => one.flags.includes('manual'))
          if (once.status === 'PAID' && risen.inTimeCents < 990 && !isByHand)
            expect(seen.reduce((sum, one) => sum + countedOf(one), 0)).toBeGreaterThanOrEqual(
              risen.todayCents * 0.99,
            )
          if (once.isOutpriced) {
            expect(isOpen(once.status)).toBe(false) // the buyer can start over
            if (once.receivedCents > 0) expect(once.flags).toContain('review')
          }
          expect(rankOf(once.status)).toBeGreaterThanOrEqual(rankOf(status))
          expect(decide(after(before, once), seen, TOLERANCE).status).toBe(once.status)
        },
      ),
    )
  })

  it('no money is lost: confirmed money is the price, less or more than it, or up for review', () => {
    fc.assert(
      fc.property(anyLook, anyReturned, (last, returnedCents) => {
        const { status, flags, receivedCents, surplusCents } = decide(
          { ...order, ...last, returnedCents },
          last.seen,
          TOLERANCE,
        )
        const isBeyondTolerance = status === 'PAID' && receivedCents > 1_010
        expect(surplusCents).toBe(isBeyondTolerance ? receivedCents - 1_000 : 0)
        if (status === 'PAID') expect(flags.includes('overpaid')).toBe(isBeyondTolerance)
        else if (receivedCents >= 990) expect(flags).toContain('review')
        else if (receivedCents > 0) expect(flags).toContain('underpaid')
      }),
    )
  })

  it('read-backs that are dropped, doubled or swapped before the last one lead to the same state when the order is paid', () => {
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
    [1, 989, 'PENDING', 0],
    [1, 990, 'PAID', 0],
    [2, 979, 'PENDING', 0],
    [2, 980, 'PAID', 0],
    [2, 1_020, 'PAID', 0],
    [2, 1_021, 'PAID', 21],
  ])(
    'of %i percent: %i of 1000 cents make it %s, %i too much',
    (percent, receivedCents, status, surplusCents) => {
      const decision = decide(order, [snapshot({ stage: 'partial', receivedCents })], percent)
      expect(decision).toMatchObject({ status, surplusCents })
      expect(decision.flags.includes('underpaid')).toBe(status === 'PENDING')
    },
  )
})

describe('an order whose prices rose after their lock', () => {
  const risen = (inTimeCents: number) => ({ todayCents: 2_000, inTimeCents })
  const paid = (receivedCents: number) => snapshot({ stage: 'partial', receivedCents })

  it.each([
    [989, 1_000, 'EXPIRED', ['review']],
    [990, 1_000, 'PAID', []],
    [0, 1_979, 'EXPIRED', ['review']],
    [0, 1_980, 'PAID', ['overpaid']],
    [0, 0, 'EXPIRED', []],
  ] as const)(
    'of which %i cents came in time and %i in all is %s',
    (inTimeCents, receivedCents, status, flags) => {
      const decision = decide({ ...order, risen: risen(inTimeCents) }, [paid(receivedCents)], TOLERANCE)
      expect(decision).toMatchObject({ status, flags, isOutpriced: status === 'EXPIRED' })
    },
  )

  it('is paid at the old price when support took one of its payments by hand', () => {
    const byHand = [{ ...paid(600), flags: ['manual' as const] }, paid(400)]
    expect(decide({ ...order, risen: risen(0) }, byHand, TOLERANCE).status).toBe('PAID')
  })

  it('stays cancelled where it was', () => {
    const cancelled: OrderState = { ...order, status: 'CANCELLED', risen: risen(0) }
    expect(decide(cancelled, [paid(1_000)], TOLERANCE).status).toBe('CANCELLED')
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

  it('does not expire an order whose money was detected just before the deadline', () => {
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

it('detects that two invoices of one order were paid', () => {
  const paid = (providerInvoiceId: string) =>
    snapshot({ providerInvoiceId, stage: 'paid', receivedCents: 1_000 })
  expect(decide(order, [paid('one')], TOLERANCE)).toMatchObject({ status: 'PAID', flags: [] })
  expect(decide(order, [paid('one'), paid('two')], TOLERANCE)).toMatchObject({
    status: 'PAID',
    flags: ['overpaid'],
  })
})

it('drops the late flag when the money disappears again, so the buyer may start over', () => {
  const seen = decide({ ...order, status: 'EXPIRED' }, [snapshot({ stage: 'seen' })], TOLERANCE)
  expect(seen).toMatchObject({ status: 'EXPIRED', flags: ['late'] })
  expect(decide(after(order, seen), [snapshot({ stage: 'failed' })], TOLERANCE)).toMatchObject({
    status: 'EXPIRED',
    flags: [],
  })
})

describe('several invoices or payments', () => {
  it.each<[Stage[], OrderStatus]>([
    [['expired', 'waiting'], 'WAITING'],
    [['failed', 'cancelled', 'seen'], 'PENDING'],
    [['expired', 'paid'], 'PAID'],
    [['expired', 'cancelled'], 'CANCELLED'],
    [['expired', 'cancelled', 'failed'], 'FAILED'],
    [['unknown', 'expired'], 'CREATED'],
    [['unknown', 'seen'], 'PENDING'],
  ])('%j make an order %s: it ends only when all of them have', (stages, expected) => {
    const seen = stages.map((stage) => snapshot({ stage, providerStatus: stage }))
    expect(decide(order, seen, TOLERANCE).status).toBe(expected)
    expect(decide(order, seen.reverse(), TOLERANCE).status).toBe(expected)
  })

  it('the provider’s word stored for support is that of the invoice that counts', () => {
    const seen = (['expired', 'paid', 'waiting'] as const).map((stage) =>
      snapshot({ stage, providerStatus: `its ${stage}` }),
    )
    expect(decide(order, seen, TOLERANCE).providerStatus).toBe('its paid')
  })
})

it('stores the provider’s flags, and drops them when the provider does', () => {
  const partly = decide(order, [snapshot({ stage: 'expired', flags: ['underpaid', 'review'] })], TOLERANCE)
  expect(partly).toMatchObject({ status: 'EXPIRED', flags: ['underpaid', 'review'] })
  const paid = decide(after(order, partly), [snapshot({ stage: 'paid', flags: ['manual'] })], TOLERANCE)
  expect(paid).toMatchObject({ status: 'PAID', flags: ['late', 'manual'] })
})

it.each<[string, Partial<OrderState>, Partial<ProviderSnapshot>[], OrderFlag[]]>([
  ['underpaid by a part that nobody confirmed yet', {}, [{ stage: 'partial' }], ['underpaid']],
  ['overpaid by the provider’s word, before it is paid', {}, [{ flags: ['overpaid'] }], ['overpaid']],
  ['late by the provider’s word', {}, [{ stage: 'paid', flags: ['late'] }], ['late']],
  ['late while money moves', { status: 'EXPIRED' }, [{ stage: 'seen' }, { stage: 'expired' }], ['late']],
  ['late while a part is there', { status: 'EXPIRED' }, [{ stage: 'partial' }], ['underpaid', 'late']],
  ['taken by hand for good', { status: 'PAID', flags: ['manual'] }, [{ stage: 'paid' }], ['manual']],
  ['refunded for good', { status: 'PAID', flags: ['refunded'] }, [{ stage: 'paid' }], ['refunded']],
  [
    'refunded in part',
    { status: 'PAID', flags: ['partly_refunded'] },
    [{ stage: 'paid' }],
    ['partly_refunded'],
  ],
  ['up for review: its payment failed later', { status: 'PAID' }, [{ stage: 'failed' }], ['review']],
  ['paid, of which the provider tells nothing', { status: 'PAID', beyondHorizon: true }, [], []],
])('is %s', (_, state, seen, flags) => {
  expect(decide({ ...order, ...state }, seen.map(snapshot), TOLERANCE).flags).toEqual(flags)
})

it('asks for a review when the payment of a paid order was reversed', () => {
  const paid: OrderState = { ...order, status: 'PAID' }
  expect(decide(paid, [snapshot({ stage: 'cancelled' })], TOLERANCE)).toMatchObject({
    status: 'PAID',
    flags: ['review'],
  })
  expect(
    decide(paid, [snapshot({ stage: 'cancelled' }), snapshot({ stage: 'paid' })], TOLERANCE).flags,
  ).toEqual([])
})

it('asks for a review when the payment of a paid order became unconfirmed and was never confirmed again', () => {
  const seen = [snapshot({ stage: 'seen', receivedCents: 0 })]
  const flagsAt = (beyondHorizon: boolean) =>
    decide({ ...order, status: 'PAID', beyondHorizon }, seen, TOLERANCE).flags
  expect([flagsAt(false), flagsAt(true)]).toEqual([[], ['review']])
})

describe('an order that is paid in parts', () => {
  const first = (change: Partial<ProviderSnapshot>) =>
    snapshot({ stage: 'expired', receivedCents: 600, ...change })
  const rest = (change: Partial<ProviderSnapshot>) =>
    snapshot({ providerInvoiceId: 'rest', amountCents: 400, ...change })

  it('an order is paid when its parts together are enough, within the tolerance', () => {
    const decided = (receivedCents: number) =>
      decide(order, [first({}), rest({ stage: 'partial', receivedCents })], TOLERANCE)
    expect(decided(389)).toMatchObject({ status: 'PENDING', flags: ['underpaid'], receivedCents: 989 })
    expect(decided(390)).toMatchObject({ status: 'PAID', flags: [], receivedCents: 990 })
  })

  it('an order is not paid by money that support must check, but counts it as received', () => {
    const doubtful = rest({ stage: 'seen', receivedCents: 390, flags: ['review'] })
    const seen = decide(order, [first({}), doubtful], TOLERANCE)
    expect(seen).toMatchObject({ status: 'PENDING', receivedCents: 990, flags: ['review'] })
  })

  it('an order asks for a review when one of its parts was reversed after it was paid', () => {
    const seen = [
      first({ stage: 'cancelled', receivedCents: 0 }),
      rest({ stage: 'paid', receivedCents: 400 }),
    ]
    expect(decide({ ...order, status: 'PAID' }, seen, TOLERANCE)).toMatchObject({
      status: 'PAID',
      flags: ['review'],
    })
  })

  it('an order is not paid by the rest alone', () => {
    const paid = rest({ stage: 'paid', receivedCents: 400 })
    expect(decide(order, [paid], TOLERANCE)).toMatchObject({ status: 'PENDING', flags: ['underpaid'] })
    expect(decide(order, [first({}), paid], TOLERANCE).status).toBe('PAID')
  })

  it('an order has a surplus when late money comes on the first invoice after the rest was paid', () => {
    const seen = [first({ stage: 'paid', receivedCents: 1_000 }), rest({ stage: 'paid', receivedCents: 400 })]
    expect(decide(order, seen, TOLERANCE)).toMatchObject({ flags: ['overpaid'], surplusCents: 400 })
  })

  it('recognizes an invoice whose response was lost by the requested amount, and no other by any amount', () => {
    const lost = (amountCents: number) =>
      snapshot({ providerInvoiceId: 'lost', amountCents, stage: 'paid', receivedCents: amountCents })
    expect(decide(order, [first({}), lost(700)], TOLERANCE)).toMatchObject({ status: 'PAID', mismatched: [] })
    expect(decide(order, [first({}), lost(400)], TOLERANCE)).toMatchObject({
      status: 'EXPIRED',
      mismatched: [{ amountCents: 400 }],
    })
  })
})

it('marks a paid order as overpaid when it has a case, and not within the tolerance', () => {
  const paid = (receivedCents: number) =>
    decide(order, [snapshot({ stage: 'paid', receivedCents, flags: ['overpaid'] })], TOLERANCE)
  expect(paid(1_010)).toMatchObject({ status: 'PAID', flags: [], surplusCents: 0 })
  expect(paid(1_011)).toMatchObject({ status: 'PAID', flags: ['overpaid'], surplusCents: 11 })
})

it('knows the fee only when the provider reports it for all the money, and the money is enough', () => {
  const feeOf = (...seen: Partial<ProviderSnapshot>[]) =>
    decide(order, seen.map(snapshot), TOLERANCE).feeCents
  const rest = { providerInvoiceId: 'rest', amountCents: 400, receivedCents: 400 }
  expect(feeOf({ stage: 'paid', feeCents: 3 })).toBe(3)
  expect(feeOf({ stage: 'paid' })).toBeNull()
  expect(
    feeOf({ stage: 'expired', receivedCents: 600, feeCents: 2 }, { ...rest, stage: 'paid', feeCents: 1 }),
  ).toBe(3)
  expect(feeOf({ stage: 'expired', receivedCents: 600, feeCents: 2 }, { ...rest, stage: 'paid' })).toBeNull()
  expect(feeOf({ stage: 'partial', receivedCents: 600, feeCents: 2 })).toBeNull()
  expect(feeOf({ stage: 'partial', receivedCents: 990, feeCents: 100 }, { ...rest, receivedCents: 0 })).toBe(
    100,
  )
  expect(feeOf()).toBeNull()
})

it('charges the sale with the fee on its price, not with the fee on the surplus', () => {
  const decided = (receivedCents: number) =>
    decide(order, [snapshot({ stage: 'paid', receivedCents, feeCents: receivedCents / 100 })], TOLERANCE)
  expect([decided(1_000).feeCents, decided(1_500).feeCents]).toEqual([10, 10])
})
