import { expect, it } from 'vitest'
import { centsOfText } from './money.ts'

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
