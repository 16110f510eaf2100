import { penNameProblem } from '@nofiller/contract/pen-names/pen-name-rules'
import type { OwnPenName } from '@nofiller/contract/pen-names/pen-names'
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
import { useChoosePenName } from './use-pen-name.ts'
import { useRefreshReviews } from './use-reviews.ts'

export type ReviewValues = {
  recommends: '' | 'yes' | 'no'
  text: string
  progress: ReviewProgress | ''
  language: ReviewLanguage
  name: ReviewName
  /** What is typed where there is none yet. */
  penName: string
}

const EMPTY: ReviewValues = {
  recommends: '',
  text: '',
  progress: '',
  language: 'en',
  name: 'owner',
  penName: '',
}

const valuesOf = (review: OwnReview | null, penName: OwnPenName | undefined): ReviewValues =>
  review === null
    ? EMPTY
    : {
        recommends: review.recommends ? 'yes' : 'no',
        text: review.text,
        progress: review.progress ?? '',
        language: review.language,
        name: review.nameKind === 'pen_name' && mustWait(penName) ? 'owner' : review.nameKind,
        penName: '',
      }

/** Whether a decision took the pen name away and it is too early for another one. */
export const mustWait = (penName: OwnPenName | undefined): boolean =>
  penName !== undefined && penName.name === null && penName.changeFrom !== null

const draftOf = ({ recommends, progress, penName: _, ...rest }: ReviewValues): ReviewDraft => ({
  ...rest,
  recommends: recommends === 'yes',
  progress: REVIEW_PROGRESS.find((each) => each === progress) ?? null,
})

/**
 * The form of a review. A refused one keeps what was typed. Who signs with a pen name and has none chooses it first.
 * @param penName undefined until it is known
 */
export function useReviewForm(gameId: string, review: OwnReview | null, penName: OwnPenName | undefined) {
  const refresh = useRefreshReviews()
  const choosePenName = useChoosePenName()
  const initial = valuesOf(review, penName)
  const choosesPenName = ({ name }: ReviewValues) => name === 'pen_name' && penName?.name === null
  const form = useForm({
    initial,
    check: (values) => ({
      recommends: values.recommends === '' ? 'Choose one of the two.' : null,
      text: reviewProblem(values.text),
      penName: choosesPenName(values) ? penNameProblem(values.penName) : null,
    }),
    send: async (values: ReviewValues) => {
      if (choosesPenName(values)) await choosePenName(values.penName)
      await call('PUT /api/games/:id/review', { params: { id: gameId }, body: draftOf(values) })
      await refresh()
    },
    onSent: () => form.reset(),
  })
  const isUnsaved = () => JSON.stringify(form.values) !== JSON.stringify(initial)
  return { ...form, isUnsaved }
}
