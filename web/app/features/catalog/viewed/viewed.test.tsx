// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { onSignOut, signOut } from '../../../session/session.ts'
import { aGame } from '../../../testing/games.ts'
import { openPage, shows, startFakeStore } from '../../../testing/screens.tsx'
import { useRememberedView } from './remembered-view.ts'
import { forgetGames } from './stored-views.ts'
import { Viewed } from './viewed.tsx'
import { parseViewed, rememberView } from './viewed-games.ts'

const store = startFakeStore()
const idOf = (nth: number) => `0197c6f0-0000-7000-8000-${String(nth).padStart(12, '0')}`
const NOW = new Date('2026-11-27T12:00:00Z')
const DAY_MS = 86_400_000

/** Looks at a game's page. */
async function look(nth: number) {
  const Game = () => {
    useRememberedView(idOf(nth))
    return <p>Game {nth}</p>
  }
  openPage('/games', { '/games': { default: Game } })
  await shows(`Game ${nth}`)
}
const open = () => openPage('/', { '/': { default: Viewed } })
const remembered = () => parseViewed(localStorage.getItem('viewed'), new Date()).map(({ id }) => id)

it('A browser remembers nothing that is looked at until that is switched on, then the last twenty games, and nothing after a press', async () => {
  await look(1)
  expect(localStorage.getItem('viewed')).toBeNull()
  open()
  fireEvent.click(screen.getByRole('button', { name: 'Turn on' }))
  for (let nth = 1; nth <= 24; nth += 1) rememberView(idOf(nth))
  await look(25)
  await waitFor(() => expect(remembered()[0]).toBe(idOf(25)))
  await look(24)
  await waitFor(() => expect(remembered()[0]).toBe(idOf(24)))
  const newest = [24, 25, ...Array.from({ length: 18 }, (_, nth) => 23 - nth)]
  expect(remembered()).toEqual(newest.map(idOf))
  expect(Object.keys(JSON.parse(localStorage.getItem('viewed') ?? '')[0])).toEqual(['id', 'at'])
  store.answer('POST /api/viewed-games/look-up', { status: 200, body: { games: [] } })
  open()
  fireEvent.click(screen.getByRole('button', { name: 'Forget all and turn off' }))
  expect(localStorage.getItem('viewed')).toBe('')
  rememberView(idOf(1))
  expect(localStorage.getItem('viewed')).toBe('')
})

it('A double click turns it on, and not off again', () => {
  open()
  fireEvent.click(screen.getByRole('button', { name: 'Turn on' }), { detail: 1 })
  fireEvent.click(screen.getByRole('button', { name: 'Forget all and turn off' }), { detail: 2 })
  expect(localStorage.getItem('viewed')).toBe('[]')
})

it('Games that the store shows no more are forgotten, and those seen meanwhile are not', async () => {
  const sent = vi.spyOn(globalThis, 'fetch')
  localStorage.setItem('viewed', JSON.stringify([1, 2, 3].map((nth) => ({ id: idOf(nth), at: Date.now() }))))
  store.answer('POST /api/viewed-games/look-up', {
    status: 200,
    body: { games: [aGame({ _id: idOf(3), title: 'Kelp' }), aGame({ _id: idOf(1), title: 'Saltglass' })] },
  })
  open()
  await shows('Kelp')
  await waitFor(() => expect(remembered()).toEqual([idOf(1), idOf(3)]))
  expect(String(sent.mock.calls[0]?.[0])).not.toContain(idOf(1))
})

it('A log-out forgets them', async () => {
  const stop = onSignOut(forgetGames)
  await store.signIn()
  localStorage.setItem('viewed', JSON.stringify([{ id: idOf(1), at: Date.now() }]))
  await signOut()
  stop()
  expect(localStorage.getItem('viewed')).toBe('')
})

it('Of what is stored the valid part of the last thirty days counts', () => {
  const entry = (days: number) => ({ id: idOf(days), at: NOW.getTime() - days * DAY_MS })
  const parse = (value: unknown) => parseViewed(JSON.stringify(value), NOW)
  expect(parse([entry(1), entry(29), entry(31)])).toEqual([entry(1), entry(29)])
  const ahead = (days: number) => ({ id: idOf(7), at: NOW.getTime() + days * DAY_MS })
  expect(parse([ahead(0.5), ahead(2), ahead(400)])).toEqual([ahead(0.5)])
  expect(parse([null, 1, {}, { id: 'x', at: NOW.getTime() }, { id: idOf(1), at: 'soon' }])).toEqual([])
  for (const text of [null, '', '{', '{}', 'null', '1']) expect(parseViewed(text, NOW)).toEqual([])
})
