import { HIDDEN_BY_BLOCKS, type Hiding } from '@nofiller/contract/content-limits/limit-rules'
import { shownFollowers } from '@nofiller/contract/follows/follow-rules'
import type { PublicProfile } from '@nofiller/contract/profiles/profiles'
import { sql } from 'kysely'
import { validate as isUuid } from 'uuid'
import { selectCards, toCard } from '../catalog/card.ts'
import { descriptionStart, summaryOfStart } from '../catalog/summary.ts'
import { ON_DEVELOPER_PAGE } from '../catalog/visibility.ts'
import { beyondLimits, withinLimits } from '../catalog/within-limits.ts'
import { followersOf } from '../follows/count-followers.ts'
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
  const developer = await selectPublic(db, idOrUsername)
    .select(['id', 'username', 'display_name', 'bio', 'website', 'twitter', 'patreon', 'avatar_url'])
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
    followers: shownFollowers((await followersOf(db, { developer_id: developer.id })).followers),
  }
}

/** Why an audience does not see a developer's page: it blocked them. */
export async function whyDeveloperHidden(
  db: Database,
  idOrUsername: string,
  { hidden }: Audience,
): Promise<Hiding | null> {
  if (!hidden?.blocks) return null
  const blocked = await selectPublic(db, idOrUsername)
    .innerJoin('blocked_developers as blocked', 'blocked.developer_id', 'accounts.id')
    .where('blocked.account_id', '=', hidden.blocks.accountId)
    .select('accounts.id')
    .executeTakeFirst()
  return blocked ? { by: 'blocks', text: HIDDEN_BY_BLOCKS } : null
}

/** A developer, or an admin, whose page may be shown. */
const selectPublic = (db: Database, idOrUsername: string) =>
  db
    .selectFrom('accounts')
    .where((eb) =>
      isUuid(idOrUsername)
        ? eb('accounts.id', '=', idOrUsername)
        : eb(sql`lower(username)`, '=', idOrUsername.toLowerCase()),
    )
    .where('role', 'in', ['developer', 'admin'])
    .where('suspended_at', 'is', null)
    .where('deletion_at', 'is', null)

async function visibleGames(
  db: Database,
  developerId: string,
  { view, hidden }: Audience,
): Promise<PublicProfile['games']> {
  const rows = await selectCards(db)
    .select(descriptionStart.as('description'))
    .where('games.developer_id', '=', developerId)
    .where(ON_DEVELOPER_PAGE)
    .where(withinLimits(hidden))
    .$if(view === 'sfw', (games) => games.where('games.category', '=', 'SFW'))
    .orderBy('games.published_at', 'desc')
    .orderBy('games.id', 'desc')
    .limit(GAMES_MAX)
    .execute()
  return rows.map((row) => ({ ...toCard(row, view), summary: summaryOfStart(row.description, SUMMARY_MAX) }))
}

/** How many of a developer's games limits and blocks hide. */
async function hiddenGames(db: Database, developerId: string, { view, hidden }: Audience): Promise<number> {
  const { count } = await db
    .selectFrom('games')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('developer_id', '=', developerId)
    .where(ON_DEVELOPER_PAGE)
    .where(beyondLimits(hidden))
    .$if(view === 'sfw', (games) => games.where('category', '=', 'SFW'))
    .executeTakeFirstOrThrow()
  return Number(count)
}
