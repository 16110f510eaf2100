import { expect, it } from 'vitest'
import { badgeOf } from './badge.ts'

it('A card says OWNED, Free Game, or the price with two decimals', () => {
  const free = { isFree: true, price: 0 }
  const priced = { isFree: false, price: 9.5 }
  expect(
    [badgeOf(free, false), badgeOf(priced, false), badgeOf(priced, true)].map(({ text }) => text),
  ).toEqual(['Free Game', '$9.50', 'OWNED'])
})
