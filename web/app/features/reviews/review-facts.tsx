import { MARK_LABELS } from '@nofiller/contract/reviews/review-rules'
import type { ReviewStanding } from '@nofiller/contract/reviews/reviews'

/** About which version a review is, and whether it counts. */
export const ReviewFacts = ({ standing: { release, counts, mark } }: { standing: ReviewStanding }) => (
  <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-1.5 px-1 text-ui/5">
    {release !== null && (
      <>
        <dt className="text-muted">About</dt>
        <dd>
          <span translate="no">{release}</span>
          <span className="text-muted">, the newest you downloaded</span>
        </dd>
      </>
    )}
    <dt className="text-muted">Counted</dt>
    <dd>
      {counts ? 'Yes' : 'No'}
      {!counts && (
        <span className="text-muted">, {mark ? MARK_LABELS[mark] : 'but shown like all others'}</span>
      )}
    </dd>
  </dl>
)
