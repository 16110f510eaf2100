// @vitest-environment jsdom
import type { MailingGame } from '@nofiller/contract/notices/notices'
import { fireEvent, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { openPage, shows, startFakeStore } from '../../testing/screens.tsx'
import { MailingGames } from './mailing-games.tsx'

const store = startFakeStore()
const listed = (...games: Partial<MailingGame>[]) =>
  store.answer('GET /api/notices/games', {
    status: 200,
    body: games.map((game) => ({
      gameId: game.title,
      picture: null,
      mails: 0,
      topics: ['owned-release'],
      isMuted: false,
      ...game,
    })),
  })

const REST = 'in the last 30 days. You hear nothing of a muted game, here or by email.'

it('VE7 The games that email someone are muted together, and each is heard of again', async () => {
  await store.signIn()
  store.answer('PUT /api/notices/games', { status: 200, body: { ok: true } })
  listed({ title: 'Saltglass', mails: 2 }, { title: 'Low Tide', mails: 1 })
  openPage('/', { '/': { default: MailingGames } })
  await shows(`2 games ${REST}`)
  expect(screen.queryByRole('button')).toBeNull()
  for (const box of screen.getAllByRole('checkbox')) fireEvent.click(box)
  listed({ title: 'Saltglass', mails: 2, isMuted: true }, { title: 'Low Tide', mails: 1, isMuted: true })
  fireEvent.click(screen.getByRole('button', { name: 'Stop emails from 2' }))
  await shows('2 emails · games you own · muted')
  listed({ title: 'Low Tide', mails: 1, isMuted: true })
  fireEvent.click(screen.getByRole('button', { name: 'Unmute Saltglass' }))
  await shows(`1 game ${REST}`)
  expect(screen.queryByText('Saltglass')).toBeNull()
})
