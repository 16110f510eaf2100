// @vitest-environment jsdom
/** What makes supporters of a game, as its developer sets it. */

import type { SellerGame } from '@nofiller/contract/releases/seller-game'
import type { SupporterOffer } from '@nofiller/contract/releases/supporters'
import { fireEvent, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { EarlyAccess } from '../../../features/releases/list/early-access.tsx'
import { aFile } from '../../../testing/games.ts'
import { openPage, startFakeStore } from '../../../testing/screens.tsx'

const store = startFakeStore()
const extra = aFile('lamp.zip', { customPriceEnabled: true, customPrice: 6 })

async function openForm(
  game: Pick<SellerGame, 'payWhatYouWant' | 'gameFiles'>,
  offer: SupporterOffer | null = null,
) {
  await store.signIn({ role: 'developer' })
  store.answer('GET /api/dev/games/:id/supporters', {
    status: 200,
    body: { offer, supporters: 0, isSold: false },
  })
  const shown = { _id: 'g', ...game } as SellerGame // the form reads no more of it
  openPage('/', { '/': { default: () => <EarlyAccess game={shown} /> } })
  fireEvent.click(await screen.findByRole('radio', { name: /^Supporters first/ }))
}
const choices = () => screen.queryAllByRole('checkbox').map((box) => box.closest('label')?.textContent)

it('EA2 offers a sum only where buyers may pay more than the price', async () => {
  await openForm({ payWhatYouWant: false, gameFiles: [extra] })
  expect(choices()).toEqual(['Who owns the game and an extra'])
  await openForm({ payWhatYouWant: true, gameFiles: [extra] })
  expect(choices()).toContain('Who paid at least some amount for the game')
})

it('EA2 shows a sum that was set before, also where buyers pay the price alone', async () => {
  await openForm({ payWhatYouWant: false, gameFiles: [] }, { fileId: null, minPaid: 20, leadDays: 7 })
  expect(choices()).toEqual(['Who paid at least some amount for the game'])
})

it('EA2 says what a game needs to have supporters', async () => {
  await openForm({ payWhatYouWant: false, gameFiles: [] })
  await screen.findByText(/^Add an extra with a price, or let buyers pay more/)
})
