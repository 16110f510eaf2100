import { expect, it } from 'vitest'
import { counterVerdict } from './counter.ts'

it.each([
  ['singleDevice', 0, 0, 'grows'],
  ['singleDevice', 0, 1, 'grows'],
  ['singleDevice', 4, 9, 'grows'],
  ['singleDevice', 4, 4, 'refused'],
  ['singleDevice', 4, 3, 'refused'],
  ['singleDevice', 4, 0, 'refused'],
  ['multiDevice', 0, 0, 'grows'],
  ['multiDevice', 4, 0, 'falls'],
  ['multiDevice', 4, 4, 'falls'],
] as const)('K13 of a %s passkey that counted %i, %i %s', (deviceType, stored, received, verdict) =>
  expect(counterVerdict({ deviceType, stored, received })).toBe(verdict),
)
