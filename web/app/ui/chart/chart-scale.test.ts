import fc from 'fast-check'
import { expect, it } from 'vitest'
import { labeledAt, peakOf, ticksOf } from './chart-scale.ts'

it('A scale has four equal steps, and the last one reaches the largest value', () => {
  expect(ticksOf(50, true)).toEqual([0, 20, 40, 60, 80])
  expect(ticksOf(9, true)).toEqual([0, 5, 10, 15, 20])
  expect(ticksOf(0, true)).toEqual([0, 1, 2, 3, 4])
  expect(ticksOf(1_680, true)).toEqual([0, 500, 1_000, 1_500, 2_000])
  expect(ticksOf(0.3, false)).toEqual([0, 0.1, 0.2, 0.3, 0.4])
})

it('Every value is within the lines, and whole values have whole lines', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1e9, noNaN: true }), fc.boolean(), (max, areIntegers) => {
      const ticks = ticksOf(max, areIntegers)
      expect(ticks).toHaveLength(5)
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(max * (1 - 1e-9))
      if (areIntegers) expect(ticks.every(Number.isInteger)).toBe(true)
    }),
  )
})

/** Where labels of one width start, as `Labels` places them: the first column's at the left edge, the last one's at the right. */
const beginnings = (places: number[], count: number, room: number, width: number) =>
  places.map((place) => ((place + 0.5) / count) * (room - width))

it('The last column and a few others are named without overlap', () => {
  const all = (count: number) => labeledAt(count).map(({ place }) => place)
  expect(all(0)).toEqual([])
  expect(all(3)).toEqual([0, 1, 2])
  expect(all(6)).toEqual([1, 3, 5])
  expect(all(30)).toEqual([5, 11, 17, 23, 29])
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 4_000 }), (count) => {
      const labels = labeledAt(count)
      const always = labels.filter(({ isAlways }) => isAlways).map(({ place }) => place)
      for (const [places, room, width] of [
        [always, 225, 48], // a screen of 360 px, `Nov 2026`
        [all(count), 448, 66], // the narrowest chart with all of them, `Nov 21, 2026`
      ] as const) {
        expect(places.at(-1)).toBe(count - 1)
        const begins = beginnings(places, count, room, width)
        for (const [nth, begin] of begins.slice(1).entries())
          expect(begin - (begins[nth] ?? 0)).toBeGreaterThanOrEqual(width + 6)
      }
    }),
  )
})

it('The peak is found unless nothing happened', () => {
  expect(peakOf([1, 7, 3, 7])).toBe(1)
  expect(peakOf([0, 0])).toBeNull()
  expect(peakOf([])).toBeNull()
})
