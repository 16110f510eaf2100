import { BASKET_MAX } from '@nofiller/contract/basket/basket-rules'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { inOrder, parseBasket, withAdded, without } from './visitor-basket.ts'

const GAME = '0192f0c1-7a3b-7c4d-8e5f-000000000001'
const FILE = '0192f0c1-7a3b-7c4d-8e5f-000000000002'
const NOW = new Date('2026-11-22T12:00:00Z')
const good = (nth: number) => ({
  gameId: GAME.slice(0, -3) + String(nth).padStart(3, '0'),
  fileId: null,
  price: 9.99,
})
const saved = { gameId: GAME, fileId: null, price: 9.99, isLater: false, addedAt: NOW.toISOString() }

it('A visitor’s basket reads back as it was stored', () => {
  const items = [saved, { ...saved, fileId: FILE, isLater: true }]
  expect(parseBasket(JSON.stringify(items))).toEqual(items)
})

it('A stored text that is not a basket counts as an empty one', () => {
  for (const text of [null, '', '{', 'null', '7', '"x"', '{}', '[1,null,"x",[]]', '[{"gameId":"x"}]'])
    expect(parseBasket(text), text ?? 'null').toEqual([])
  fc.assert(fc.property(fc.json(), (text) => parseBasket(text).length <= BASKET_MAX))
})

it('Entries that the server would refuse and repeated entries are left out', () => {
  const wrong = [
    { price: -1 },
    { price: '9' },
    { price: 1e6 },
    { gameId: 'x' },
    { fileId: 7 },
    { addedAt: 'today' },
    { addedAt: '+275760-09-13' },
  ]
  expect(
    parseBasket(JSON.stringify([saved, saved, ...wrong.map((part) => ({ ...saved, ...part }))])),
  ).toEqual([saved])
})

it('The basket holds each item once, restores saved ones, and refuses the 51st', () => {
  const full = withAdded(
    [],
    Array.from({ length: BASKET_MAX }, (_, nth) => good(nth)),
    NOW,
  )
  expect(full).toHaveLength(BASKET_MAX)
  expect(withAdded(full, [good(0)], NOW)).toEqual(full)
  expect(() => withAdded(full, [good(99)], NOW)).toThrow('Your basket is full. It holds 50 items.')
  expect(withAdded([{ ...saved, isLater: true }], [{ gameId: GAME, fileId: null, price: 12 }], NOW)).toEqual([
    { ...saved, price: 12 },
  ])
})

it('The basket is ordered by time, and items added together keep their order', () => {
  const earlier = { ...saved, gameId: FILE, addedAt: '2026-11-01T00:00:00.000Z' }
  const [base, extra] = [
    { gameId: GAME, fileId: null, price: 9 },
    { gameId: GAME, fileId: FILE, price: 4 },
  ]
  const both = withAdded([], [base, extra], NOW)
  expect(inOrder([...both.toReversed(), earlier])).toEqual([earlier, ...both])
})

it('What was added while the basket moved to an account stays', () => {
  const taken = [saved, { ...saved, fileId: FILE }]
  const added = { ...saved, gameId: good(7).gameId }
  expect(without([...taken, added], taken)).toEqual([added])
  expect(without(taken, taken)).toEqual([])
})
