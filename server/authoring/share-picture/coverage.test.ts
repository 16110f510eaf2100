import fc from 'fast-check'
import { expect, it } from 'vitest'
import '../../testing/properties.ts'
import { coverageOf, type Outline, type Point } from './coverage.ts'

const PICTURE = { width: 20, height: 16 }
const box = (left: number, top: number, right: number, bottom: number): Point[] => [
  { x: left, y: top },
  { x: right, y: top },
  { x: right, y: bottom },
  { x: left, y: bottom },
]
const areaOf = (outline: Outline): number =>
  coverageOf(outline, PICTURE).shares.reduce((sum, share) => sum + share, 0)

it('covers as many pixels as a box is large, whichever way around it is drawn', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0, max: 20, noNaN: true }),
      fc.double({ min: 0, max: 20, noNaN: true }),
      (a, b) => {
        const [left, right] = [Math.min(a, b), Math.max(a, b)]
        const area = (right - left) * 10
        expect(areaOf([box(left, 3, right, 13)])).toBeCloseTo(area, 3)
        expect(areaOf([box(left, 3, right, 13).toReversed()])).toBeCloseTo(area, 3)
      },
    ),
  )
})

it('covers what lies inside the picture alone, and each pixel once', () => {
  expect(areaOf([box(-50, -50, 50, 50)])).toBeCloseTo(20 * 16, 3)
  expect(areaOf([box(30, 3, 40, 13)])).toBe(0)
  expect(areaOf([box(2, 2, 12, 12), box(6, 2, 16, 12)])).toBeCloseTo(140, 3)
})

it('leaves out a hole, which turns the other way', () => {
  expect(areaOf([box(0, 0, 10, 10), box(2, 2, 8, 8).toReversed()])).toBeCloseTo(64, 3)
})

it('covers nothing for an outline without points', () => {
  expect(areaOf([])).toBe(0)
  expect(areaOf([[], [{ x: 3, y: 3 }]])).toBe(0)
})
