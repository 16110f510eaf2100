import type { OwnReview } from '@nofiller/contract/reviews/reviews'
import { selectReviews, toReview } from '../catalog/game-reviews.ts'
import type { Queryable } from '../platform/database/database.ts'

/** What its writer reads of a review. */
export const selectOwnReviews = (db: Queryable, accountId: string) =>
  selectReviews(db)
    .select(['reviews.name_kind', 'reviews.created_at', 'reviews.edited_at'])
    .select([
      'reviews.held_at',
      'reviews.removed_by',
      'reviews.text_removed_by',
      'reviews.username_removed_by',
    ])
    .select('reviews.text as own_text')
    .where('reviews.account_id', '=', accountId)

type OwnRow = Awaited<ReturnType<ReturnType<typeof selectOwnReviews>['executeTakeFirstOrThrow']>>

export const toOwnReview = (row: OwnRow): OwnReview => ({
  ...toReview(row),
  text: row.own_text,
  nameKind: row.name_kind,
  createdAt: row.created_at.toISOString(),
  editedAt: row.edited_at?.toISOString() ?? null,
  isHeld: row.held_at !== null,
  decisionId: row.removed_by,
  textDecisionId: row.text_removed_by,
  nameDecisionId: row.name_kind === 'username' ? row.username_removed_by : null,
})
