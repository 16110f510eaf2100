import { expect, it } from 'vitest'
import { currentPlace } from './contents-rail.tsx'

const IDS = ['a', 'b', 'c', 'd']
const inView = (shares: Record<string, number>, requested = '') =>
  currentPlace(IDS, new Map(Object.entries(shares)), requested)

it('The table of contents marks the first section in view', () => {
  expect(inView({})).toBe('a')
  expect(inView({ a: 0, b: 0.2, c: 1, d: 0.5 })).toBe('b')
})

it('The table of contents marks the chosen section while it is in view', () => {
  expect(inView({ a: 0, b: 0.2, c: 1, d: 1 }, 'c')).toBe('c')
  expect(inView({ a: 0.5, b: 1, c: 0, d: 0 }, 'c')).toBe('a')
})

it('The table of contents marks the last section at the end of a long page', () => {
  expect(inView({ a: 0, b: 0.2, c: 1, d: 1 })).toBe('d')
  expect(inView({ a: 1, b: 1, c: 1, d: 1 })).toBe('a')
})
