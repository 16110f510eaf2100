import { SURGE } from '@nofiller/contract/reviews/review-rules'
import { expect, it } from 'vitest'
import { isSurge, type RecentReview, type ReviewDay } from './surge.ts'

/** Sixty days, each with so many reviews, of which so many recommend the game. */
const days = (reviews: number, positive: number): ReviewDay[] =>
  Array.from({ length: SURGE.usualDays }, () => ({ reviews, positive }))
const some = (count: number, review: RecentReview): RecentReview[] =>
  Array.from({ length: count }, () => review)
const yes = { recommends: true, isByNewcomer: false }
const no = { recommends: false, isByNewcomer: false }
const newcomersYes = { recommends: true, isByNewcomer: true }
const newcomersNo = { recommends: false, isByNewcomer: true }

it.each<[string, ReviewDay[], RecentReview[], boolean]>([
  ['a bomb of old accounts in a liked game', days(1, 1), some(20, no), true],
  ['a bomb of new accounts', days(1, 1), [...some(8, newcomersNo), ...some(8, yes)], true],
  ['praise by new accounts', days(1, 1), some(20, newcomersYes), true],
  ['praise of a game that few liked', days(1, 0), some(20, yes), true],
  ['a bomb of a game without a review', days(0, 0), some(10, newcomersNo), true],
  ['the wave of a release: many, by owners, as ever', days(1, 1), [...some(36, yes), ...some(4, no)], false],
  [
    'the wave of a sale: a third by newcomers',
    days(1, 1),
    [...some(26, yes), ...some(13, newcomersYes)],
    false,
  ],
  ['the first owners of a new game', days(0, 0), some(30, yes), false],
  ['nine bad reviews', days(0, 0), some(9, newcomersNo), false],
  ['a game that gets as many each day', days(10, 9), some(30, no), false],
])('RV11 %s', (_, before, recent, expected) => {
  expect(isSurge(before, recent)).toBe(expected)
})

it('RV11 One busy day of sixty does not raise what is usual', () => {
  const busy = days(0, 0).with(30, { reviews: 500, positive: 500 })
  expect(isSurge(busy, some(12, no))).toBe(true)
})
