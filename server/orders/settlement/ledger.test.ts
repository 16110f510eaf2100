import { GOODS_MAX } from '@nofiller/contract/orders/orders'
import { MAX_PRICE_CENTS } from '@nofiller/contract/pricing/money'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { propertyRuns } from '../../testing/properties.ts'
import { type SoldItem, saleLines } from './ledger.ts'
import { apportion, type Deductions, splitAgain } from './split-sale.ts'

const item = (change: Partial<SoldItem> = {}): SoldItem => ({
  position: 0,
  developerId: 'developer',
  priceCents: 999,
  refundedCents: 0,
  ...change,
})
const booked = (items: readonly SoldItem[], deductions: Partial<Deductions> = {}) =>
  saleLines('order', items, { feeCents: 0, platformSharePercent: 10, ...deductions })
const amounts = (...from: Parameters<typeof booked>) =>
  booked(...from).map(({ line, amount_cents }) => [line, amount_cents])
const sum = (lines: { amount_cents: number }[]) =>
  lines.reduce((total, { amount_cents }) => total + amount_cents, 0)

it('books a sale as what the provider holds, what it charged, and what belongs to the store and the developer', () => {
  const nobody = { order_id: 'order', item_position: 0, developer_id: null }
  expect(booked([item()], { feeCents: 5 })).toEqual([
    { ...nobody, line: 'gross', account: 'provider', amount_cents: 999 },
    { ...nobody, line: 'provider_fee', account: 'provider', amount_cents: -5 },
    { ...nobody, line: 'platform_share', account: 'store', amount_cents: -100 },
    {
      ...nobody,
      line: 'developer_share',
      account: 'developer',
      developer_id: 'developer',
      amount_cents: -894,
    },
  ])
})

it.each([
  [5, 10, 1],
  [4, 10, 0],
  [1_000, 12.34, 123],
  [1_000, 7.35, 74],
  [100_000, 33.33, 33_330],
])("of %i cents, %d percent are the store's %i: half a cent is rounded up", (priceCents, percent, share) => {
  const lines = amounts([item({ priceCents })], { platformSharePercent: percent })
  const [, platform] = lines.find(([line]) => line === 'platform_share') ?? []
  expect(platform ?? 0).toBe(share && -share)
})

it('leaves out zero lines except the developer’s, and deducts no more than the price', () => {
  expect(amounts([item()], { platformSharePercent: 0 })).toEqual([
    ['gross', 999],
    ['developer_share', -999],
  ])
  expect(amounts([item({ priceCents: 3 })], { feeCents: 7 })).toEqual([
    ['gross', 3],
    ['provider_fee', -3],
    ['developer_share', 0],
  ])
  expect(amounts([item({ priceCents: 100 })], { feeCents: 20, platformSharePercent: 90 })).toEqual([
    ['gross', 100],
    ['provider_fee', -20],
    ['platform_share', -80],
    ['developer_share', 0],
  ])
})

it('splits the fee and the share over the items of several developers by largest remainder', () => {
  const items = [1_260, 400, 1_699].map((priceCents, position) =>
    item({ priceCents, position, developerId: `developer ${position}` }),
  )
  const lines = booked(items, { feeCents: 18 })
  const of = (line: string) =>
    lines.filter((each) => each.line === line).map(({ amount_cents }) => amount_cents)
  expect(of('provider_fee')).toEqual([-7, -2, -9])
  expect(of('platform_share')).toEqual([-126, -40, -170])
  expect(of('developer_share')).toEqual([-1_127, -358, -1_520])
})

it('apportions the share by what the fee left of each item', () => {
  const items = [999, 10, 999].map((priceCents, position) => item({ priceCents, position }))
  const lines = booked(items, { feeCents: 5, platformSharePercent: 50 })
  expect(
    lines.filter(({ line }) => line === 'platform_share').map(({ amount_cents }) => amount_cents),
  ).toEqual([-499, -5, -500])
})

it('splits a sale anew with a fee that became known: the shares stay, as far as the fee leaves them', () => {
  expect(splitAgain([100, 50], 140, [10, 2])).toEqual([
    { feeCents: 93, platformCents: 7, developerCents: 0 },
    { feeCents: 47, platformCents: 2, developerCents: 1 },
  ])
  expect(splitAgain([100], 150, [10])).toEqual([{ feeCents: 100, platformCents: 0, developerCents: 0 }])
})

it('reverses a full refund of an item exactly: the store bears the provider’s fee', () => {
  expect(amounts([item({ priceCents: 400, refundedCents: 400 })], { feeCents: 2 })).toEqual([
    ['provider_fee', -2],
    ['refund_cost', 2],
    ['developer_share', 0],
  ])
  expect(amounts([item({ priceCents: 400, refundedCents: 100 })], { feeCents: 2 })).toEqual([
    ['gross', 300],
    ['provider_fee', -2],
    ['platform_share', -30],
    ['refund_cost', 1],
    ['developer_share', -269],
  ])
  expect(booked([item({ refundedCents: 999 })], { feeCents: 2 })).toContainEqual(
    expect.objectContaining({ line: 'refund_cost', account: 'store' }),
  )
})

const anyItem = fc
  .record({
    priceCents: fc.integer({ min: 1, max: MAX_PRICE_CENTS }),
    refunded: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  .map(({ priceCents, refunded }) => ({ priceCents, refundedCents: Math.round(priceCents * refunded) }))
const anySale = fc.record({
  items: fc.array(anyItem, { minLength: 1, maxLength: GOODS_MAX }),
  feeCents: fc.integer({ min: 0, max: MAX_PRICE_CENTS }),
  platformSharePercent: fc.double({ min: 0, max: 100, noNaN: true }),
})

it('balances each item, owes nobody a negative amount, and loses no cent, for any sale and refunds', () => {
  fc.assert(
    fc.property(anySale, ({ items, ...deductions }) => {
      const sold = items.map((each, position) => item({ ...each, position, developerId: `${position % 4}` }))
      const lines = booked(sold, deductions)
      expect(lines.every(({ amount_cents }) => Number.isInteger(amount_cents))).toBe(true)
      for (const { position, priceCents, refundedCents } of sold) {
        const own = lines.filter((line) => line.item_position === position)
        const cents = (name: string) => sum(own.filter((line) => line.line === name))
        expect(sum(own)).toBe(0)
        expect(cents('gross')).toBe(priceCents - refundedCents)
        expect(cents('developer_share')).toBeLessThanOrEqual(0)
        expect(cents('platform_share')).toBeLessThanOrEqual(0)
        expect(cents('refund_cost')).toBeGreaterThanOrEqual(0)
        if (refundedCents === priceCents) expect(cents('developer_share')).toBe(0)
        expect(new Set(own.map(({ line }) => line)).size).toBe(own.length)
      }
      const total = sold.reduce((all, { priceCents }) => all + priceCents, 0)
      const fee = 0 - sum(lines.filter(({ line }) => line === 'provider_fee'))
      expect(fee).toBe(Math.min(deductions.feeCents, total))
    }),
    { numRuns: propertyRuns(2_000) },
  )
})

it('apportions whole cents that sum to the amount, none more than a cent off, the first first', () => {
  expect(apportion(1, [0, 0])).toEqual([0, 0])
  expect([apportion(1, [1, 1]), apportion(2, [1, 1, 1])]).toEqual([
    [1, 0],
    [1, 1, 0],
  ])
  const weights = fc.array(fc.integer({ min: 0, max: MAX_PRICE_CENTS }), {
    minLength: 1,
    maxLength: GOODS_MAX,
  })
  fc.assert(
    fc.property(weights, fc.integer({ min: 0, max: MAX_PRICE_CENTS }), (some, cents) => {
      const whole = some.reduce((all, weight) => all + weight, 0)
      const parts = apportion(cents, some)
      expect(parts.reduce((all, part) => all + part, 0)).toBe(whole === 0 ? 0 : cents)
      for (const [at, part] of parts.entries())
        expect(Math.abs(part - (cents * (some[at] ?? 0)) / (whole || 1))).toBeLessThan(
          whole === 0 ? 1 : 1.000001,
        )
    }),
  )
})
