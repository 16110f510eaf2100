import type { Game, GameFile } from '@nofiller/contract/catalog/catalog'
import { expect, it } from 'vitest'
import { BASE, chosenGoods, extrasOf, priceOf, searchFor } from './buying.ts'

const file = (_id: string, customPrice?: number) =>
  ({ _id, name: `${_id}.zip`, customPriceEnabled: customPrice !== undefined, customPrice }) as GameFile
const gameFiles = [file('base'), file('songs', 0.1), file('art', 0.2), file('map', 16.98)]
const game = { price: 18, isFree: false, gameFiles } as Game

it('The price of a base is the price of its game, or nothing for a free one', () => {
  expect(priceOf(game, BASE)).toBe(18)
  expect(priceOf({ ...game, isFree: true }, BASE)).toBe(0)
})
it('The price of extras is their sum to the cent without the base', () => {
  expect(priceOf(game, extrasOf(game, ['songs', 'art']))).toBe(0.3)
  expect(priceOf(game, extrasOf(game, ['map', 'art', 'songs']))).toBe(17.28)
})

const opened = (search: string) => chosenGoods(game, new URLSearchParams(search))

it('An address of a purchase leads back to the same items, for example after a log-in', () => {
  for (const goods of [BASE, extrasOf(game, ['songs']), extrasOf(game, ['songs', 'map'])])
    expect(opened(searchFor(goods))).toEqual(goods)
})
it('An address without extras of this game is about the game itself', () => {
  expect(opened('?buy=1&file=base')).toEqual(BASE)
  expect(opened('?buy=1&file=of-another-game')).toEqual(BASE)
})
it('An address ignores unknown extras and takes each one once', () => {
  expect(opened('?buy=1&file=art&file=gone&file=art')).toEqual(extrasOf(game, ['art']))
})
