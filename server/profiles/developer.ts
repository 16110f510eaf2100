import type { PublicProfile } from '@nofiller/contract/profiles/profiles'
import { sql } from 'kysely'
import { validate as isUuid } from 'uuid'
import { selectCards, toCard } from '../catalog/card.ts'
import { descriptionStart, summaryOfStart } from '../catalog/summary.ts'
import { beyondLimits, withinLimits } from '../catalog/within-limits.ts'
import type { Database } from '../platform/database/database.ts'
import { type Audience, isLimited } from '../platform/http/audience.ts'

const GAMES_MAX = 1_000
const SUMMARY_MAX = 200

/**
 * A developer, or an admin, as an audience finds them, with their visible games, newest first; null for anybody
 * else (requirements 3.15).
 */
export async function findDeveloper(
  db: Database,
  idOrUsername: string,
  audience: Audience,
): Promise<PublicProfile | null> {
  const developer = await db
    .selectFrom('accounts')
    .select(['id', 'username', 'display_name', 'bio', 'website', 'twitter', 'patreon', 'avatar_url'])
    .where((eb) =>
      isUuid(idOrUsername)
        ? eb('id', '=', idOrUsername)
        : eb(sql`lower(username)`, '=', idOrUsername.toLowerCase()),
    )
    .where('role', 'in', ['developer', 'admin'])
    .where('suspended_at', 'is', null)
    .where('deletion_at', 'is', null)
    .executeTakeFirst()
  if (!developer) return null
  return {
    user: {
      _id: developer.id,
      username: developer.username,
      displayName: developer.display_name,
      bio: developer.bio,
      website: developer.website,
      twitter: developer.twitter,
      patreon: developer.patreon,
      avatarUrl: developer.avatar_url,
    },
    games: await visibleGames(db, developer.id, audience),
    hidden: isLimited(audience) ? await hiddenGames(db, developer.id, audience) : 0,
  }
}

async function visibleGames(
  db: Database,
  developerId: string,
  { view, hidden }: Audience,
): Promise<PublicProfile['games']> {
  const rows = await selectCards(db)
    .select(descriptionStart.as('description'))
    .where('games.developer_id', '=', developerId)
    .where('games.status', '=', 'published')
    .where('games.suspended_at', 'is', null)
    .where(withinLimits(hidden))
    .$if(view === 'sfw', (games) => games.where('games.category', '=', 'SFW'))
    .orderBy('games.published_at', 'desc')
    .orderBy('games.id', 'desc')
    .limit(GAMES_MAX)
    .execute()
  return rows.map((row) => ({ ...toCard(row, view), summary: summaryOfStart(row.description, SUMMARY_MAX) }))
}

/** How many of a developer's games limits hide. */
async function hiddenGames(db: Database, developerId: string, { view, hidden }: Audience): Promise<number> {
  const { count } = await db
    .selectFrom('games')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('developer_id', '=', developerId)
    .where('status', '=', 'published')
    .where('suspended_at', 'is', null)
    .where(beyondLimits(hidden))
    .$if(view === 'sfw', (games) => games.where('category', '=', 'SFW'))
    .executeTakeFirstOrThrow()
  return Number(count)
}
