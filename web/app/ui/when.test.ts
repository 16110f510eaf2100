import { expect, it } from 'vitest'
import { showMoment } from './when.ts'

it('A time of day has its time zone', () => {
  expect(showMoment('2026-11-21T13:02:00Z')).toMatch(
    /^Nov 2[12], 2026, \d\d:\d\d [A-Z]+(?:[+-]\d+(?::\d+)?)?$/,
  )
})
