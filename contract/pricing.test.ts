import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type PricedGood, percentOff, priceOf, type SaleTerms } from './pricing.ts'

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
const anyGood: fc.Arbitrary<PricedGood> = fc.record({
  listCents: fc.integer({ min: 0, max: 100_000 }),
  sales: fc.array(anySale, { maxLength: 5 }),
})

describe('what a good costs', () => {
  it('is never above the list price nor below a cent of what costs something', () => {
    fc.assert(
      fc.property(anyGood, (good) => {
        const { priceCents } = priceOf(good, at)
        expect(priceCents).toBeLessThanOrEqual(good.listCents)
        expect(priceCents).toBeGreaterThanOrEqual(Math.min(1, good.listCents))
        expect(Number.isInteger(priceCents)).toBe(true)
      }),
    )
  })

  it('does not depend on the order of the sales, and is that of one of them alone', () => {
    fc.assert(
      fc.property(anyGood, (good) => {
        const { priceCents } = priceOf(good, at)
        expect(priceOf({ ...good, sales: [...good.sales].reverse() }, at).priceCents).toBe(priceCents)
        const alone = good.sales.map((one) => priceOf({ ...good, sales: [one] }, at).priceCents)
        expect(priceCents).toBe(Math.min(good.listCents, ...alone))
      }),
    )
  })

  it('names the sale that makes it cheaper, and none when nothing does', () => {
    fc.assert(
      fc.property(anyGood, (good) => {
        const { priceCents, sale: named } = priceOf(good, at)
        expect(named === null).toBe(priceCents === good.listCents)
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
  ])('%s', (_, listCents, sales, cents) => {
    expect(priceOf({ listCents, sales }, at).priceCents).toBe(cents)
  })

  it('goes by the sale that runs longest among equal ones', () => {
    const sales = [sale({ id: 'short', percent: 10 }), sale({ id: 'long', percent: 10, endsAt: hours(9) })]
    expect(priceOf({ listCents: 1_000, sales }, at).sale?.id).toBe('long')
  })

  it('never says more percent than it is cheaper, and all of a sale’s', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 100, max: 100_000 }),
        fc.integer({ min: 1, max: 95 }),
        (cents, percent) => {
          const { priceCents } = priceOf({ listCents: cents, sales: [sale({ percent })] }, at)
          const said = percentOff(cents, priceCents)
          expect(said).toBeGreaterThanOrEqual(percent)
          expect(said).toBeLessThanOrEqual((100 * (cents - priceCents)) / cents)
        },
      ),
    )
  })
})
