// @vitest-environment jsdom
/** How a developer says who sees a game, and what is shown of it at once. */

import type { GameAccess } from '@nofiller/contract/catalog/visibility'
import type { SellerGame } from '@nofiller/contract/releases/seller-game'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { AccessSettings } from '../../../features/authoring/access/access-settings.tsx'
import { useSellerGame } from '../../../features/releases/head/use-seller-game.ts'
import { BROKEN, openPage, press, shows, startFakeStore } from '../../../testing/screens.tsx'

const store = startFakeStore()
afterEach(() => {
  for (const button of screen.queryAllByRole('button', { name: 'Dismiss', hidden: true }))
    fireEvent.click(button)
})

const aGame = (access: Partial<GameAccess> = {}, more: Partial<SellerGame> = {}): SellerGame =>
  ({
    _id: 'g',
    title: 'Dusk',
    price: 9.99,
    isFree: false,
    visibility: 'public',
    access: { visibility: 'public', onDeveloperPage: false, notForSale: false, ...access },
    ...more,
  }) as SellerGame // the settings read no more of it

/** The store holds this from now on. */
function hold(access: Partial<GameAccess>, more: Partial<SellerGame> = {}) {
  const game = aGame(access, more)
  store.answer('GET /api/dev/games/:id', { status: 200, body: game })
  store.answer('PUT /api/games/:id/access', { status: 200, body: game.access })
}

function Shown() {
  const { data } = useSellerGame('g')
  return data ? <AccessSettings game={data} /> : null
}

async function open(access: Partial<GameAccess> = {}, more: Partial<SellerGame> = {}) {
  await store.signIn({ role: 'developer' })
  hold(access, more)
  openPage('/', { '/': { default: Shown } })
  await shows('Who can see the page')
}
/** Presses a button of the newest message, which jsdom takes for hidden. */
async function pressInMessage(name: string, text: string) {
  const buttons = await screen.findAllByRole('button', { name, hidden: true })
  fireEvent.click(buttons.at(-1) as HTMLElement) // no match has thrown already
  await shows(text)
}
const card = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name })

it('LA1 Hiding a game takes effect at once, and Undo sets it back', async () => {
  await open()
  expect(card('Public').checked).toBe(true)
  hold({ visibility: 'private' })
  fireEvent.click(card('Private'))
  expect(card('Private').checked).toBe(true)
  await shows('Dusk is private.')
  hold({})
  await pressInMessage('Undo', 'Dusk is public again.')
  expect(card('Public').checked).toBe(true)
})

it('LA1 Making a game public asks first, and says what will happen', async () => {
  await open({ visibility: 'private' })
  fireEvent.click(card('Public'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Make it public?' }))
  dialog.getByText('Anyone can buy it for $9.99')
  fireEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  expect(card('Private').checked).toBe(true)
  fireEvent.click(card('Public'))
  hold({})
  await press('Make public', 'Dusk is public.')
  expect(card('Public').checked).toBe(true)
})

it('LA1 A choice that the store did not take is set back, and can be tried again', async () => {
  await open()
  store.answer('PUT /api/games/:id/access', BROKEN)
  fireEvent.click(card('Unlisted'))
  await screen.findAllByRole('button', { name: 'Try again', hidden: true })
  await waitFor(() => expect(card('Public').checked).toBe(true))
  hold({ visibility: 'unlisted' })
  await pressInMessage('Try again', 'Dusk is unlisted.')
  expect(card('Unlisted').checked).toBe(true)
})

it('LA1 An unlisted game is on its developer’s page only if they choose so', async () => {
  await open()
  expect(screen.queryByRole('checkbox', { name: /Show it on your page/ })).toBeNull()
  hold({ visibility: 'unlisted' })
  fireEvent.click(card('Unlisted'))
  await shows('Dusk is unlisted.')
  const box = await screen.findByRole<HTMLInputElement>('checkbox', { name: /Show it on your page/ })
  expect(box.checked).toBe(false)
  hold({ visibility: 'unlisted', onDeveloperPage: true })
  fireEvent.click(box)
  await shows('Dusk is on your page.')
})

it('LA1 Of a game that is not in the store it says that the choice holds once it is', async () => {
  await open({ visibility: 'private' }, { visibility: 'private' })
  await shows(
    'Only you and our admins see this game now. What you choose here holds once it is in the store.',
  )
})

it('LA3 What is not for sale can be sold again', async () => {
  await open()
  hold({ notForSale: true })
  fireEvent.click(screen.getByRole('switch', { name: /Not for sale at present/ }))
  await shows('Dusk is not for sale.')
  hold({})
  await pressInMessage('Undo', 'Dusk is for sale again.')
})
