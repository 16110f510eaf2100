import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  centsRoundedUp,
  covers,
  decimalText,
  exactCents,
  nearestCents,
  shareOfCents,
  unitsOf,
  worthOf,
} from './decimal.ts'

it.each([
  ['9.99', 999],
  [9.99, 999],
  ['9.990', 999],
  ['1e1', 1_000],
  [0.1 + 0.2, null],
  ['9.999', null],
  ['', null],
  ['x', null],
  ['1,000', null],
  [Number.NaN, null],
])('reads %j as %j cents', (value, cents) => {
  expect(exactCents(value)).toBe(cents)
})

it.each([
  [1.2e-7, 120_000_000_000n],
  ['0.000000000000000001', 1n],
  ['0.0000000000000000019', 1n],
  ['1E+2', 100n * 10n ** 18n],
  ['-1.5', -15n * 10n ** 17n],
])('reads the coins %j', (value, units) => {
  expect(unitsOf(value)).toBe(units)
})

it.each([
  [0.0652, '0.0652'],
  [1.2e-7, '0.00000012'],
  ['10.00', '10'],
  ['0', '0'],
  ['1E+2', '100'],
  ['-1.5', '-1.5'],
  ['0.000000000000000001', '0.000000000000000001'],
])('writes the coins %j as %s', (value, text) => {
  expect(decimalText(unitsOf(value) ?? -1n)).toBe(text)
})

it('reads every price back as it was written', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10_000_000 }), (cents) => {
      expect(exactCents((cents / 100).toFixed(2))).toBe(cents)
      expect(exactCents(cents / 100)).toBe(cents)
    }),
  )
})

it('replaces an amount beyond the database’s range by a large one', () => {
  expect(shareOfCents(999, 10n ** 30n, 1n)).toBe(2 ** 31 - 1)
  expect(exactCents('9'.repeat(40))).toBe(2 ** 31 - 1)
})

it('treats a negative amount as zero', () => {
  expect(nearestCents(worthOf(-7_000_000_000_000n, unitsOf('90000.00') ?? 0n))).toBe(0)
  expect(shareOfCents(999, -1n, 2n)).toBe(0)
  expect(centsRoundedUp('-1.5')).toBe(0)
})

it('rounds minimums up, shares down and worth to the nearest', () => {
  expect(centsRoundedUp(1.5301)).toBe(154)
  expect(shareOfCents(999, 999n, 1_000n)).toBe(998)
  expect(shareOfCents(999, 1n, 0n)).toBe(0)
  expect(nearestCents(worthOf(unitsOf('0.000111') ?? 0n, unitsOf('90000.00') ?? 0n))).toBe(999)
})

it.each([
  [989_999n, 1, false],
  [990_000n, 1, true],
  [999_999n, 0, false],
  [1_000_000n, 0, true],
  [995_000n, 0.5, true],
])('%i of a million covers it with %d %% missing: %s', (part, tolerance, expected) => {
  expect(covers(part, 1_000_000n, tolerance)).toBe(expected)
})
