import fc from 'fast-check'
import { expect, it } from 'vitest'
import { labelledAt, peakOf, ticksOf } from './chart-scale.ts'

it('reads well: four equal steps, of which the last reaches the largest value', () => {
  expect(ticksOf(50, true)).toEqual([0, 20, 40, 60, 80])
  expect(ticksOf(9, true)).toEqual([0, 5, 10, 15, 20])
  expect(ticksOf(0, true)).toEqual([0, 1, 2, 3, 4])
  expect(ticksOf(1_680, true)).toEqual([0, 500, 1_000, 1_500, 2_000])
  expect(ticksOf(0.3, false)).toEqual([0, 0.1, 0.2, 0.3, 0.4])
})

it('shows every value within its lines, and whole values between whole lines', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1e9, noNaN: true }), fc.boolean(), (max, areWhole) => {
      const ticks = ticksOf(max, areWhole)
      expect(ticks).toHaveLength(5)
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(max * (1 - 1e-9))
      if (areWhole) expect(ticks.every(Number.isInteger)).toBe(true)
    }),
  )
})

it('labels the first and the last column, and few between', () => {
  expect(labelledAt(3, 5)).toEqual([0, 1, 2])
  expect(labelledAt(30, 5)).toEqual([0, 7, 15, 22, 29])
  expect(labelledAt(0, 5)).toEqual([])
})

it('finds the peak, unless nothing happened', () => {
  expect(peakOf([1, 7, 3, 7])).toBe(1)
  expect(peakOf([0, 0])).toBeNull()
  expect(peakOf([])).toBeNull()
})
