import type { MyReview } from '@nofiller/contract/reviews/reviews'
import { sql } from 'kysely'
import { isWithheld } from '../catalog/content-choice.ts'
import { beyondLimits } from '../catalog/within-limits.ts'
import type { Account } from '../platform/caller.ts'
import type { Database } from '../platform/database/database.ts'
import { type Page, pageSize, paginate } from '../platform/database/paginate.ts'
import type { Audience } from '../platform/http/audience.ts'
import { selectOwnReviews, toOwnReview } from './own-review.ts'

const PAGE = 20

/** The caller's reviews, the newest first; limits and blocks hide the titles of their games (RV17). @throws HttpError 400 `bad_cursor` */
export const myReviews = (
  db: Database,
  account: Account,
  { after, limit }: { after?: string | undefined; limit?: number | undefined },
  { view, hidden }: Audience,
): Promise<Page<MyReview>> => {
  const rows = selectOwnReviews(db, account.id)
    .innerJoin('games', 'games.id', 'reviews.game_id')
    .select(['games.id as game_id', 'games.slug', 'games.title', 'games.category'])
    .select(beyondLimits(hidden).as('is_hidden'))
  return paginate(
    db,
    {
      rows,
      from: sql`reviews`,
      filter: sql<boolean>`reviews.account_id = ${account.id}`,
      key: sql`reviews.id`,
      order: { by: sql`reviews.created_at`, direction: 'desc' },
      toItem: (row) => ({
        ...toOwnReview(row),
        game:
          row.is_hidden || isWithheld(view, row.category)
            ? null
            : { id: row.game_id, slug: row.slug, title: row.title },
      }),
    },
    { after, limit: pageSize({ after, limit }, PAGE) },
  )
}
