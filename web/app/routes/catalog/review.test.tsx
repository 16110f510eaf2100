// @vitest-environment jsdom
/** The page on which an owner writes, changes and removes a review. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { anOwnReview, aStanding } from '../../testing/reviews.ts'
import { fill, openPage, press, shows, startFakeStore } from '../../testing/screens.tsx'
import * as review from './review.tsx'

const store = startFakeStore()
beforeEach(async () => {
  await store.signIn()
  const entry = { gameId: 'dusk', baseOwned: true, game: { title: 'The Long Dusk' } }
  store.answer('GET /api/library', { status: 200, body: [entry] })
})

function open(standing: Parameters<typeof aStanding>[0] = {}) {
  store.answer('GET /api/games/:id/review', { status: 200, body: aStanding(standing) })
  openPage('/game/dusk/review', { '/game/:id/review': review as never })
}

it('RV17 Yes and no are one group of radios that the question names, and neither is chosen before', async () => {
  open()
  const group = await screen.findByRole('group', { name: 'Would you recommend The Long Dusk?' })
  const radios = within(group).getAllByRole<HTMLInputElement>('radio')
  expect(radios.map(({ checked, name }) => [checked, name === radios[0]?.name])).toEqual([
    [false, true],
    [false, true],
  ])
  await press('Publish review', 'Choose one of the two.')
  await waitFor(() => expect(document.activeElement).toBe(radios[0]))
})

it('RV16 A text under 30 characters is refused in place and stays, as does one that the store refuses', async () => {
  open()
  fireEvent.click(await screen.findByRole('radio', { name: 'Recommended' }))
  fill('What should others know?', 'Too short')
  await press('Publish review')
  const field = screen.getByLabelText<HTMLTextAreaElement>('What should others know?')
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
  const text = 'Two adults who talk like adults, and a lamp.'
  fill('What should others know?', text)
  const error = 'You changed 30 reviews today. Try again tomorrow.'
  store.answer('PUT /api/games/:id/review', { status: 429, body: { error, code: 'rate_limited' } })
  await press('Publish review', error)
  expect(field.value).toBe(text)
})

it('RV2 Beside the text stands what others will see, with what is selected covered', async () => {
  open()
  fireEvent.click(await screen.findByRole('radio', { name: 'Not recommended' }))
  fill('What should others know?', 'The radio answers on day nine, and so on.')
  const field = screen.getByLabelText<HTMLTextAreaElement>('What should others know?')
  field.setSelectionRange(0, 30)
  await press('Hide a spoiler')
  expect(field.value).toBe('[spoiler]The radio answers on day nine,[/spoiler] and so on.')
  const seen = within(screen.getByRole('article'))
  seen.getByRole('heading', { name: /^Not recommended/ })
  seen.getByRole('button', { name: 'Spoiler. Show' })
  expect(screen.getByText('41 of 5,000')).toBeTruthy()
})

it('RV1 Who may not review says why, with the time from which they may', async () => {
  open({ state: 'too_early', from: '2026-11-28T14:20:00.000Z' })
  await screen.findByText(/^You can review this from Nov 28, /)
  open({ state: 'too_early' })
  await shows('Download the game first. You can review it a day later.')
  open({ state: 'not_an_owner' })
  await shows('Only owners of a game can review it.')
  open({ state: 'own_game' })
  await shows('You can’t review your own game.')
  expect(screen.queryByRole('button', { name: 'Publish review' })).toBeNull()
})

it('RV2 A review can be changed and, once confirmed, removed; who wrote it reads that it is held', async () => {
  open({ review: anOwnReview({ isHeld: true }) })
  await shows('Held for a look. Only you see it.')
  await screen.findByRole('button', { name: 'Save changes' })
  await press('Remove review')
  const dialog = within(await screen.findByRole('dialog'))
  store.answer('DELETE /api/games/:id/review', { status: 200, body: {} })
  store.answer('GET /api/games/:id/review', { status: 200, body: aStanding() })
  fireEvent.click(dialog.getByRole('button', { name: 'Remove review' }))
  await screen.findByRole('button', { name: 'Publish review' })
})

it('RV13 A review that a decision removed cannot be written over', async () => {
  open({ review: anOwnReview({ decisionId: 'decision' }) })
  await shows('A decision removed this review. Only you see it.')
  expect(screen.queryByRole('button', { name: 'Save changes' })).toBeNull()
  const link = screen.getByRole('link', { name: 'Read why, or appeal' })
  expect(link.getAttribute('href')).toBe('/decision/decision')
})

it('RV13 Of a review whose text a decision removed the verdict can be changed, and not the text', async () => {
  open({ review: anOwnReview({ isTextRemoved: true, textDecisionId: 'decision' }) })
  await screen.findByRole('link', { name: 'Read why, or appeal' })
  expect(screen.queryByLabelText('What should others know?')).toBeNull()
  expect(within(screen.getByRole('article')).getByText('Text removed by the store.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Save changes' })).toBeTruthy()
})
