import { expect, it } from 'vitest'
import { priceWarning } from './price-warning.ts'

const WARNING = 'Payments below $1.54 cannot be made at the moment.'

it.each([
  ['1.53', WARNING],
  ['0.01', WARNING],
  ['1.54', null],
  ['9.99', null],
  ['0', null],
  ['', null],
  ['1.555', null],
])('A price of %j, where $1.54 is the smallest payment, has the warning %j', (typed, warning) =>
  expect(priceWarning(typed, 1.54)).toBe(warning),
)

it('No warning is shown where every price can be paid', () => {
  expect(priceWarning('0.01', 0)).toBe(null)
})
