import { expect, it } from 'vitest'
import { shownFollowers } from './follow-rules.ts'

it('FO2 A page shows how many follow from 100 on, to two figures', () => {
  const shown = [0, 99, 100, 119, 999, 1_000, 1_299, 98_765].map(shownFollowers)
  expect(shown).toEqual([null, null, 100, 110, 990, 1_000, 1_200, 98_000])
})
