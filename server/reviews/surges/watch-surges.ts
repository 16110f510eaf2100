import { randomUUID } from 'node:crypto'
import { SURGE } from '@nofiller/contract/reviews/review-rules'
import { sql } from 'kysely'
import { presentAdmins } from '../../platform/database/admins.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Store } from '../../store.ts'
import { surgeMail } from './emails.ts'
import { isSurge, type RecentReview, type ReviewDay } from './surge.ts'

/** Looks every hour for games with unusually many reviews. */
export const startWatchingSurges = (store: Store): Promise<void> =>
  store.jobs.schedule('watch-surges', '7 * * * *', async () => void (await watchSurges(store)))

/** Games of one statement, so that each is far from the time limit of statements. */
const PIECE = 200

/**
 * Opens a surge for each game that has one and none open: its page says so from then on, and a person decides within 72 hours.
 * Nothing is removed, and everything goes on counting (RV11).
 * @returns how many it opened
 */
export async function watchSurges(store: Store, piece = PIECE): Promise<number> {
  const surges = await findSurges(store.db, piece)
  const opened = surges.length === 0 ? 0 : await openSurges(store, surges)
  if (opened > 0) store.log.warn({ games: opened }, 'unusually many reviews')
  return opened
}

/** The games that have a surge and none open. */
export async function findSurges(db: Database, piece = PIECE): Promise<History[]> {
  const games = await crowdedGames(db)
  const surges: History[] = []
  for (let at = 0; at < games.length; at += piece) {
    const histories = await findHistories(db, games.slice(at, at + piece))
    surges.push(...histories.filter(({ days, recent }) => isSurge(days, recent)))
  }
  return surges
}

/** The only games that are looked at, by the index `reviews_recent`. */
async function crowdedGames(db: Database): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select game_id as id from reviews
    where is_shown and created_at > now() - make_interval(hours => ${SURGE.hours})
    group by game_id having count(*) >= ${SURGE.reviewsMin}
      and not exists (select from review_surges where game_id = reviews.game_id and state = 'open')
    order by game_id`.execute(db)
  return rows.map(({ id }) => id)
}

type History = { gameId: string; from: string; days: ReviewDay[]; recent: RecentReview[] }

/**
 * What `isSurge` judges of some games. Reviews that a person looked at before count no more as recent, and those of an
 * off-topic window not as usual.
 */
async function findHistories(db: Database, gameIds: readonly string[]): Promise<History[]> {
  const { rows } = await sql<{
    game_id: string
    from_on: string
    recent: RecentReview[]
    days: [day: number, reviews: number, positive: number][] | null
  }>`
    with looked as (
      select game_id, max(decided_at) as at from review_surges
      where game_id = any(${sql.val(gameIds)}::uuid[]) and state <> 'open' group by game_id
    ), recent as (
      select review.game_id, min(review.created_on) as from_on,
        json_agg(json_build_object('recommends', review.recommends, 'isByNewcomer', ${isByNewcomer})) as reviews
      from reviews as review
      left join looked on looked.game_id = review.game_id
      left join accounts as writer on writer.id = review.account_id
      where review.game_id = any(${sql.val(gameIds)}::uuid[]) and review.is_shown
        and review.created_on >= (now() at time zone 'UTC')::date - ${SURGE.hours / 24}::int
        and review.created_at > greatest(now() - make_interval(hours => ${SURGE.hours}), looked.at)
      group by review.game_id having count(*) >= ${SURGE.reviewsMin}
    ), before as (
      select game_id, day, count(*)::int as reviews, (count(*) filter (where recommends))::int as positive
      from (
        select review.game_id, review.recommends,
          floor(extract(epoch from now() - make_interval(hours => ${SURGE.hours}) - review.created_at) / 86400)::int as day
        from reviews as review join recent on recent.game_id = review.game_id
        where review.is_shown
          and review.created_on >= (now() at time zone 'UTC')::date - ${SURGE.usualDays + SURGE.hours / 24}::int
          and review.created_at <= now() - make_interval(hours => ${SURGE.hours})
          and not exists (
            select from review_surges as window_of where window_of.game_id = review.game_id
              and window_of.state = 'off_topic' and review.created_on between window_of.from_on and window_of.until_on)
      ) as dated
      where day < ${SURGE.usualDays} group by game_id, day
    )
    select recent.game_id, recent.from_on, recent.reviews as recent,
      (select json_agg(json_build_array(day, before.reviews, positive)) from before where before.game_id = recent.game_id) as days
    from recent`.execute(db)
  return rows.map(({ game_id, from_on, recent, days }) => ({
    gameId: game_id,
    from: from_on,
    days: toDays(days ?? []),
    recent,
  }))
}

/** A new account, or one whose first game this is and was free. */
const isByNewcomer = sql`coalesce(
  writer.created_at > review.created_at - make_interval(days => ${SURGE.newDays})
  or exists (
    select from grants as claimed left join orders on orders.id = claimed.order_id
    where claimed.account_id = writer.id and claimed.game_id = review.game_id and claimed.file_id is null
      and coalesce(orders.price_cents, 0) = 0
      and not exists (
        select from grants as earlier where earlier.account_id = writer.id and earlier.file_id is null
          and earlier.created_at < claimed.created_at)), false)`

/** The oldest first; `days` are counted back from the 72 hours. */
function toDays(days: readonly [day: number, reviews: number, positive: number][]): ReviewDay[] {
  const all = Array.from({ length: SURGE.usualDays }, () => ({ reviews: 0, positive: 0 }))
  for (const [day, reviews, positive] of days) all[SURGE.usualDays - 1 - day] = { reviews, positive }
  return all
}

const openSurges = (store: Store, surges: readonly History[]): Promise<number> =>
  store.db.transaction().execute(async (tx) => {
    const dueAt = new Date(store.clock().getTime() + SURGE.decideHours * 3_600_000)
    const opened = await tx
      .insertInto('review_surges')
      .values(
        surges.map(({ gameId, from, recent }) => ({
          id: randomUUID(),
          game_id: gameId,
          from_on: from,
          due_at: dueAt,
          reviews: recent.length,
          positive: recent.filter(({ recommends }) => recommends).length,
          newcomers: recent.filter(({ isByNewcomer }) => isByNewcomer).length,
        })),
      )
      .onConflict((at) => at.column('game_id').where('state', '=', 'open').doNothing())
      .returning('id')
      .execute()
    if (opened.length === 0) return 0
    const admins = await presentAdmins(tx).select('email').execute()
    for (const { email } of admins) await store.mail.queue(tx, surgeMail(store.config, email, opened.length))
    await store.catalogChanged.announce(tx)
    return opened.length
  })
