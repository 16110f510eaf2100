import { expect, it } from 'vitest'
import { currentPlace } from './contents-rail.tsx'

const IDS = ['a', 'b', 'c', 'd']
const inView = (shares: Record<string, number>, requested = '') =>
  currentPlace(IDS, new Map(Object.entries(shares)), requested)

it('names the first place in view', () => {
  expect(inView({})).toBe('a')
  expect(inView({ a: 0, b: 0.2, c: 1, d: 0.5 })).toBe('b')
})

it('names the place that was asked for while it is in view', () => {
  expect(inView({ a: 0, b: 0.2, c: 1, d: 1 }, 'c')).toBe('c')
  expect(inView({ a: 0.5, b: 1, c: 0, d: 0 }, 'c')).toBe('a')
})

it('names the last place at the end, but not on a page that is in view whole', () => {
  expect(inView({ a: 0, b: 0.2, c: 1, d: 1 })).toBe('d')
  expect(inView({ a: 1, b: 1, c: 1, d: 1 })).toBe('a')
})
