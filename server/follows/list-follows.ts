import type { Picture } from '@nofiller/contract/catalog/catalog'
import type { ContentView } from '@nofiller/contract/catalog/content-choice'
import type { ContentCategory } from '@nofiller/contract/catalog/game-kinds'
import { developerPath, gamePath } from '@nofiller/contract/catalog/paths'
import type { Follow } from '@nofiller/contract/follows/follows'
import { sql } from 'kysely'
import { pictureFor } from '../catalog/content-choice.ts'
import { pageSeenBy } from '../catalog/visibility.ts'
import { withinLimits } from '../catalog/within-limits.ts'
import type { Database } from '../platform/database/database.ts'
import type { Audience } from '../platform/http/audience.ts'

type FollowRow = {
  created_at: Date
  id: string
  title: string | null
  slug: string
  category: ContentCategory
  card: Picture | null
  username: string
  display_name: string | null
  avatar_url: string | null
}

/** What an account follows, as its audience may see it now, the newest first (FO1). What it blocked comes back with the block lifted. */
export async function followsOf(
  db: Database,
  accountId: string,
  { view, hidden }: Audience,
): Promise<Follow[]> {
  const isUnblocked = hidden?.blocks
    ? sql`developer.id not in (select developer_id from blocked_developers where account_id = ${accountId})`
    : sql`true`
  const { rows } = await sql<FollowRow>`
    select follows.created_at, coalesce(games.id, developer.id) as id, games.title, games.slug, games.category, games.card,
      developer.username, developer.display_name, developer.avatar_url
    from follows
    left join games on games.id = follows.game_id
    join accounts as developer on developer.id = coalesce(games.developer_id, follows.developer_id)
    where follows.account_id = ${accountId}
      and (games.id is null or ${pageSeenBy({ id: accountId, role: 'player' })} and ${withinLimits(hidden)}
        and ${view === 'sfw' ? sql`games.category = 'SFW'` : sql`true`})
      and (games.id is not null or developer.role <> 'player' and developer.suspended_at is null and ${isUnblocked})
    order by follows.created_at desc, id`.execute(db)
  return rows.map((row) => toFollow(row, view))
}

function toFollow(row: FollowRow, view: ContentView): Follow {
  const [id, since] = [row.id, row.created_at.toISOString()]
  if (row.title !== null)
    return {
      kind: 'game',
      id,
      since,
      name: row.title,
      path: gamePath(row.slug),
      picture: pictureFor(view, row.category, row.card),
      developer: null,
    }
  const { username, display_name: displayName, avatar_url: avatarUrl } = row
  return {
    kind: 'developer',
    id,
    since,
    name: displayName || username,
    path: developerPath(username),
    picture: null,
    developer: { username, displayName, avatarUrl },
  }
}
