import { expect, it } from 'vitest'
import { parseWishes } from './visitor-wishes.ts'

const gameId = '0197c6f0-0000-7000-8000-000000000001'
const addedAt = '2026-11-26T10:00:00.000Z'

it('Of what a browser stores as a wishlist the valid part counts, each game once', () => {
  expect(
    parseWishes(
      JSON.stringify([
        { gameId, addedAt },
        { gameId, addedAt },
      ]),
    ),
  ).toEqual([{ gameId, addedAt }])
  for (const text of [
    null,
    '',
    '{',
    '{}',
    'null',
    '[null,1,"x",{}]',
    JSON.stringify([{ gameId: 'x', addedAt }]),
  ])
    expect(parseWishes(text)).toEqual([])
  expect(parseWishes(JSON.stringify([{ gameId, addedAt: 'soon' }]))).toEqual([])
})
