import { sql } from 'kysely'
import type { Account } from '../platform/caller.ts'
import { onTime } from '../platform/on-time.ts'
import type { Store } from '../store.ts'
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

/** Publishes the posts whose time has come, each in its own transaction and once. @returns how many */
export async function openDuePosts(store: Store): Promise<number> {
  const { rows: due } = await sql<Due>`
    select posts.id, posts.game_id as "gameId", developer.role ${OPENABLE} and posts.opens_at <= clock_timestamp()
    order by posts.opens_at, posts.id`.execute(store.db)
  let opened = 0
  for (const one of due) if (await openOne(store, one)) opened += 1
  return opened
}

type Due = { id: string; gameId: string; role: Account['role'] }

/** The game may have been held meanwhile: with its row locked this is looked at again. */
const openOne = (store: Store, { id, gameId, role }: Due): Promise<boolean> =>
  store.db.transaction().execute(async (tx) => {
    await tx.selectFrom('games').select('id').where('id', '=', gameId).forUpdate().execute()
    const { rows } = await sql`select ${OPENABLE} and posts.id = ${id}
      and posts.opens_at <= clock_timestamp()`.execute(tx)
    if (rows.length === 0) return false
    await openPost(store, tx, { role }, { id, gameId })
    return true
  })
