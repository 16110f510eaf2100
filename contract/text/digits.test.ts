import fc from 'fast-check'
import { expect, it } from 'vitest'
import { grouped } from './digits.ts'

it('Thousands are grouped as Intl does', () => {
  const english = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2 })
  fc.assert(
    fc.property(fc.integer({ min: -1e12, max: 1e12 }), (cents) => {
      expect(grouped((cents / 100).toFixed(2))).toBe(english.format(cents / 100))
    }),
  )
  expect([grouped('0'), grouped('999'), grouped('1000'), grouped('1234567')]).toEqual([
    '0',
    '999',
    '1,000',
    '1,234,567',
  ])
})
