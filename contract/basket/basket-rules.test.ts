import fc from 'fast-check'
import { expect, it } from 'vitest'
import { leftOutText, settleGood } from './basket-rules.ts'

it('An item in the basket is only paid at the price that was shown', () => {
  const price = fc.option(fc.integer({ min: 1, max: 5 }), { nil: null })
  fc.assert(
    fc.property(price, price, (today, shown) => {
      const done = settleGood(today, shown)
      expect(done === 'leave').toBe(today !== shown)
      if (done === 'drop') expect(today).toBeNull()
      if (done === 'accept') expect(today).toBe(shown)
    }),
  )
})

it('Each reason for leaving an item out of an order has its sentence', () => {
  expect(
    leftOutText([
      { name: 'Ninth Arch', reason: 'full' },
      { name: 'Velvet Orbit', reason: 'owned' },
      { name: 'Low Tide', reason: 'owned' },
      { name: null, reason: 'gone' },
    ]),
  ).toBe(
    'You already own Velvet Orbit and Low Tide. No longer sold: one item. A basket holds 50 items. There was no room for Ninth Arch.',
  )
  expect(leftOutText([])).toBe('')
})
