import { expect, it } from 'vitest'
import { showPrice, sumDollars } from './money.ts'

it('A refund is shown with a minus sign before the currency', () => {
  expect([0, 9.9, 1_234.5, -4, -0.02].map(showPrice)).toEqual([
    '$0.00',
    '$9.90',
    '$1,234.50',
    '−$4.00',
    '−$0.02',
  ])
})

it('Dollars are added to the cent', () => {
  expect(sumDollars(0.1, 0.2, -0.05)).toBe(0.25)
  expect(sumDollars()).toBe(0)
})
