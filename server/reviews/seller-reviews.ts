import type { Received } from '@nofiller/contract/calls'
import type { ReviewFigures, SellerReview } from '@nofiller/contract/reviews/seller-reviews'
import { type RawBuilder, sql } from 'kysely'
import { reviewsJson, selectReviews, toReview, toReviewSummary } from '../catalog/game-reviews.ts'
import { findOwnGame } from '../catalog/own-game.ts'
import type { Account } from '../platform/caller.ts'
import type { Database } from '../platform/database/database.ts'
import { type Page, paginate } from '../platform/database/paginate.ts'

type Query = Received<'GET /api/dev/games/:id/reviews', 'query'>

/** One that a decision removed was an answer too, and there is no second. */
const isUnanswered = sql<boolean>`not exists (select from review_answers where review_id = reviews.id)`

const FILTERS: Record<Query['show'], RawBuilder<boolean>> = {
  all: sql`true`,
  not_recommended: sql`not reviews.recommends`,
  unanswered: isUnanswered,
}

/**
 * The reviews of a game for its developer, the newest first, by the index `reviews_newest`. Of their writers it tells no more than
 * the game's page does.
 * @throws HttpError 404, 400 `bad_cursor`
 */
export async function sellerReviews(
  db: Database,
  developer: Account,
  gameId: string,
  { show, ...position }: Query,
): Promise<Page<SellerReview>> {
  await findOwnGame(db, developer, gameId)
  return paginate(
    db,
    {
      rows: selectReviews(db).select(
        sql<string | null>`(select removed_by from review_answers where review_id = reviews.id)`.as(
          'answer_removed_by',
        ),
      ),
      from: sql`reviews`,
      filter: sql<boolean>`reviews.game_id = ${gameId} and reviews.is_shown and ${FILTERS[show]}`,
      key: sql`reviews.id`,
      order: { by: sql`reviews.created_on`, direction: 'desc' },
      toItem: (row) => ({ ...toReview(row), answerDecisionId: row.answer_removed_by }),
    },
    position,
  )
}

/** What the reviews of a game come to: the figures of its page, and why some do not count. @throws HttpError 404 */
export async function reviewFigures(
  db: Database,
  developer: Account,
  gameId: string,
): Promise<ReviewFigures> {
  await findOwnGame(db, developer, gameId)
  const [game, counts] = await Promise.all([
    db.selectFrom('games').select(reviewsJson(db)).where('id', '=', gameId).executeTakeFirstOrThrow(),
    countUncounted(db, gameId),
  ])
  return { ...toReviewSummary(game.reviews), ...counts }
}

async function countUncounted(
  db: Database,
  gameId: string,
): Promise<Pick<ReviewFigures, 'unanswered' | 'uncounted'>> {
  const { unanswered, ...uncounted } = await db
    .selectFrom('reviews')
    .select([
      sql<number>`(count(*) filter (where ${isUnanswered}))::int`.as('unanswered'),
      sql<number>`(count(*) filter (where not counted and mark = 'free_copy'))::int`.as('free_copy'),
      sql<number>`(count(*) filter (where not counted and mark = 'team'))::int`.as('team'),
      sql<number>`(count(*) filter (where not counted and mark = 'refunded'))::int`.as('refunded'),
      sql<number>`(count(*) filter (where not counted and mark = 'surge'))::int`.as('surge'),
      sql<number>`(count(*) filter (where not counted and mark is null))::int`.as('others'),
    ])
    .where('game_id', '=', gameId)
    .where('is_shown', '=', true)
    .executeTakeFirstOrThrow()
  return { unanswered, uncounted }
}
