import { posts } from '@nofiller/demo/posts'
import { sql } from 'kysely'
import { countFollowersIn } from '../follows/count-followers.ts'
import type { Tx } from '../platform/database/database.ts'
import { cleanHtml } from '../platform/html.ts'
import { idMaker } from './ids.ts'
import type { PlantedGame } from './store-game.ts'

const DAY_MS = 86_400_000

/** Whose games the demo's player follows, and the game that all others follow. */
const FOLLOWED = { developerOf: 'velvet-orbit', game: 'saltglass' }

/** Plants posts, who follows, and what the demo's player was told of it. */
export async function plantCommunity(
  tx: Tx,
  { planted, playerId, now }: { planted: readonly PlantedGame[]; playerId: string; now: Date },
): Promise<void> {
  for (const { row } of planted) await plantPosts(tx, row, now)
  const gameOf = (slug: string) => planted.find(({ row }) => row.slug === slug)?.row
  const [followed, game] = [gameOf(FOLLOWED.developerOf), gameOf(FOLLOWED.game)]
  if (!followed || !game) throw new Error('a demo game that is followed is missing')
  await sql`insert into follows (account_id, developer_id) values (${playerId}, ${followed.developer_id})`.execute(
    tx,
  )
  await sql`insert into follows (account_id, game_id)
    select id, ${game.id} from accounts where role = 'player'`.execute(tx)
  await sql`
    insert into notices (account_id, topic, game_id, thing_id, is_on_site, created_at)
    select ${playerId}, case when owns then 'owned-post' else 'follow-post' end, game_id, id, true, published_at
    from (
      select post.*, exists (
        select from grants where grants.account_id = ${playerId} and grants.game_id = post.game_id
      ) as owns, exists (
        select from follows join games on games.id = post.game_id
        where follows.account_id = ${playerId}
          and (follows.game_id = games.id or follows.developer_id = games.developer_id)
      ) as follows
      from live_posts as post
    ) as post
    where owns or follows and audience = 'everyone'`.execute(tx)
  await countFollowersIn(tx)
}

async function plantPosts(tx: Tx, game: PlantedGame['row'], now: Date): Promise<void> {
  const nextId = idMaker(`posts of ${game.slug}`)
  for (const { title, body, audience, release, daysAgo } of posts[game.slug] ?? []) {
    const at = new Date(now.getTime() - daysAgo * DAY_MS)
    await tx
      .insertInto('posts')
      .values({
        id: nextId(at),
        game_id: game.id,
        created_by: game.developer_id,
        audience,
        title,
        body: cleanHtml(body) ?? '',
        release_id: sql<string | null>`(
          select id from releases where game_id = ${game.id} and label = ${release ?? null})`,
        is_explicit: false,
        is_emailed: false,
        created_at: at,
        saved_at: at,
        published_at: at,
      })
      .execute()
  }
}
