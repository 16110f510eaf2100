import { expect, it } from 'vitest'
import { ageOf, isOld } from './age.ts'

const now = new Date('2026-11-22T12:00:00Z')

it.each([
  ['2026-11-22T12:00:10Z', '0 min old', false], // the server's clock is ahead of the browser's
  ['2026-11-22T11:08:00Z', '52 min old', false],
  ['2026-11-22T08:00:00Z', '4 h old', false],
  ['2026-11-21T12:00:01Z', '23 h old', false],
  ['2026-11-21T12:00:00Z', '1 day old', true],
  ['2026-11-19T13:00:00Z', '2 days old', true],
])('The page says how long somebody has waited since %s', (since, age, old) => {
  expect([ageOf(since, now), isOld(since, now)]).toEqual([age, old])
})
