// @vitest-environment jsdom
import type { WishlistSummary } from '@nofiller/contract/wishlist/wishlist'
import { screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { openPage, press, shows, startFakeStore } from '../../testing/screens.tsx'
import * as wishlist from './wishlist.tsx'

const store = startFakeStore()

const NONE: WishlistSummary = {
  count: 0,
  onSale: 0,
  hidden: 0,
  hiddenBy: { limits: 0, blocks: 0, choice: 0 },
  notForSale: { coming: 0, free: 0, paused: 0, gone: 0 },
  forSale: [],
}
const good = (gameId: string) => ({ gameId, price: 9.99 })
const item = (_id: string, isLater = false) => ({ _id, isLater, state: 'unchanged' })

/** The wishlist of somebody who is signed in, with what is in their basket. */
async function open(summary: Partial<WishlistSummary>, items: object[] = []) {
  await store.signIn()
  store.answer('GET /api/wishlist', { status: 200, body: [] })
  store.answer('GET /api/wishlist/ids', { status: 200, body: { gameIds: [] } })
  store.answer('GET /api/wishlist/summary', { status: 200, body: { ...NONE, ...summary } })
  store.answer('GET /api/basket', { status: 200, body: { items } })
  store.answer('POST /api/basket', { status: 200, body: { items } })
  openPage('/wishlist', { '/wishlist': wishlist })
  const sent = vi.spyOn(globalThis, 'fetch')
  return () => {
    const [, init] = sent.mock.calls.find(([, { method } = {}]) => method === 'POST') ?? []
    return init && JSON.parse(String(init.body)).goods.map(({ gameId }: { gameId: string }) => gameId)
  }
}

it('WI5 The list says how many games it does not show, and by what each is hidden', async () => {
  await open({ count: 6, hidden: 6, hiddenBy: { limits: 1, blocks: 2, choice: 3 } })
  const line = async (text: string) => (await screen.findByText(text, { exact: false })).querySelector('a')
  expect((await line('1 game is hidden by your limits.'))?.getAttribute('href')).toBe('/limits')
  expect((await line('2 games are hidden by your blocks.'))?.getAttribute('href')).toBe('/settings/blocks')
  expect((await line('3 games are hidden by your choice'))?.getAttribute('href')).toBe('/settings')
})

it('WI5 Adding all says what it left out, and why, with counts', async () => {
  const added = await open(
    {
      count: 8,
      hidden: 1,
      hiddenBy: { limits: 1, blocks: 0, choice: 0 },
      notForSale: { coming: 2, free: 1, paused: 0, gone: 1 },
      forSale: [good('there'), good('later'), good('new')],
    },
    [item('there'), item('later', true)],
  )
  await screen.findByRole('button', { name: /^Add 3 games to basket/ })
  await press(
    /^Add 3 games to basket/,
    '2 games added to the basket; left out: 1 in the basket already, 2 not for sale yet, 1 free, and 1 no longer in the store.',
  )
  expect(added()).toEqual(['later', 'new'])
})

it('WI5 A full basket takes what it has room for, and the others are said to be left out', async () => {
  const others = Array.from({ length: 49 }, (_, nth) => item(`other ${nth}`))
  const added = await open({ count: 3, forSale: [good('a'), good('b'), good('c')] }, others)
  await screen.findByRole('button', { name: /^Add 3 games to basket/ })
  await press(/^Add 3 games/, '1 game added to the basket; left out: 2 without room in the basket.')
  expect(added()).toEqual(['a'])
})

it('WI5 A basket without room is left alone', async () => {
  const others = Array.from({ length: 50 }, (_, nth) => item(`other ${nth}`))
  const added = await open({ count: 1, forSale: [good('a')] }, others)
  await screen.findByRole('button', { name: /^Add 1 game to basket/ })
  await press(/^Add 1 game to/)
  await shows('No game added to the basket; left out: 1 without room in the basket.')
  await waitFor(() => expect(added()).toBeUndefined())
})
