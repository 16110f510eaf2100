import fc from 'fast-check'
import { expect, it } from 'vitest'
import { bundleShares, type PricedGood, percentOff, priceOf, type SaleTerms } from './pricing.ts'

const at = new Date('2026-11-22T12:00:00Z')
const hours = (count: number) => new Date(at.getTime() + count * 3_600_000)

const sale = (of: Partial<SaleTerms>): SaleTerms => ({
  id: 'sale',
  percent: null,
  priceCents: null,
  beginsAt: hours(-1),
  endsAt: hours(1),
  ...of,
})

const anySale = fc
  .record({
    id: fc.uuid(),
    isPercent: fc.boolean(),
    percent: fc.integer({ min: 1, max: 95 }),
    cents: fc.integer({ min: 1, max: 100_000 }),
    from: fc.integer({ min: -5, max: 5 }),
    hours: fc.integer({ min: 0, max: 5 }),
  })
  .map(
    ({ id, isPercent, percent, cents, from, hours: long }): SaleTerms => ({
      id,
      percent: isPercent ? percent : null,
      priceCents: isPercent ? null : cents,
      beginsAt: hours(from),
      endsAt: hours(from + long),
    }),
  )
const anyCode = fc.oneof(
  fc.record({
    id: fc.uuid(),
    code: fc.constant('MOON'),
    percent: fc.integer({ min: 1, max: 100 }),
    amountCents: fc.constant(null),
  }),
  fc.record({
    id: fc.uuid(),
    code: fc.constant('THANKS'),
    percent: fc.constant(null),
    amountCents: fc.integer({ min: 1, max: 100_000 }),
  }),
)
const anyGood: fc.Arbitrary<PricedGood> = fc.record({
  listCents: fc.integer({ min: 0, max: 100_000 }),
  sales: fc.array(anySale, { maxLength: 5 }),
  bundle: fc.option(
    fc.record({
      id: fc.uuid(),
      title: fc.constant('Trio'),
      priceCents: fc.integer({ min: 1, max: 100_000 }),
    }),
  ),
  code: fc.option(anyCode),
  ownCents: fc.constant(null),
})

const good = (
  listCents: number,
  sales: SaleTerms[],
  code: PricedGood['code'] = null,
  ownCents: number | null = null,
) => priceOf({ listCents, sales, bundle: null, code, ownCents }, at)
const percentCode = (percent: number) => ({ id: 'code', code: 'MOON', percent, amountCents: null })
const amountCode = (amountCents: number) => ({ id: 'code', code: 'THANKS', percent: null, amountCents })

it('A price is never above the list price, and only a code lowers it below one cent', () => {
  fc.assert(
    fc.property(anyGood, (priced) => {
      const { priceCents, code } = priceOf(priced, at)
      expect(priceCents).toBeLessThanOrEqual(priced.listCents)
      expect(priceCents).toBeGreaterThanOrEqual(code ? 0 : Math.min(1, priced.listCents))
      expect(Number.isInteger(priceCents)).toBe(true)
    }),
  )
})

it('A price uses exactly one reduction, in whatever order they come', () => {
  fc.assert(
    fc.property(anyGood, (priced) => {
      const { priceCents } = priceOf(priced, at)
      const turned = { sales: [...priced.sales].reverse() }
      expect(priceOf({ ...priced, ...turned }, at).priceCents).toBe(priceCents)
      const none = { ...priced, sales: [], bundle: null, code: null }
      const alone = [
        ...priced.sales.map((one) => priceOf({ ...none, sales: [one] }, at).priceCents),
        priceOf({ ...none, bundle: priced.bundle }, at).priceCents,
        priceOf({ ...none, code: priced.code }, at).priceCents,
      ]
      expect(priceCents).toBe(Math.min(priced.listCents, ...alone))
    }),
  )
})

it('A reduced price names its one reduction, and a full price names none', () => {
  fc.assert(
    fc.property(anyGood, (priced) => {
      const { priceCents, sale: named, bundle, code } = priceOf(priced, at)
      expect([named, bundle, code].filter((reduction) => reduction !== null)).toHaveLength(
        priceCents === priced.listCents ? 0 : 1,
      )
      if (named) expect(named.beginsAt <= at && at < named.endsAt).toBe(true)
    }),
  )
})

it.each([
  ['30 % of $9.99, a part of a cent being the buyer’s', 999, [sale({ percent: 30 })], 699],
  ['95 % of a cent', 1, [sale({ percent: 95 })], 1],
  ['to a price', 1_800, [sale({ priceCents: 1_200 })], 1_200],
  ['to a price above the list price', 900, [sale({ priceCents: 1_200 })], 900],
  ['the better of two, which do not add up', 1_000, [sale({ percent: 20 }), sale({ percent: 30 })], 700],
  ['a free game', 0, [sale({ percent: 30 })], 0],
  ['at the moment it begins', 1_000, [sale({ percent: 10, beginsAt: at })], 900],
  ['at the moment it ends', 1_000, [sale({ percent: 10, endsAt: at })], 1_000],
])('A sale reduces a price: %s', (_, listCents, sales, cents) => {
  expect(good(listCents, sales).priceCents).toBe(cents)
})

it.each([
  ['a part of it', 1_000, percentCode(15), 850],
  ['all of it', 1_000, percentCode(100), 0],
  ['an amount', 1_000, amountCode(300), 700],
  ['an amount beyond the price', 200, amountCode(300), 0],
])('A code reduces a price: %s', (_, listCents, code, cents) => {
  expect(good(listCents, [], code).priceCents).toBe(cents)
})

it('Among equal reductions the longest sale counts first, and a sale before a code', () => {
  const sales = [sale({ id: 'short', percent: 10 }), sale({ id: 'long', percent: 10, endsAt: hours(9) })]
  expect(good(1_000, sales).sale?.id).toBe('long')
  expect(good(1_000, sales, percentCode(10))).toMatchObject({ sale: { id: 'long' }, code: null })
  expect(good(1_000, sales, percentCode(11))).toMatchObject({ sale: null, code: { id: 'code' } })
})

it('Among equal reductions a sale counts before a bundle, and a bundle before a code', () => {
  const bundle = { id: 'trio', title: 'Trio', priceCents: 800 }
  const base = { listCents: 1_000, bundle, ownCents: null, code: percentCode(20) }
  expect(priceOf({ ...base, sales: [] }, at)).toMatchObject({
    priceCents: 800,
    bundle: { id: 'trio' },
    code: null,
  })
  expect(priceOf({ ...base, sales: [sale({ percent: 20 })] }, at)).toMatchObject({
    sale: { id: 'sale' },
    bundle: null,
  })
})

it('A buyer can pay more than the price, and no reduction counts from the list price on', () => {
  fc.assert(
    fc.property(anyGood, fc.integer({ min: 0, max: 100_000 }), (priced, ownCents) => {
      const without = priceOf(priced, at)
      const line = priceOf({ ...priced, ownCents }, at)
      expect(line.priceCents).toBe(Math.max(without.priceCents, ownCents))
      expect(line.isOwnPrice).toBe(ownCents > without.priceCents)
      if (line.priceCents >= priced.listCents)
        expect([line.sale, line.bundle, line.code]).toEqual([null, null, null])
    }),
  )
  expect(good(1_000, [sale({ percent: 50 })], null, 700)).toMatchObject({
    priceCents: 700,
    sale: { id: 'sale' },
  })
  expect(good(0, [], null, 500)).toMatchObject({ priceCents: 500, listCents: 0, isOwnPrice: true })
})

it('The percentage shown is never more than the real one and never less than the sale’s', () => {
  fc.assert(
    fc.property(fc.integer({ min: 100, max: 100_000 }), fc.integer({ min: 1, max: 95 }), (cents, percent) => {
      const { priceCents } = good(cents, [sale({ percent })])
      const said = percentOff(cents, priceCents)
      expect(said).toBeGreaterThanOrEqual(percent)
      expect(said).toBeLessThanOrEqual((100 * (cents - priceCents)) / cents)
    }),
  )
})

it('The games of a bundle share its price to the cent, in proportion and below their own prices', () => {
  const lists = fc.array(fc.integer({ min: 1, max: 100_000 }), { minLength: 2, maxLength: 20 })
  fc.assert(
    fc.property(lists, fc.integer({ min: 1, max: 2_000_000 }), (listCents, anyCents) => {
      const sum = listCents.reduce((all, cents) => all + cents, 0)
      const priceCents = 1 + (anyCents % Math.max(1, sum - 1))
      const shares = bundleShares(listCents, priceCents)
      if (!shares) {
        const isTiny = listCents.some((cents) => cents * priceCents < sum)
        expect(isTiny || priceCents >= sum).toBe(true)
        return
      }
      expect(shares.reduce((all, cents) => all + cents, 0)).toBe(priceCents)
      for (const [at, share] of shares.entries()) {
        expect(share).toBeLessThanOrEqual(listCents[at] ?? 0)
        expect(Math.abs(share - ((listCents[at] ?? 0) * priceCents) / sum)).toBeLessThan(1)
      }
    }),
  )
})

it('A bundle must be cheaper than its games and leave a price for each of them', () => {
  expect(bundleShares([500, 500], 1_000)).toBeNull()
  expect(bundleShares([1, 10_000], 5_000)).toBeNull()
  expect(bundleShares([500, 1_000], 1_000)).toEqual([333, 667])
})
