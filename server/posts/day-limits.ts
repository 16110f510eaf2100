import { POST_LIMITS, POST_TEXT } from '@nofiller/contract/posts/post-rules'
import { sql } from 'kysely'
import type { Tx } from '../platform/database/database.ts'
import { conflict } from '../platform/http/errors/errors.ts'

/** A post that goes out, about a game of a developer. */
type Going = { id: string; gameId: string; developerId: string }

const { dayOfGame, dayOfDeveloper } = POST_LIMITS

/** Three posts a day and game, ten a day and developer, by the day on which they go out, in UTC. @throws HttpError 409 */
export async function refuseFullDay(tx: Tx, post: Going, time: Date): Promise<void> {
  await lockDays(tx, post)
  const { rows } = await sql<DayCount>`${countsOfDays(post)}
    having ${OUT_ON} = date_trunc('day', ${time}::timestamptz, 'UTC')`.execute(tx)
  const [day] = rows
  if (!day) return
  if (day.ofGame >= dayOfGame) throw conflict('too_many_posts', POST_TEXT.fullGame)
  if (day.ofDeveloper >= dayOfDeveloper) throw conflict('too_many_posts', POST_TEXT.fullDeveloper)
}

/**
 * In how many days a post that waited for its game may go out: 0 is today. Posts that waited together are spread over the next days,
 * and take no place of one that is planned for a day.
 */
export async function daysUntilFree(tx: Tx, post: Going): Promise<number> {
  await lockDays(tx, post)
  const { rows } = await sql<{ days: number }>`
    with today as (select date_trunc('day', clock_timestamp(), 'UTC') as at),
      counted as (${countsOfDays(post)}),
      full_days as (select day from counted where "ofGame" >= ${dayOfGame} or "ofDeveloper" >= ${dayOfDeveloper})
    select days from today,
      generate_series(0, (select count(*)::int from full_days)) as days
    where not exists (select from full_days where day = today.at + days * interval '24 hours')
    order by days limit 1`.execute(tx)
  return rows[0]?.days ?? 0
}

/** Two posts of one developer do not both take the last place of a day. */
const lockDays = (tx: Tx, { developerId }: Going) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`posts ${developerId}`}, 0))`.execute(tx)

type DayCount = { day: Date; ofGame: number; ofDeveloper: number }

const OUT_ON = sql`date_trunc('day', coalesce(posts.published_at, posts.opens_at), 'UTC')`

/** How many other posts go out or went out on each day. */
const countsOfDays = ({ id, gameId, developerId }: Going) => sql`
  select ${OUT_ON} as day,
    count(*) filter (where posts.game_id = ${gameId})::int as "ofGame", count(*)::int as "ofDeveloper"
  from posts join games on games.id = posts.game_id
  where games.developer_id = ${developerId} and posts.id <> ${id}
    and coalesce(posts.published_at, posts.opens_at) is not null
  group by ${OUT_ON}`
