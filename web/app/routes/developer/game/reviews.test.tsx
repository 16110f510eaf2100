// @vitest-environment jsdom
/** What a developer does about the reviews of a game. */
import type { SellerReview } from '@nofiller/contract/reviews/seller-reviews'
import { fireEvent, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { SellerReviews } from '../../../features/reviews/seller/seller-reviews.tsx'
import { june } from '../../../testing/june.ts'
import { aReview } from '../../../testing/reviews.ts'
import { openPage, press, shows, startFakeStore } from '../../../testing/screens.tsx'

const store = startFakeStore()

const figures = {
  shown: 6,
  shownPositive: 5,
  counted: 5,
  share: 80,
  recent: null,
  unanswered: 4,
  surge: null,
  uncounted: { free_copy: 1, team: 0, refunded: 0, surge: 0, others: 0 },
}
const answer = { text: 'Thank you.', developer: 'Foghorn Works', on: '2026-11-23', editedOn: null }
const review = (more: Partial<SellerReview> = {}): SellerReview => ({
  ...aReview(),
  answerDecisionId: null,
  ...more,
})

async function open(reviews: SellerReview[], developer = june._id) {
  await store.signIn({ role: 'developer' })
  const game = {
    _id: 'g',
    title: 'Dusk',
    developer: { _id: developer },
    newest: { label: '0.5' },
  }
  store.answer('GET /api/dev/games/:id/reviews', { status: 200, body: reviews })
  store.answer('GET /api/dev/games/:id/review-figures', { status: 200, body: figures })
  openPage('/', { '/': { default: () => <SellerReviews game={game as never} /> } })
  await shows('80%')
}

it('RV8 An answer is written in its place, and its text stays when the review was removed meanwhile', async () => {
  await open([review()])
  expect(screen.getAllByRole('button', { pressed: false }).map(({ textContent }) => textContent)).toEqual([
    'No 1',
    'To answer 4',
  ])
  await press('Answer', 'Your answer')
  const field = screen.getByLabelText<HTMLTextAreaElement>('Your answer')
  expect(document.activeElement).toBe(field)
  fireEvent.change(field, { target: { value: 'x' } })
  await press('Answer', 'Write at least 2 characters.')
  fireEvent.change(field, { target: { value: 'Thank you both.' } })
  store.answer('PUT /api/reviews/:id/answer', {
    status: 404,
    body: { error: 'This review is no longer shown, so it can’t be answered.', code: 'not_found' },
  })
  store.answer('GET /api/dev/games/:id/reviews', { status: 200, body: [] })
  await press(
    'Answer',
    'This review is no longer shown, so it can’t be answered. Your text stays here until you close it.',
  )
  expect(screen.getByLabelText<HTMLTextAreaElement>('Your answer').value).toBe('Thank you both.')
})

it('RV8 An answer is removed after a question, and one that a decision removed leads to it', async () => {
  await open([review({ answer }), review({ id: 'two', answerDecisionId: 'd' })])
  expect(screen.getByRole('link', { name: 'See the decision' }).getAttribute('href')).toBe('/decision/d')
  await press('Remove answer', 'Remove your answer?')
  store.answer('DELETE /api/reviews/:id/answer', { status: 200, body: {} })
  fireEvent.click(screen.getAllByRole('button', { name: 'Remove answer' }).at(-1) as HTMLElement)
  await shows('Your answer is removed.')
})

it('RV9 Who did not make the game answers nothing, and nobody can hide, pin or remove a review', async () => {
  await open([review({ answer })], 'somebody else')
  await shows('Thank you.')
  expect(screen.queryByRole('button', { name: /edit answer|remove answer/i })).toBeNull()
  expect(screen.queryByRole('button', { name: /hide|pin|delete|remove/i })).toBeNull()
})

it('RV9 A developer reports a review like anybody, and not their own answer', async () => {
  await open([review({ name: 'Wren', answer })])
  expect(screen.getAllByRole('link', { name: /^Report/ }).map(({ textContent }) => textContent)).toEqual([
    'Report the review by Wren',
  ])
  fireEvent.click(screen.getByRole('link', { name: 'Report the review by Wren' }))
  await screen.findByRole('dialog', { name: 'Report a review of Dusk' })
})
