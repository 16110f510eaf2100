import { expect, it } from 'vitest'
import { appealUntil } from './moderation-rules.ts'

it.each([
  ['2026-11-23T09:00:00.000Z', '2027-05-23T09:00:00.000Z'],
  ['2026-08-31T09:00:00.000Z', '2027-02-28T09:00:00.000Z'],
  ['2027-08-31T09:00:00.000Z', '2028-02-29T09:00:00.000Z'],
  ['2026-12-31T23:59:59.000Z', '2027-06-30T23:59:59.000Z'],
])('M10 A decision of %s can be appealed until %s', (decided, until) => {
  expect(appealUntil(new Date(decided)).toISOString()).toBe(until)
})
