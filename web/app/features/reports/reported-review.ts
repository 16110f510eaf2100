import type { Game } from '@nofiller/contract/catalog/catalog'
import {
  categoriesOf,
  REPORT_CATEGORIES,
  type ReportCategory,
  type ReportSubject,
} from '@nofiller/contract/reports/report-rules'
import type { Review } from '@nofiller/contract/reviews/reviews'
import { partsOf, type Reported, titleOf } from './report-parts.ts'

// Apart from the other parts: the first page of a game loads those.
/** A review of a game, or the developer's answer to it, as the subject of a report. */
export type ReportedReview = { kind: 'review' | 'answer'; game: Pick<Game, '_id' | 'title'>; review: Review }
/** Everything that the form takes a report about. */
export type Reportable = Reported | ReportedReview

export const isOfReview = (reported: Reportable): reported is ReportedReview =>
  reported.kind === 'review' || reported.kind === 'answer'

/** The reportable parts, as the form offers them. */
export function offeredParts(reported: Reportable): { value: string; label: string }[] {
  if (!isOfReview(reported)) return partsOf(reported)
  if (reported.kind === 'answer') return [{ value: 'answer', label: 'The answer of the developer' }]
  const { name, isTextRemoved } = reported.review
  return [
    ...(isTextRemoved ? [] : [{ value: 'text', label: 'The review' }]),
    ...(name === null ? [] : [{ value: 'name', label: `The name ${name}` }]),
  ]
}

/** `Report a review of Night Garden` */
export function reportTitle(reported: Reportable): string {
  if (!isOfReview(reported)) return `Report ${titleOf(reported)}`
  return reported.kind === 'answer'
    ? 'Report the answer to a review'
    : `Report a review of ${reported.game.title}`
}

/** The categories that the form offers, those of the game last. */
export const offeredCategories = (reported: Reportable): readonly ReportCategory[] =>
  isOfReview(reported) ? [...categoriesOf('review'), 'malware'] : REPORT_CATEGORIES

/** Whether a report at a review is about the game: that it is malware, as the review says (RV13). */
export const isAboutGame = (reported: Reportable, category: ReportCategory | ''): boolean =>
  isOfReview(reported) && category === 'malware'

type Address = { subject: ReportSubject; id: string; part: string }

/** Where a report goes. */
export function addressOf(reported: Reportable, category: ReportCategory | '', part: string): Address {
  if (reported.kind === 'developer') return { subject: 'developer', id: reported.developer._id, part }
  if (!isOfReview(reported)) return { subject: 'game', id: reported.game._id, part }
  return isAboutGame(reported, category)
    ? { subject: 'game', id: reported.game._id, part: 'page' }
    : { subject: 'review', id: reported.review.id, part }
}
