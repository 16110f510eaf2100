import fc from 'fast-check'
import { expect, it } from 'vitest'
import { amountProblem, centsOfText } from './amount.ts'
import { showPrice } from './money.ts'

it('C1 Only a price is read as a price, in exact cents', () => {
  const cases: [string, number | null][] = [
    ['9.99', 999],
    [' 9.99 ', 999],
    ['0.1', 10],
    ['.5', 50],
    ['1000', 100_000],
    ['5.', 500],
    ['', 0],
    ['0', 0],
    ['-1', -100],
    ['0.001', null],
    ['9.999', null],
    ['1e3', null],
    ['NaN', null],
    ['Infinity', null],
    ['0x10', null],
    ['9,99', 999],
    ['5,00', 500],
    ['1.000,00', 100_000],
    ['1 000,50', 100_050],
    ['1\u202f000', 100_000],
    ['$5', 500],
    ['$9.99', 999],
    ['9.99 $', 999],
    ['US$9.99', 999],
    ['9.99 USD', 999],
    ['−$4.00', -400],
    ['$-4', -400],
    ['1,000', 100_000],
    ['1,000.00', 100_000],
    ['$1,234.50', 123_450],
    ['1,000,000', 100_000_000],
    ['1.000.000', 100_000_000],
    ["1'000.00", 100_000],
    ['９.９９', 999],
    ['1.000', null],
    ['1,00,000', null],
    ['1,000,00', null],
    ['0,999', null],
    ['1,234.567', null],
    ['1.2.3', null],
    ['$', null],
    ['€5', null],
    ['9.99 or so', null],
  ]
  for (const [text, cents] of cases) expect(centsOfText(text), text).toBe(cents)
})

it('A wrong price is refused with the reason, and an ambiguous one with a question', () => {
  expect(['9.999', '0.001', 'ten', '$', '1.000', '2.500', '9,99', ''].map(amountProblem)).toEqual([
    'Use at most two decimal places',
    'Use at most two decimal places',
    'Enter the price as a number like 9.99',
    'Enter the price as a number like 9.99',
    'This could mean two amounts. Enter 1000 or 1.00.',
    'This could mean two amounts. Enter 2500 or 2.50.',
    null,
    null,
  ])
})

it('Every price that the store shows can be read back', () => {
  fc.assert(
    fc.property(fc.integer({ min: -10_000_000, max: 10_000_000 }), (cents) => {
      const shown = showPrice(cents / 100)
      expect(centsOfText(shown), shown).toBe(cents)
      expect(centsOfText(shown.replace('$', '')), shown).toBe(cents)
    }),
  )
})
