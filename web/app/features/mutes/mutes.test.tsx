// @vitest-environment jsdom
/** Names under reviews that a reader mutes, on a game's page and in the list of mutes. */
import type { Review } from '@nofiller/contract/reviews/reviews'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import * as game from '../../routes/catalog/game.tsx'
import * as blocks from '../../routes/settings/blocks.tsx'
import { aGame } from '../../testing/games.ts'
import { aReview } from '../../testing/reviews.ts'
import { openPage, press, shows, startFakeStore } from '../../testing/screens.tsx'

const store = startFakeStore()
const OK = { status: 200, body: {} }
const signed = aReview({ id: 'signed', name: 'wrenlike', text: 'It swallowed my notes.' })
const ofOwner = aReview({ id: 'of-owner', text: 'Two adults who talk like adults.' })

const muted = (...reviews: string[]) =>
  store.answer('GET /api/games/:id/muted-reviews', { status: 200, body: { reviews } })

async function open(first: Review[]) {
  const reviews = {
    ...{ shown: first.length, shownPositive: first.length, counted: first.length, share: null, recent: null },
    ...{ releases: [], languages: [], first, next: null },
  }
  openPage('/game/dusk', {
    '/game/:id': {
      ...game,
      loader: () => ({
        game: aGame({ reviews } as never),
        related: [],
        relatedBy: null,
        hiding: null,
        head: null,
      }),
    },
  })
  return within(await screen.findByRole('region', { name: 'Reviews' }))
}

it('PR4 A reader mutes the name under a review, sees it once, and takes the mute back', async () => {
  await store.signIn()
  muted()
  const section = await open([signed, ofOwner])
  store.answer('PUT /api/reviews/:id/mute', {
    status: 409,
    body: { error: 'You can mute up to 500 names.', code: 'list_full' },
  })
  await press(/^Mute/, 'You can mute up to 500 names.')
  expect(section.getByText('It swallowed my notes.')).toBeTruthy()

  store.answer('PUT /api/reviews/:id/mute', OK)
  muted('signed')
  await press(/^Mute/)
  await section.findByText((_, element) => element?.textContent === 'You muted wrenlike.')
  expect(section.queryByText('It swallowed my notes.')).toBeNull()
  expect(section.getAllByRole('listitem')).toHaveLength(2)
  await waitFor(() =>
    expect(section.getAllByRole('listitem')[0]?.contains(document.activeElement)).toBe(true),
  )

  await press('Show once', 'It swallowed my notes.')
  store.answer('DELETE /api/reviews/:id/mute', OK)
  const shown = within(section.getAllByRole('listitem')[0] as HTMLElement)
  shown.getByRole('button', { name: 'Collapse' }).click()
  await shown.findByRole('button', { name: 'Show once' })
  muted()
  await press('Unmute', 'It swallowed my notes.')
})

it('PR4 A review that is signed "Owner" is collapsed by itself, without a call', async () => {
  await store.signIn()
  muted()
  const section = await open([ofOwner, aReview({ id: 'other', text: 'Another one of an owner.' })])
  expect(section.queryByRole('button', { name: /Mute/ })).toBeNull()
  await press('Collapse', 'You collapsed this review.')
  expect(section.queryByText('Two adults who talk like adults.')).toBeNull()
  expect(section.getByText('Another one of an owner.')).toBeTruthy()
  await press('Show', 'Two adults who talk like adults.')
})

it('PR4 A visitor reads all reviews, and mutes none', async () => {
  const section = await open([signed, ofOwner])
  expect(section.getByText('It swallowed my notes.')).toBeTruthy()
  expect(section.queryByRole('button', { name: /^(Mute|Collapse)/ })).toBeNull()
})

it('PR4 Muted names are listed beside the blocks, and unmuted there', async () => {
  await store.signIn()
  store.answer('GET /api/blocks', { status: 200, body: [] })
  store.answer('GET /api/mutes', { status: 500 })
  openPage('/settings/blocks', { '/settings/blocks': blocks })
  await shows('Failed to load your muted names')
  const mutedAt = '2026-11-20T10:00:00.000Z'
  store.answer('GET /api/mutes', {
    status: 200,
    body: [
      { id: 'one', name: 'wrenlike', mutedAt },
      { id: 'two', name: null, mutedAt },
    ],
  })
  openPage('/settings/blocks', { '/settings/blocks': blocks })
  const section = within(await screen.findByRole('region', { name: 'Muted names' }))
  await section.findByRole('button', { name: 'Unmute A name that is no longer shown' })
  store.answer('DELETE /api/mutes/:id', OK)
  store.answer('GET /api/mutes', { status: 200, body: [] })
  await press('Unmute wrenlike', 'You haven’t muted a name. A review that shows one has “Mute” below it.')
  expect(document.activeElement?.textContent).toBe('Muted names')
})
