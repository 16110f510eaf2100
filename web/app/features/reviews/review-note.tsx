import type { OwnReview } from '@nofiller/contract/reviews/reviews'
import { TextLink } from '../../ui/button.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { reviewNote } from './review-words.ts'

/** What only its writer is told of a review, with the decision that removed a part of it: its reasons, and the way to appeal. */
export function ReviewNote({ review }: { review: OwnReview }) {
  const note = reviewNote(review)
  const decisionId = review.decisionId ?? review.textDecisionId ?? review.nameDecisionId
  if (note === null) return null
  return (
    <Note kind="warn">
      {note}
      {decisionId !== null && (
        <>
          {' '}
          <TextLink to={`/decision/${decisionId}`}>Read why, or appeal</TextLink>
        </>
      )}
    </Note>
  )
}
