import type { OwnReview } from '@nofiller/contract/reviews/reviews'
import { selectReviews, toReview } from '../catalog/game-reviews.ts'
import type { Queryable } from '../platform/database/database.ts'

/** What its writer reads of a review. */
export const selectOwnReviews = (db: Queryable, accountId: string) =>
  selectReviews(db)
    .select(['reviews.name_kind', 'reviews.created_at', 'reviews.edited_at'])
    .select(['reviews.held_at', 'reviews.removed_by'])
    .where('reviews.account_id', '=', accountId)

type OwnRow = Awaited<ReturnType<ReturnType<typeof selectOwnReviews>['executeTakeFirstOrThrow']>>

export const toOwnReview = (row: OwnRow): OwnReview => ({
  ...toReview(row),
  nameKind: row.name_kind,
  createdAt: row.created_at.toISOString(),
  editedAt: row.edited_at?.toISOString() ?? null,
  isHeld: row.held_at !== null,
  decisionId: row.removed_by,
})
