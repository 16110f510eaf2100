// @vitest-environment jsdom
/** A game of which buyers get nothing yet, or an earlier version than others. */
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { aFile, aGame } from '../../testing/games.ts'
import { openPage, press, shows, startFakeStore } from '../../testing/screens.tsx'
import * as game from './game.tsx'

const HOUR_MS = 3_600_000
const store = startFakeStore()
beforeEach(() => store.answer('GET /api/library', { status: 200, body: [] }))

const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString()
const coming = (owners: string) => [
  {
    label: '0.6',
    steps: [
      { audience: 'supporters' as const, opensAt: inHours(-1) },
      { audience: 'owners' as const, opensAt: owners },
    ],
    files: [aFile('lamp.zip')],
    news: null,
  },
]
const open = (more: Parameters<typeof aGame>[0], search = '') => {
  const loader = () => ({ game: aGame(more), related: [], relatedBy: null, hiding: null, head: null })
  openPage(`/game/dusk${search}`, { '/game/:id': { ...game, loader } })
}
const facts = () => screen.findByRole('complementary', { name: 'About this game' })

it('EA5 A game that nobody can buy yet says from when, in place of its buttons', async () => {
  const from = inHours(24)
  open({ availableFrom: from, coming: coming(from), gameFiles: [] })
  const button = await screen.findByRole('button', { name: /^From \w+ \d+, \d\d:\d\d \(UTC.*\)$/ })
  expect(button.getAttribute('aria-disabled')).toBe('true')
  expect(screen.queryByRole('button', { name: /Buy for|Add to basket/ })).toBeNull()
  await shows('Coming with')
  await waitFor(async () =>
    expect((await facts()).textContent).toContain('Next, 0.6Supporters now, owners from'),
  )
})

it('EA5 Once its time has come the buttons are there, and the next version is no longer announced', async () => {
  open({ availableFrom: inHours(-0.1), coming: coming(inHours(-0.1)) })
  await screen.findByRole('button', { name: 'Add to basket' })
  expect((await facts()).textContent).not.toContain('owners from')
})

it('EA2 The extra and the amount that make supporters say what they promise', async () => {
  const lamp = aFile('lamp.zip', { customPriceEnabled: true, customPrice: 6 })
  open({
    gameFiles: [aFile('dusk.zip'), lamp],
    payWhatYouWant: true,
    supporters: { fileId: 'lamp.zip', minPaid: 20, leadDays: 14 },
  })
  await shows('Opens 14 days before owners.')
  const promise = 'Pay $20.00 or more, and new versions open to you 14 days before other owners.'
  await waitFor(async () => expect((await facts()).textContent).toContain(promise))
})

it('EA2 An amount that nobody may pay is not promised', async () => {
  open({ supporters: { fileId: null, minPaid: 20, leadDays: 14 } })
  await screen.findByRole('button', { name: 'Add to basket' })
  expect((await facts()).textContent).not.toContain('Pay $20.00 or more')
})

it('EA5 A checkout of what cannot be had yet shows the sentence of the store', async () => {
  await store.signIn()
  const error = 'This can’t be had yet: it opens on Dec 3, 2026, 18:00 UTC.'
  store.answer('POST /api/checkout', { status: 409, body: { error, code: 'not_available' } })
  open({ availableFrom: null }, '?buy=1')
  const dialog = await screen.findByRole('dialog')
  await within(dialog).findByText(/usually confirms/)
  await press(/^Pay/, error)
})
