import type { Game, GameFile } from '@nofiller/contract/catalog/catalog'
import { describe, expect, it } from 'vitest'
import { BASE, chosenGoods, extrasOf, priceOf, searchFor } from './buying.ts'

const file = (_id: string, customPrice?: number) =>
  ({ _id, name: `${_id}.zip`, customPriceEnabled: customPrice !== undefined, customPrice }) as GameFile
const gameFiles = [file('base'), file('songs', 0.1), file('art', 0.2), file('map', 16.98)]
const game = { price: 18, isFree: false, gameFiles } as Game

describe('the price of what is bought', () => {
  it("is the game's for its base, and nothing for a free one", () => {
    expect(priceOf(game, BASE)).toBe(18)
    expect(priceOf({ ...game, isFree: true }, BASE)).toBe(0)
  })
  it('is the sum of the extras to the cent, without the base', () => {
    expect(priceOf(game, extrasOf(game, ['songs', 'art']))).toBe(0.3)
    expect(priceOf(game, extrasOf(game, ['map', 'art', 'songs']))).toBe(17.28)
  })
})

describe('an address that opens the purchase', () => {
  const opened = (search: string) => chosenGoods(game, new URLSearchParams(search))

  it('leads back to the same goods, such as after signing in', () => {
    for (const goods of [BASE, extrasOf(game, ['songs']), extrasOf(game, ['songs', 'map'])])
      expect(opened(searchFor(goods))).toEqual(goods)
  })
  it('is about the base when its files are no extras of this game', () => {
    expect(opened('?buy=1&file=base')).toEqual(BASE)
    expect(opened('?buy=1&file=of-another-game')).toEqual(BASE)
  })
  it('passes over what is no extra, and takes each once', () => {
    expect(opened('?buy=1&file=art&file=gone&file=art')).toEqual(extrasOf(game, ['art']))
  })
})
