import type { WishlistFigures } from '@nofiller/contract/wishlist/wishlist'
import { sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'
import type { Store } from '../store.ts'

/** How many weeks a game's developer sees. */
const WEEKS = 12
/** How soon after a notice a purchase counts as made because of it. */
const BOUGHT_DAYS = 30

export const startCountingWishlists = (store: Store): Promise<void> =>
  store.jobs.schedule('count-wishlists', '17 3 * * *', () => countWishlists(store.db))

/** Counts nightly how many want each game, rounded down to 10, what share of those who were told bought it (WI2), and adds up what changed since the last night. */
export const countWishlists = (db: Database): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('count-wishlists'))`.execute(tx)
    await sql`
      insert into wishlist_figures (game_id, wanted)
      select games.id, count(wishlist.account_id)::integer / 10 * 10 from games
      left join wishlist on wishlist.game_id = games.id
      where wishlist.game_id is not null or exists (select from wishlist_figures where game_id = games.id)
      group by games.id order by games.id
      on conflict (game_id) do update set wanted = excluded.wanted`.execute(tx)
    await sql`update wishlist_figures set bought_percent = null where bought_percent is not null`.execute(tx)
    await sql`
      with told as (
        select game_id, account_id, min(created_at) as at from notices
        where topic = 'wishlist' and created_at > now() - interval '90 days' group by game_id, account_id
      ), counted as (
        select told.game_id, count(*) as told, count(*) filter (where exists (
          select from grants
          where grants.account_id = told.account_id and grants.game_id = told.game_id and grants.order_id is not null
            and grants.created_at between told.at and told.at + make_interval(days => ${BOUGHT_DAYS})
        )) as bought
        from told group by told.game_id
      )
      update wishlist_figures
      set bought_percent = case when bought >= 10 then round(100.0 * bought / told) end
      from counted where counted.game_id = wishlist_figures.game_id`.execute(tx)
    await sql`
      with counted as (delete from wishlist_changes returning game_id, week, is_added)
      insert into wishlist_weeks (game_id, week, added, removed)
      select game_id, week, count(*) filter (where is_added), count(*) filter (where not is_added)
      from counted group by game_id, week order by game_id, week
      on conflict (game_id, week) do update
        set added = wishlist_weeks.added + excluded.added, removed = wishlist_weeks.removed + excluded.removed`.execute(
      tx,
    )
  })

/** How many want a game and how that changed by week, as of the last night; each rounded down to 10. */
export async function wishlistFigures(db: Database, gameId: string): Promise<WishlistFigures> {
  const figures = await db
    .selectFrom('wishlist_figures')
    .select(['wanted', 'bought_percent'])
    .where('game_id', '=', gameId)
    .executeTakeFirst()
  const { rows } = await sql<WishlistFigures['weeks'][number]>`
    select shown.week::date::text as week, coalesce(added, 0) / 10 * 10 as added, coalesce(removed, 0) / 10 * 10 as removed
    from generate_series(
      date_trunc('week', now() at time zone 'utc') - make_interval(weeks => ${WEEKS - 1}),
      date_trunc('week', now() at time zone 'utc'), '1 week'
    ) as shown (week)
    left join wishlist_weeks as counted on counted.game_id = ${gameId} and counted.week = shown.week::date
    order by shown.week desc`.execute(db)
  return { wanted: figures?.wanted ?? 0, boughtPercent: figures?.bought_percent ?? null, weeks: rows }
}
