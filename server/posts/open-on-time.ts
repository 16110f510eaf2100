import { sql } from 'kysely'
import type { Account } from '../platform/caller.ts'
import type { Tx } from '../platform/database/database.ts'
import { onTime } from '../platform/on-time.ts'
import type { Store } from '../store.ts'
import { daysUntilFree } from './day-limits.ts'
import { SHOWS_POSTS } from './post-waits.ts'
import { openPost } from './publish-post.ts'
import { RELEASE_IS_OPEN } from './with-release.ts'

/** Scheduled posts that may go out, at their time or, with their release open, at once. */
const OPENABLE = sql`
  from posts
  join games on games.id = posts.game_id
  join accounts as developer on developer.id = games.developer_id
  where (posts.opens_at is not null or posts.with_release) and posts.published_at is null
    and ${RELEASE_IS_OPEN} and ${SHOWS_POSTS}`

/** Those whose time has come. */
const DUE = sql`
  select posts.id, posts.game_id as "gameId", games.developer_id as "developerId", developer.role ${OPENABLE}
    and (posts.opens_at is null or posts.opens_at <= clock_timestamp())`

/** Publishes scheduled posts in time. @returns how to stop */
export const startOpeningPosts = (store: Store): (() => void) =>
  onTime({
    next: async () => {
      const { rows } = await sql<{ inMs: number | null }>`
        select ceil(extract(epoch from min(coalesce(posts.opens_at, clock_timestamp())) - clock_timestamp()) * 1000)::float8 as "inMs" ${OPENABLE}`.execute(
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
  const { rows } = await sql<Due>`${DUE} order by posts.opens_at, posts.id`.execute(store.db)
  let opened = 0
  for (const due of rows) if (await openOne(store, due)) opened += 1
  return opened
}

type Due = { id: string; gameId: string; developerId: string; role: Account['role'] }

/** The game may have been held meanwhile: with its row locked this is looked at again. */
const openOne = (store: Store, { id, gameId }: Due): Promise<boolean> =>
  store.db.transaction().execute(async (tx) => {
    await tx.selectFrom('games').select('id').where('id', '=', gameId).forUpdate().execute()
    const { rows } = await sql<Due>`${DUE} and posts.id = ${id}`.execute(tx)
    const [due] = rows
    return due !== undefined && (await openDue(store, tx, due))
  })

/** Publishes the posts that waited for a release, in the transaction in which it opens and with its game's row locked (FO3). */
export async function openPostsWith(store: Store, tx: Tx, releaseId: string): Promise<void> {
  const { rows } = await sql<Due>`${DUE} and posts.with_release and posts.release_id = ${releaseId}
    order by posts.id`.execute(tx)
  for (const due of rows) await openDue(store, tx, due)
}

/** @returns whether it went out; on a full day it waits for the next one */
async function openDue(store: Store, tx: Tx, due: Due): Promise<boolean> {
  const days = await daysUntilFree(tx, due)
  if (days > 0) return await putOff(tx, due.id, days)
  await openPost(store, tx, { role: due.role }, due)
  return true
}

/** Keeps the hour that its developer chose, or at which its release opened. */
async function putOff(tx: Tx, id: string, days: number): Promise<false> {
  await sql`
    update posts set opens_at = date_trunc('day', clock_timestamp(), 'UTC') + ${days} * interval '24 hours'
      + (at.hour - date_trunc('day', at.hour, 'UTC'))
    from (select coalesce(opens_at, clock_timestamp()) as hour from posts where id = ${id}) as at
    where id = ${id}`.execute(tx)
  return false
}
