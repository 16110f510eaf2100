import type { Review, ReviewsQuery } from '@nofiller/contract/reviews/reviews'
import { type RawBuilder, sql } from 'kysely'
import { isWithheld } from '../catalog/content-choice.ts'
import { selectReviews, toReview } from '../catalog/game-reviews.ts'
import { pageSeenBy } from '../catalog/visibility.ts'
import { beyondLimits } from '../catalog/within-limits.ts'
import type { Account } from '../platform/caller.ts'
import type { Queryable } from '../platform/database/database.ts'
import { keysetPage, type ListOrder, type Page } from '../platform/database/paginate.ts'
import type { Audience, Hidden } from '../platform/http/audience.ts'
import { notFound } from '../platform/http/errors/errors.ts'

/** By the indexes `reviews_helpful` and `reviews_newest`. Within a day by the random id. */
const ORDERS: Record<ReviewsQuery['sort'], ListOrder> = {
  helpful: { by: sql`reviews.helpful_order`, direction: 'desc' },
  newest: { by: sql`reviews.created_on`, direction: 'desc' },
  oldest: { by: sql`reviews.created_on`, direction: 'asc' },
}

type Query = Omit<ReviewsQuery, 'after'> & { after?: string | undefined }

/**
 * The reviews of a game, good and bad, one page by two statements (RV7). Where the game is not public its owners read them
 * still (RV15); an audience that wants to see nothing of it gets none.
 * @throws HttpError 404, 400 `bad_cursor`
 */
export async function listReviews(
  db: Queryable,
  reader: Account | null,
  gameId: string,
  query: Query,
  { view, hidden }: Audience,
): Promise<Page<Review>> {
  const game = await findGameOf(db, reader, gameId, hidden)
  const mayRead = game && (game.is_seen || game.is_theirs)
  if (!mayRead) throw notFound()
  if (isWithheld(view, game.category) || game.is_hidden) return { items: [], total: 0, next: null }
  const filter = filterOf(gameId, query)
  const found = { count: countedTotal(game, query) }
  const page = await keysetPage(
    {
      rows: selectReviews(db).select(
        (found.count === null
          ? sql<number>`(select count(*)::int from reviews where ${filter})`
          : sql<number>`${sql.lit(found.count)}`
        ).as('total'),
      ),
      from: sql`reviews`,
      filter,
      key: sql`reviews.id`,
      order: ORDERS[query.sort],
      toItem: (row) => {
        found.count = row.total
        return toReview(row)
      },
    },
    query,
  )
  return { ...page, total: found.count ?? 0 }
}

const findGameOf = (db: Queryable, reader: Account | null, gameId: string, hidden: Hidden | null) =>
  db
    .selectFrom('games')
    .select(['category', 'reviews_shown', 'reviews_shown_positive'])
    .select([
      pageSeenBy(reader).as('is_seen'),
      beyondLimits(hidden).as('is_hidden'),
      (reader === null
        ? sql<boolean>`false`
        : sql<boolean>`(not games.is_illegal and exists (
            select from grants where game_id = games.id and account_id = ${reader.id} and file_id is null))`
      ).as('is_theirs'),
    ])
    .where('id', '=', gameId)
    .executeTakeFirst()

/** Releases that only some were let into are not named, nor found by. */
const IS_OUT = sql`exists (
  select from releases where id = reviews.release_id and live_at is not null and withdrawn_at is null)`

function filterOf(gameId: string, { recommends, counted, release, language }: Query): RawBuilder<boolean> {
  const conditions = [
    sql`reviews.game_id = ${gameId} and reviews.is_shown`,
    ...(recommends === undefined ? [] : [sql`reviews.recommends = ${recommends}`]),
    ...(counted === undefined ? [] : [sql`reviews.counted = ${counted}`]),
    ...(release === undefined ? [] : [sql`reviews.release_id = ${release} and ${IS_OUT}`]),
    ...(language === undefined ? [] : [sql`reviews.language = ${language}`]),
  ]
  return sql`${sql.join(conditions, sql` and `)}`
}

/** What the game's own counters say of a filter; null for one that they do not know. */
function countedTotal(
  game: { reviews_shown: number; reviews_shown_positive: number },
  { recommends, counted, release, language }: Query,
): number | null {
  if (counted !== undefined || release !== undefined || language !== undefined) return null
  if (recommends === undefined) return game.reviews_shown
  return recommends ? game.reviews_shown_positive : game.reviews_shown - game.reviews_shown_positive
}
