import { expect, it } from 'vitest'
import { showMoment, showUtcMoment } from './when.ts'

it('names the zone of every time of day', () => {
  expect(showUtcMoment('2026-11-21T13:02:00Z')).toBe('Nov 21, 2026, 13:02 UTC')
  expect(showMoment('2026-11-21T13:02:00Z')).toMatch(
    /^Nov 2[12], 2026, \d\d:\d\d [A-Z]+(?:[+-]\d+(?::\d+)?)?$/,
  )
})
