import fc from 'fast-check'
import { expect, it } from 'vitest'
import { orderNumberIn } from './order-number.ts'

const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
/** A number by the rule: the weighted digits sum to a multiple of 31. */
const anyNumber = fc
  .array(fc.nat({ max: 30 }), { minLength: 7, maxLength: 7 })
  .map((digits) => [
    ...digits,
    (31 - (digits.reduce((sum, digit, at) => sum + (at + 2) * digit, 0) % 31)) % 31,
  ])
  .map((digits) => digits.map((digit) => ALPHABET[digit]).join(''))

it('An order number is read in any spelling and written in two groups', () => {
  fc.assert(
    fc.property(anyNumber, (number) => {
      const written = `${number.slice(0, 4)}-${number.slice(4)}`
      expect(orderNumberIn(number)).toBe(written)
      expect(orderNumberIn(` ${written.toLowerCase().replace('-', ' ')} `)).toBe(written)
    }),
  )
})

it('An order number with one wrong character or two swapped neighbors is refused', () => {
  fc.assert(
    fc.property(anyNumber, fc.nat({ max: 7 }), fc.nat({ max: 30 }), (number, at, other) => {
      const wrong = number.slice(0, at) + ALPHABET[other] + number.slice(at + 1)
      fc.pre(wrong !== number)
      expect(orderNumberIn(wrong)).toBeNull()
    }),
  )
  fc.assert(
    fc.property(anyNumber, fc.nat({ max: 6 }), (number, at) => {
      const swapped = number.slice(0, at) + number[at + 1] + number[at] + number.slice(at + 2)
      fc.pre(swapped !== number)
      expect(orderNumberIn(swapped)).toBeNull()
    }),
  )
})

it.each(['', '8F3K', '8F3K-2Q9', '8F3K-2Q9XX', 'O000-0000', 'a title'])(
  '%j is not an order number',
  (text) => {
    expect(orderNumberIn(text)).toBeNull()
  },
)
