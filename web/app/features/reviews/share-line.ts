import type { ReviewSummary } from '@nofiller/contract/reviews/reviews'
import { plural } from '@nofiller/contract/text/digits'

// Apart from the other words: the first page of a game loads it alone.
/** `92% of 48 recommend it`, from five counted on; `3 reviews` below. */
export const shareLine = ({ share, counted, shown }: ReviewSummary): string =>
  share === null ? plural(shown, 'review') : `${share}% of ${counted} recommend it`
