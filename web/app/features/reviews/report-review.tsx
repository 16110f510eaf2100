import type { Game } from '@nofiller/contract/catalog/catalog'
import { OWNER_NAME } from '@nofiller/contract/reviews/review-rules'
import type { Review } from '@nofiller/contract/reviews/reviews'
import ReportLink from '../reports/report-link.tsx'

type ReportReviewProps = { game: Pick<Game, '_id' | 'title'>; review: Review; isOwn: boolean }

/** Reports a review, or the answer to it; its writer changes or removes it instead. Needs no account. */
export const ReportReview = ({ game, review, isOwn }: ReportReviewProps) => (
  <>
    {!isOwn && !(review.isTextRemoved && review.name === null) && (
      <ReportLink subject={{ kind: 'review', game, review }} part={review.isTextRemoved ? 'name' : 'text'}>
        <span>
          Report <span className="sr-only">the review by {review.name ?? OWNER_NAME}</span>
        </span>
      </ReportLink>
    )}
    {review.answer && (
      <ReportLink subject={{ kind: 'answer', game, review }} part="answer">
        <span>
          Report answer <span className="sr-only">to the review by {review.name ?? OWNER_NAME}</span>
        </span>
      </ReportLink>
    )}
  </>
)
