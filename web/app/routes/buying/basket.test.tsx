// @vitest-environment jsdom
import type { BasketItem } from '@nofiller/contract/basket/basket'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { openPage, startFakeStore } from '../../testing/screens.tsx'
import * as basket from './basket.tsx'

const store = startFakeStore()

const anItem = (title: string, more: Partial<BasketItem> = {}): BasketItem => ({
  _id: title,
  gameId: title,
  fileId: null,
  slug: title.toLowerCase(),
  title,
  fileName: null,
  developer: { _id: 'ada', name: 'ada' },
  cardPicture: null,
  devices: ['Windows'],
  size: null,
  state: 'unchanged',
  price: 9.99,
  listPrice: 9.99,
  bundle: null,
  savedPrice: 9.99,
  ownedSince: null,
  availableFrom: null,
  isLater: false,
  addedAt: '2026-11-01T00:00:00.000Z',
  ...more,
})

it('EA5 An item that buyers do not get yet says from when, and can wait in the basket, for later or on the wishlist', async () => {
  await store.signIn()
  const availableFrom = new Date(Date.now() + 86_400_000).toISOString()
  const coming = anItem('Dusk', { state: 'coming', price: 0, listPrice: 0, availableFrom })
  store.answer('GET /api/basket', { status: 200, body: { items: [anItem('Orbit'), coming] } })
  openPage('/basket', { '/basket': basket })
  const row = (await screen.findByRole('button', { name: 'Remove Dusk' })).closest('li') ?? document.body
  expect(row.textContent).toMatch(
    /Not out yet. You can buy it from \w+ \d+, \d\d:\d\d \(UTC.*\). It isn’t counted in the total./,
  )
  for (const name of ['Move to later: Dusk', 'Move to wishlist: Dusk', 'Remove Dusk'])
    within(row).getByRole('button', { name })
  expect(screen.queryByText('Update basket')).toBeNull()
  expect(screen.getByRole('complementary', { name: 'Summary' }).textContent).toContain('Pay $9.99')
})
