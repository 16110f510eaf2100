import { sql } from 'kysely'
import type { Account } from '../platform/caller.ts'
import type { Tx } from '../platform/database/database.ts'
import { onTime } from '../platform/on-time.ts'
import type { Store } from '../store.ts'
import { daysUntilFree } from './day-limits.ts'
import { SHOWS_POSTS } from './post-waits.ts'
import { openPost } from './publish-post.ts'

/** Scheduled posts that may go out. */
const OPENABLE = sql`
  from posts
  join games on games.id = posts.game_id
  join accounts as developer on developer.id = games.developer_id
  where posts.opens_at is not null and ${SHOWS_POSTS}`

/** Publishes scheduled posts in time. @returns how to stop */
export const startOpeningPosts = (store: Store): (() => void) =>
  onTime({
    next: async () => {
      const { rows } = await sql<{ inMs: number | null }>`
        select ceil(extract(epoch from min(posts.opens_at) - clock_timestamp()) * 1000)::float8 as "inMs" ${OPENABLE}`.execute(
        store.db,
      )
      const inMs = rows[0]?.inMs ?? null
      return inMs === null ? null : { inMs }
    },
    run: async () => (await openDuePosts(store)) > 0,
    catalogChanged: store.catalogChanged,
    onError: (err) => store.log.error({ err }, 'scheduled posts were not published'),
  })

/**
 * Publishes the posts whose time has come, each in its own transaction and once. What waited for its game is spread over the next
 * days, by the limits of a day (FO3).
 * @returns how many went out
 */
export async function openDuePosts(store: Store): Promise<number> {
  const { rows: due } = await sql<Due>`
    select posts.id, posts.game_id as "gameId", games.developer_id as "developerId", developer.role ${OPENABLE} and posts.opens_at <= clock_timestamp()
    order by posts.opens_at, posts.id`.execute(store.db)
  let opened = 0
  for (const one of due) if (await openOne(store, one)) opened += 1
  return opened
}

type Due = { id: string; gameId: string; developerId: string; role: Account['role'] }

/** The game may have been held meanwhile: with its row locked this is looked at again. */
const openOne = (store: Store, due: Due): Promise<boolean> =>
  store.db.transaction().execute(async (tx) => {
    const { id, gameId, role } = due
    await tx.selectFrom('games').select('id').where('id', '=', gameId).forUpdate().execute()
    const { rows } = await sql`select ${OPENABLE} and posts.id = ${id}
      and posts.opens_at <= clock_timestamp()`.execute(tx)
    if (rows.length === 0) return false
    const days = await daysUntilFree(tx, due)
    if (days > 0) return await putOff(tx, id, days)
    await openPost(store, tx, { role }, { id, gameId })
    return true
  })

/** Keeps the hour that its developer chose. */
async function putOff(tx: Tx, id: string, days: number): Promise<false> {
  await sql`
    update posts set opens_at = date_trunc('day', clock_timestamp(), 'UTC') + ${days} * interval '24 hours'
      + (opens_at - date_trunc('day', opens_at, 'UTC'))
    where id = ${id}`.execute(tx)
  return false
}
