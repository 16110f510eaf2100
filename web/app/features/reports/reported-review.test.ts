import { expect, it } from 'vitest'
import { aGame } from '../../testing/games.ts'
import { aReview } from '../../testing/reviews.ts'
import { addressOf, type Reportable } from './reported-review.ts'

it('RV13 A report at a review is about that review, and one of malware about its game', () => {
  const review: Reportable = { kind: 'review', game: aGame(), review: aReview() }
  const game = aGame()._id
  expect(addressOf(review, 'harassment', 'text')).toEqual({ subject: 'review', id: 'one', part: 'text' })
  expect(addressOf(review, 'malware', 'text')).toEqual({ subject: 'game', id: game, part: 'page' })
  expect(addressOf({ ...review, kind: 'answer' }, 'fraud', 'answer')).toEqual({
    subject: 'review',
    id: 'one',
    part: 'answer',
  })
  expect(addressOf({ kind: 'game', game: aGame() }, 'malware', 'cover')).toEqual({
    subject: 'game',
    id: game,
    part: 'cover',
  })
})
