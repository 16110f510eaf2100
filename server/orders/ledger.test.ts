import { MAX_PRICE_CENTS } from '@nofiller/contract/money'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Sale, saleLines } from './ledger.ts'

const sale = (change: Partial<Sale>): Sale => ({
  orderId: 'order',
  developerId: 'developer',
  priceCents: 999,
  feeCents: 0,
  platformSharePercent: 10,
  ...change,
})
const booked = (change: Partial<Sale>) =>
  saleLines(sale(change)).map(({ line, amount_cents }) => [line, amount_cents])

it('books a sale as what the provider holds, what it kept, and what belongs to the store and the developer', () => {
  expect(saleLines(sale({ feeCents: 5 }))).toEqual([
    { order_id: 'order', line: 'gross', account: 'provider', developer_id: null, amount_cents: 999 },
    { order_id: 'order', line: 'provider_fee', account: 'provider', developer_id: null, amount_cents: -5 },
    { order_id: 'order', line: 'platform_share', account: 'store', developer_id: null, amount_cents: -100 },
    {
      order_id: 'order',
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
  const [, platform] =
    booked({ priceCents, platformSharePercent: percent }).find(([line]) => line === 'platform_share') ?? []
  expect(platform ?? 0).toBe(share && -share)
})

it("leaves out what is nothing but the developer's line, and takes no more than there is", () => {
  expect(booked({ platformSharePercent: 0 })).toEqual([
    ['gross', 999],
    ['developer_share', -999],
  ])
  expect(booked({ priceCents: 3, feeCents: 7 })).toEqual([
    ['gross', 3],
    ['provider_fee', -3],
    ['developer_share', 0],
  ])
  expect(booked({ priceCents: 100, feeCents: 20, platformSharePercent: 90 })).toEqual([
    ['gross', 100],
    ['provider_fee', -20],
    ['platform_share', -80],
    ['developer_share', 0],
  ])
})

it('sums to zero and owes nobody a negative amount, for any price, share and fee', () => {
  const anySale = fc.record({
    priceCents: fc.integer({ min: 1, max: MAX_PRICE_CENTS }),
    feeCents: fc.integer({ min: 0, max: MAX_PRICE_CENTS }),
    platformSharePercent: fc.double({ min: 0, max: 100, noNaN: true }),
  })
  fc.assert(
    fc.property(anySale, (change) => {
      const lines = saleLines(sale(change))
      expect(lines.reduce((sum, { amount_cents }) => sum + amount_cents, 0)).toBe(0)
      expect(lines.filter(({ amount_cents }) => amount_cents > 0)).toMatchObject([
        { line: 'gross', amount_cents: change.priceCents },
      ])
      expect(lines.every(({ amount_cents }) => Number.isInteger(amount_cents))).toBe(true)
      expect(
        lines.filter(({ amount_cents, line }) => amount_cents === 0 && line !== 'developer_share'),
      ).toEqual([])
      expect(new Set(lines.map(({ line }) => line)).size).toBe(lines.length)
    }),
    { numRuns: 2_000 },
  )
})
