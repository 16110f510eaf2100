/** Limits and words of following that the browser needs too: no schema is loaded for them. */

export const FOLLOW_KINDS = ['developer', 'game'] as const
export type FollowKind = (typeof FOLLOW_KINDS)[number]

export const FOLLOWS_MAX = 2_000

/** An account that is younger counts as a follower only once it paid for an order, or downloaded a claimed game. */
export const FRESH_DAYS = 7
/** A page shows how many follow from this number on. */
export const SHOWN_FROM = 100

/** What a page shows of a count: two figures, rounded down; null for fewer than 100. */
export function shownFollowers(count: number): number | null {
  if (count < SHOWN_FROM) return null
  const unit = 10 ** (Math.floor(Math.log10(count)) - 1)
  return Math.floor(count / unit) * unit
}
