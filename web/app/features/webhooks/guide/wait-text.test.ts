import { expect, it } from 'vitest'
import { waitText } from './wait-text.ts'

it.each([
  [0, 'At once'],
  [5, '5 seconds'],
  [300, '5 minutes'],
  [3_600, '1 hour'],
  [2 * 3_600 + 35 * 60, '2 hours 35 minutes'],
])('A wait of %i seconds is read as %s', (seconds, text) => {
  expect(waitText(seconds)).toBe(text)
})
