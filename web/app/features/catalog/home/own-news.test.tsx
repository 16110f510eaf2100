// @vitest-environment jsdom
import type { LibraryEntry } from '@nofiller/contract/library/library'
import type { Notice } from '@nofiller/contract/notices/notices'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { signOut } from '../../../session/session.ts'
import { openPage, shows, startFakeStore } from '../../../testing/screens.tsx'
import { OwnNews } from './own-news.tsx'

const store = startFakeStore()
const open = () => openPage('/', { '/': { default: OwnNews } })

const anUpdate = (title: string, values: object = {}) =>
  ({
    gameId: title,
    game: { title, slug: title, cardPicture: null },
    version: { releaseId: 'a', label: '0.3', isSet: false },
    update: {
      newest: { releaseId: 'c', label: '0.5' },
      saves: 'steps',
      steps: [{}, {}],
      build: { fileId: 'f', buildId: 'b' },
      ...values,
    },
  }) as unknown as LibraryEntry

const news = (topic: string, ...labels: string[]) =>
  ({
    ids: [topic],
    topic,
    labels,
    isNew: false,
    at: '2026-11-20T12:00:00.000Z',
    title: `About ${topic}`,
    slug: 'a',
    thingId: 'a',
    picture: null,
  }) as unknown as Notice

it('Who is signed in finds what is new in their games and of whom they follow, and room is kept for it the next time', async () => {
  store.answer('GET /api/library', {
    status: 200,
    body: [anUpdate('Saltglass'), anUpdate('Kelp', { saves: 'works' })],
  })
  store.answer('GET /api/notices', {
    status: 200,
    body: [news('follow-game'), news('follow-post', 'The map is done', 'Two'), news('follow-release', '2.0')],
  })
  await store.signIn()
  open()
  await shows('Saltglass')
  const rows = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(rows[0]).toContain('You have 0.3 · 0.5 is out · saves need one step')
  expect(rows[1]).toContain('your saves work')
  expect(screen.getByRole('button', { name: 'Download Saltglass 0.5' })).toBeTruthy()
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(5))
  const lines = screen.getAllByRole('listitem').map(({ textContent }) => textContent ?? '')
  expect(lines.slice(2).map((line) => line.replace(/^About [\w-]+/, ''))).toEqual([
    expect.stringContaining('New game'),
    expect.stringContaining('“The map is done” and 1 more'),
    expect.stringContaining('2.0 is out'),
  ])
  await waitFor(() => expect(localStorage.getItem('own-news')).toBe('{"updates":2,"news":3}'))
  expect(document.documentElement.dataset).toMatchObject({ ownUpdates: '2', ownFollows: '3' })

  await signOut()
  await waitFor(() => expect(screen.queryByText('Saltglass')).toBeNull())
  expect(localStorage.getItem('own-news')).toBeNull()
  expect(document.documentElement.dataset).toMatchObject({ ownUpdates: '0', ownFollows: '0' })
})

it('A visitor has neither list', () => {
  open()
  expect(screen.queryByText('Your updates')).toBeNull()
})
