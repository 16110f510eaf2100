import { expect, it } from 'vitest'
import { centsOfText, showPrice } from './money.ts'

it('C1 reads a price as exact cents and nothing else as a price', () => {
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
    ['$5', null],
    ['5,00', null],
  ]
  for (const [text, cents] of cases) expect(centsOfText(text), text).toBe(cents)
})

it('shows what is given back with a minus sign before the currency', () => {
  expect([0, 9.9, 1_234.5, -4, -0.02].map(showPrice)).toEqual([
    '$0.00',
    '$9.90',
    '$1,234.50',
    '−$4.00',
    '−$0.02',
  ])
})
