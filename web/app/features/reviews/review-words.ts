import { PROGRESS_LABELS } from '@nofiller/contract/reviews/review-rules'
import type { OwnReview, Review, ReviewSummary } from '@nofiller/contract/reviews/reviews'
import { showUtcDay } from '@nofiller/contract/text/time'

/** `About 0.4; the game is at 0.5`, so that nobody takes what was said of an old version for the newest; null without one. */
export function versionLine(about: string | null, newest: string | null): string | null {
  if (about === null) return null
  return newest === null || newest === about ? `About ${about}` : `About ${about}; the game is at ${newest}`
}

/** `Since 0.5 came out: 91% of 11` */
export const recentLine = ({ share, counted, release }: NonNullable<ReviewSummary['recent']>): string =>
  `${release === null ? 'In the last 90 days' : `Since ${release} came out`}: ${share}% of ${counted}`

export const progressOf = ({ progress }: Pick<Review, 'progress'>): string | null =>
  progress && PROGRESS_LABELS[progress]

/** What only its writer is told of a review. */
export const reviewNote = ({
  isHeld,
  decisionId,
  textDecisionId,
  nameDecisionId,
}: OwnReview): string | null => {
  if (decisionId !== null) return 'A decision removed this review. Only you see it.'
  if (textDecisionId !== null)
    return 'A decision removed the text. Only you see it; whether you recommend the game still counts.'
  if (nameDecisionId !== null) return 'A decision took your username off. “Owner” stands in its place.'
  return isHeld ? 'Held for a look. Only you see it.' : null
}

/** What a game's page says of unusually many reviews. Days are in UTC, as those of reviews are. */
export function surgeLine({ from, until, state }: NonNullable<ReviewSummary['surge']>): string {
  const first = showUtcDay(from)
  if (state === 'open')
    return `Unusually many reviews since ${first}. We’re looking at them; until then they count.`
  const days = until === null || until === from ? `of ${first}` : `from ${first} to ${showUtcDay(until)}`
  return `Reviews ${days} were unusually many. They are shown and not counted.`
}
