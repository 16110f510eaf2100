import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '../platform/database/database.ts'
import { wants } from './queue-event.ts'

/** Writes that a release opened to all owners, or that it did not pass its checks. */
export async function queueReleaseEvent(
  tx: Queryable,
  type: 'release.live' | 'release.failed',
  releaseId: string,
): Promise<void> {
  await sql`
    insert into webhook_events (account_id, type, data)
    select games.developer_id, ${type}, json_build_object(
      'gameId', games.id, 'game', games.title, 'releaseId', releases.id, 'version', releases.label)
    from releases join games on games.id = releases.game_id
    where releases.id = ${releaseId} and ${wants(sql`games.developer_id`, type)}`.execute(tx)
}

/** Writes that everybody can read a review, or reads it otherwise than before. Nothing of it tells who wrote it. */
export async function queueReviewEvent(
  tx: Queryable,
  type: 'review.created' | 'review.changed',
  reviewId: string,
): Promise<void> {
  await sql`
    insert into webhook_events (account_id, type, data)
    select games.developer_id, ${type}, json_build_object(
      'gameId', games.id, 'game', games.title, 'reviewId', reviews.id, 'recommends', reviews.recommends,
      'version', (select label from releases where releases.id = reviews.release_id))
    from reviews join games on games.id = reviews.game_id
    where reviews.id = ${reviewId} and reviews.held_at is null and reviews.removed_at is null
      and ${wants(sql`games.developer_id`, type)}`.execute(tx)
}

/** Writes that a post is out. */
export async function queuePostEvent(tx: Queryable, postId: string): Promise<void> {
  await sql`
    insert into webhook_events (account_id, type, data)
    select games.developer_id, 'post.published', json_build_object(
      'gameId', games.id, 'game', games.title, 'postId', posts.id, 'title', posts.title)
    from posts join games on games.id = posts.game_id
    where posts.id = ${postId} and ${wants(sql`games.developer_id`, 'post.published')}`.execute(tx)
}

/** Writes that sales began or ended, for each developer with games in them. */
export async function queueSaleEvents(
  tx: Queryable,
  type: 'sale.started' | 'sale.ended',
  saleIds: readonly string[],
): Promise<void> {
  await sql`
    insert into webhook_events (account_id, type, data)
    select games.developer_id, ${type}, json_build_object(
      'saleId', sales.id, 'name', sales.name, 'percent', sales.percent, 'priceCents', sales.price_cents,
      'beginsAt', ${isoTime(sql`sales.begins_at`)}, 'endsAt', ${isoTime(sql`sales.ends_at`)},
      'games', json_agg(json_build_object('gameId', games.id, 'game', games.title) order by games.id))
    from sales
    join sale_games on sale_games.sale_id = sales.id
    join games on games.id = sale_games.game_id
    where sales.id = any(${sql.val([...saleIds])}::uuid[]) and ${wants(sql`games.developer_id`, type)}
    group by games.developer_id, sales.id`.execute(tx)
}

/** As JavaScript writes a moment. */
const isoTime = (moment: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
