import {
  REVIEW_PROGRESS,
  type ReviewLanguage,
  type ReviewName,
  type ReviewProgress,
  reviewProblem,
} from '@nofiller/contract/reviews/review-rules'
import type { OwnReview, ReviewDraft } from '@nofiller/contract/reviews/reviews'
import { call } from '../../api/client.ts'
import { useForm } from '../../api/use-form.ts'
import { useRefreshReviews } from './use-reviews.ts'

export type ReviewValues = {
  recommends: '' | 'yes' | 'no'
  text: string
  progress: ReviewProgress | ''
  language: ReviewLanguage
  name: ReviewName
}

const EMPTY: ReviewValues = { recommends: '', text: '', progress: '', language: 'en', name: 'owner' }

const valuesOf = (review: OwnReview | null): ReviewValues =>
  review === null
    ? EMPTY
    : {
        recommends: review.recommends ? 'yes' : 'no',
        text: review.text,
        progress: review.progress ?? '',
        language: review.language,
        name: review.nameKind,
      }

const draftOf = ({ recommends, progress, ...rest }: ReviewValues): ReviewDraft => ({
  ...rest,
  recommends: recommends === 'yes',
  progress: REVIEW_PROGRESS.find((each) => each === progress) ?? null,
})

/** The form of a review. A refused one keeps what was typed. */
export function useReviewForm(gameId: string, review: OwnReview | null) {
  const refresh = useRefreshReviews()
  const initial = valuesOf(review)
  const form = useForm({
    initial,
    check: ({ recommends, text }) => ({
      recommends: recommends === '' ? 'Choose one of the two.' : null,
      text: reviewProblem(text),
    }),
    send: async (values: ReviewValues) => {
      await call('PUT /api/games/:id/review', { params: { id: gameId }, body: draftOf(values) })
      await refresh()
    },
    onSent: () => form.reset(),
  })
  const isUnsaved = () => JSON.stringify(form.values) !== JSON.stringify(initial)
  return { ...form, isUnsaved }
}
