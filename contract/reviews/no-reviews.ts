import type { ReviewSummary } from './reviews.ts'

/** What the page of a game without reviews says of them. */
export const NO_REVIEWS: ReviewSummary = {
  shown: 0,
  shownPositive: 0,
  counted: 0,
  share: null,
  recent: null,
  surge: null,
  releases: [],
  languages: [],
  first: [],
  next: null,
}
