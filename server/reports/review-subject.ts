import type { Asset } from '@nofiller/contract/moderation/moderation'
import type { ReviewPart } from '@nofiller/contract/reports/report-rules'
import type { AdminCaseDetail } from '@nofiller/contract/reports/reports'
import type { Selectable } from 'kysely'
import { WHOLE_REVIEW } from '../moderation/decisions/statement.ts'
import { type ReviewPart as RemovedReviewPart, removeParts } from '../moderation/reviews/remove-parts.ts'
import type { Queryable, Tx } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import { sha256 } from '../platform/signatures.ts'
import type { ReportCase } from './queue.ts'

type ReviewSubject = Pick<AdminCaseDetail, 'isGone' | 'assets' | 'effects' | 'revision'> & { reported: Asset }

/** A reported review as it is now: what a decision can remove of it, and a hash that changes with any part (RV13). */
export async function reviewSubject(db: Queryable, reportCase: ReportCase): Promise<ReviewSubject> {
  const review = await findReview(db, reportCase.subjectId)
  const answer = await findAnswer(db, reportCase.subjectId)
  const reported = reportedAsset(reportCase)
  const isGone = !review || (reportCase.part === 'answer' && !answer)
  return {
    reported,
    isGone,
    assets: [reported, ...otherAssets(reportCase)],
    effects: NONE,
    revision: sha256(JSON.stringify(reportCase.part === 'answer' ? [answer] : [review])).toString('hex'),
  }
}

/** What somebody owns, earned or ordered says who they are. */
const NONE = { owners: 0, openOrders: 0, balance: 0 }

/** Without what readers and owners change while an admin looks, such as votes for it. */
const findReview = (db: Queryable, id: string) =>
  db
    .selectFrom('reviews')
    .select(['recommends', 'text', 'name_kind', 'text_removed_by', 'username_removed_by', 'removed_by'])
    .where('id', '=', id)
    .executeTakeFirst()

const findAnswer = (
  db: Queryable,
  reviewId: string,
): Promise<Pick<Selectable<Tables['review_answers']>, 'text' | 'removed_by'> | undefined> =>
  db
    .selectFrom('review_answers')
    .select(['text', 'removed_by'])
    .where('review_id', '=', reviewId)
    .executeTakeFirst()

const TEXT: Asset = { id: 'text', name: 'Text of the review' }
const ANSWER: Asset = { id: 'answer', name: 'Answer to the review' }
const WHOLE: Asset = { id: 'review', name: WHOLE_REVIEW }

function reportedAsset({ part, reportedName }: ReportCase): Asset {
  if (part === 'answer') return ANSWER
  return reportedName === null ? TEXT : { id: 'name', name: `Name “${reportedName}”` }
}

/** Beside the reported part; an answer is its developer's, and the review somebody else's. */
function otherAssets({ part }: ReportCase): Asset[] {
  if (part === 'answer') return []
  return part === 'text' ? [WHOLE] : [TEXT, WHOLE]
}

/** Removes what a decision about a reported review names of it. */
export const removeReported = (
  tx: Tx,
  reportCase: ReportCase,
  decision: { id: string; assets: readonly string[] },
): Promise<void> =>
  removeParts(
    tx,
    decision.id,
    decision.assets.map((asset) => partOf(reportCase, asset)),
  )

function partOf(
  { subjectId: reviewId, nameKind, reportedName }: ReportCase,
  asset: string,
): RemovedReviewPart {
  if (asset !== 'name') return { reviewId, part: asset as Exclude<ReviewPart, 'name'> | 'review' } // checked as known
  return nameKind === 'pen_name' && reportedName !== null
    ? { reviewId, part: 'pen_name', name: reportedName }
    : { reviewId, part: 'username' }
}
