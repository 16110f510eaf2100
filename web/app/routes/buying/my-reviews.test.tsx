// @vitest-environment jsdom
/** The list of what somebody wrote about games. */
import { screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { anOwnReview } from '../../testing/reviews.ts'
import { openPage, press, shows, startFakeStore } from '../../testing/screens.tsx'
import * as myReviews from './my-reviews.tsx'

const store = startFakeStore()
beforeEach(() => store.signIn())
const open = () => openPage('/my-reviews', { '/my-reviews': myReviews })

it('RV17 My reviews lead to their games, and name none that limits hide', async () => {
  const game = { id: 'dusk', slug: 'the-long-dusk', title: 'The Long Dusk' }
  const body = [
    { ...anOwnReview({ isHeld: true }), game },
    { ...anOwnReview({ id: 'two' }), game: null },
  ]
  store.answer('GET /api/my-reviews', { status: 200, body })
  open()
  await shows('A game that your limits hide')
  await shows('Held for a look. Only you see it.')
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
  expect(links).toEqual(['/game/the-long-dusk', '/game/dusk/review'])
})

it('RV17 Without a review the list says so, and a failure can be tried again', async () => {
  store.answer('GET /api/my-reviews', { status: 500 })
  open()
  await shows('Failed to load your reviews')
  store.answer('GET /api/my-reviews', { status: 200, body: [] })
  await press(/again/i, 'You haven’t reviewed a game yet.')
})
