import { SURGE } from '@nofiller/contract/reviews/review-rules'

/** How many reviews of a game were written on a day, and how many of them recommend it. */
export type ReviewDay = { reviews: number; positive: number }
/** A review of the last 72 hours. */
export type RecentReview = { recommends: boolean; isByNewcomer: boolean }

/** Days whose reviews are added up, as many as the hours of a surge. */
const WINDOW_DAYS = SURGE.hours / 24

/**
 * Whether the reviews of the last 72 hours are unusually many and unlike those before, by who wrote them or by what they say:
 * the wave after a release or in a sale is neither (RV11).
 * @param days the 60 days before these hours, the oldest first; a day without a review counts as none
 */
export function isSurge(days: readonly ReviewDay[], recent: readonly RecentReview[]): boolean {
  if (recent.length < SURGE.reviewsMin) return false
  if (recent.length < SURGE.timesUsual * usualIn(days)) return false
  return isOffShare(days, recent) || shareOf(recent, ({ isByNewcomer }) => isByNewcomer) >= SURGE.newWriters
}

/** The median of reviews in 72 hours. */
function usualIn(days: readonly ReviewDay[]): number {
  const sums = days
    .slice(WINDOW_DAYS - 1)
    .map((_, nth) => total(days.slice(nth, nth + WINDOW_DAYS), 'reviews'))
    .sort((a, b) => a - b)
  return sums[Math.floor(sums.length / 2)] ?? 0
}

/** Of a game without earlier reviews nobody can say what is unlike them. */
function isOffShare(days: readonly ReviewDay[], recent: readonly RecentReview[]): boolean {
  const before = total(days, 'reviews')
  if (before === 0) return false
  const usual = total(days, 'positive') / before
  return Math.abs(shareOf(recent, ({ recommends }) => recommends) - usual) * 100 >= SURGE.shareGap
}

const total = (days: readonly ReviewDay[], what: keyof ReviewDay): number =>
  days.reduce((sum, day) => sum + day[what], 0)

const shareOf = <T>(items: readonly T[], is: (item: T) => boolean): number =>
  items.filter(is).length / items.length
