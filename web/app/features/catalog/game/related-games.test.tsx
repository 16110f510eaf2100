// @vitest-environment jsdom
/** The row of games below a game. */
import type { RelatedKind } from '@nofiller/contract/suggestions/related-rules'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import * as gamePage from '../../../routes/catalog/game.tsx'
import { aGame } from '../../../testing/games.ts'
import { openPage, startFakeStore } from '../../../testing/screens.tsx'

const store = startFakeStore()
const NAMES = ['one', 'two', 'three', 'four', 'five', 'six']
const related = NAMES.map((name) => aGame({ _id: name, slug: name, title: name }))
beforeEach(() => store.answer('GET /api/games/:id/reviews', { status: 200, body: [] }))

const open = (relatedBy: RelatedKind) =>
  openPage('/game/dusk', {
    '/game/:id': {
      ...gamePage,
      loader: () => ({ game: aGame(), related, relatedBy, hiding: null, head: null }),
    } as never,
  })
const titles = async (name: string) => {
  const row = within(await screen.findByRole('region', { name }))
  return row.getAllByRole('link').map((link) => link.getAttribute('href')?.replace('/game/', ''))
}

it('RE4 A row of co-owners and one by tags say which they are, and show four games', async () => {
  open('owners')
  expect(await titles('Owners also own')).toEqual(NAMES.slice(0, 4))
  open('tags')
  expect(await titles('Similar games')).toEqual(NAMES.slice(0, 4))
})

it('RE4 A visitor who owns one of them sees the next, and no row of fewer than three', async () => {
  await store.signIn({ purchases: ['two'] })
  open('owners')
  await screen.findAllByText('five')
  expect(await titles('Owners also own')).toEqual(['one', 'three', 'four', 'five'])
  await store.signIn({ purchases: NAMES.slice(2) })
  open('owners')
  await screen.findByRole('heading', { level: 1 })
  expect(screen.queryByRole('region', { name: 'Owners also own' })).toBeNull()
})
