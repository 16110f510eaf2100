import type { OwnReview, Review, ReviewStanding } from '@nofiller/contract/reviews/reviews'

export const aReview = (more: Partial<Review> = {}): Review => ({
  id: 'one',
  recommends: true,
  text: 'Two adults who talk like adults.',
  isTextRemoved: false,
  language: 'en',
  progress: 'finished',
  name: null,
  release: '0.5',
  on: '2026-11-22',
  editedOn: null,
  counted: true,
  mark: null,
  helpful: 0,
  answer: null,
  ...more,
})

export const anOwnReview = (more: Partial<OwnReview> = {}): OwnReview => ({
  ...aReview(),
  nameKind: 'owner',
  createdAt: '2026-11-22T10:00:00.000Z',
  editedAt: null,
  isHeld: false,
  decisionId: null,
  textDecisionId: null,
  nameDecisionId: null,
  ...more,
})

/** Somebody who may review a game and did not yet. */
export const aStanding = (more: Partial<ReviewStanding> = {}): ReviewStanding => ({
  state: 'may',
  from: null,
  release: '0.5',
  counts: true,
  mark: null,
  review: null,
  helpful: [],
  ...more,
})
