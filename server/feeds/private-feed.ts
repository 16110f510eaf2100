import { randomBytes } from 'node:crypto'
import { readLimits } from '@nofiller/contract/content-limits/limit-rules'
import { sql } from 'kysely'
import { feedMadeMail } from '../accounts/emails.ts'
import { recordEvent } from '../accounts/security-events/note-event.ts'
import type { OtherKeys } from '../accounts/take-back/recent-keys.ts'
import { atomFeed } from '../platform/atom-feed.ts'
import type { Account } from '../platform/caller.ts'
import type { Database } from '../platform/database/database.ts'
import { hiddenBy } from '../platform/http/audience.ts'
import { addressKey } from '../platform/http/rate-limits.ts'
import { sha256 } from '../platform/signatures.ts'
import type { Store } from '../store.ts'
import { type FeedFilter, feedEntries } from './feed-things.ts'

const TOKEN_BYTES = 16

/**
 * Makes the address of an account's own feed, which ends the one before, and tells its owner by email. It is never shown again: only its
 * hash is stored.
 */
export async function makePrivateFeed(
  { db, config, mail }: Pick<Store, 'db' | 'config' | 'mail'>,
  account: Account,
): Promise<{ url: string }> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const made = {
    id: sql<string>`gen_random_uuid()`,
    token_hash: sha256(token),
    session_id: account.sessionId,
    created_at: sql<Date>`now()`,
  }
  await db.transaction().execute(async (tx) => {
    await tx
      .insertInto('private_feeds')
      .values({ account_id: account.id, ...made })
      .onConflict((known) => known.column('account_id').doUpdateSet(made))
      .execute()
    await recordEvent(tx, { accountId: account.id, kind: 'feed_made' }, account)
    await mail.queue(tx, feedMadeMail(config, account.email))
  })
  return { url: `${config.publicUrl}/feed/${token}.atom` }
}

/** Since when an account has such an address; null without one. */
export async function privateFeedSince(db: Database, accountId: string): Promise<string | null> {
  const feed = await db
    .selectFrom('private_feeds')
    .select('created_at')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return feed?.created_at.toISOString() ?? null
}

/** The address of a feed as a key of its account: a stranger may have made it. */
export const privateFeedKeys: OtherKeys = {
  table: 'private_feeds',
  async madeSince(db, accountId, since) {
    const rows = await db
      .selectFrom('private_feeds')
      .select(['id', 'created_at as at', 'session_id'])
      .where('account_id', '=', accountId)
      .where('created_at', '>=', since)
      .execute()
    return rows.map((row) => ({ ...row, kind: 'private_feed' as const, name: '' }))
  },
  async remove(tx, accountId, ids) {
    if (ids.length === 0) return
    await tx.deleteFrom('private_feeds').where('account_id', '=', accountId).where('id', 'in', ids).execute()
  },
}

/**
 * The feed at an address: what is new of the games that its account owns, follows or wants, and of the developers it follows, within
 * its limits and blocks, and without a picture of an 18+ game (FO7). Null for an address that leads nowhere, or whose account is suspended
 * or closing.
 * @param ip of the reader
 * @throws HttpError 429 after too many made-up addresses, or reads of one
 */
export async function privateFeed(
  { db, config, rateLimits }: Pick<Store, 'db' | 'config' | 'rateLimits'>,
  token: string,
  ip: string,
): Promise<string | null> {
  const reader = await db
    .selectFrom('private_feeds')
    .innerJoin('accounts', 'accounts.id', 'private_feeds.account_id')
    .leftJoin('account_limits', 'account_limits.account_id', 'accounts.id')
    .leftJoin('account_blocks', 'account_blocks.account_id', 'accounts.id')
    .select(['accounts.id', 'content_choice', 'limits', 'changed_at'])
    .where('token_hash', '=', sha256(token))
    .where('accounts.suspended_at', 'is', null)
    .where('accounts.deletion_at', 'is', null)
    .where('accounts.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!reader) {
    await rateLimits.consume('bad-link', addressKey(ip))
    return null
  }
  await rateLimits.consume('feed', reader.id)
  const { id: accountId, content_choice: choice, limits, changed_at: changedAt } = reader
  const audience = {
    view: choice === 'sfw' ? ('sfw' as const) : ('none' as const),
    hidden: hiddenBy(
      [limits === null ? null : readLimits(limits)],
      changedAt && { accountId, changedAt: changedAt.toISOString() },
    ),
  }
  return atomFeed({
    title: `Your feed · ${config.STORE_NAME}`,
    subtitle: 'News of your games and of whom you follow. For you alone.',
    page: `${config.publicUrl}/notices`,
    self: `${config.publicUrl}/notices`, // its own address would be shown in readers
    author: config.STORE_NAME,
    siteUrl: config.publicUrl,
    entries: await feedEntries(db, config.publicUrl, audience, filterFor(await sourcesOf(db, accountId))),
  })
}

/** Whose news an account hears: ids of games and developers. */
type Sources = { owned: string[]; wanted: string[]; developers: string[]; muted: string[] }

/** At most a library, 1,000 wishes and 2,000 follows, so that news are looked up by them and not searched among everybody's. */
async function sourcesOf(db: Database, accountId: string): Promise<Sources> {
  const { rows } = await sql<Sources>`
    with muted as (select game_id from muted_games where account_id = ${accountId})
    select
      array(
        select distinct game_id from grants where account_id = ${accountId}
        and game_id not in (select game_id from hidden_games where account_id = ${accountId})
        and game_id not in (select game_id from muted)
      ) as owned,
      array(
        (select game_id from follows where account_id = ${accountId} and game_id is not null
        union select game_id from wishlist where account_id = ${accountId})
        except select game_id from muted
      ) as wanted,
      array(select developer_id from follows where account_id = ${accountId} and developer_id is not null) as developers,
      array(select game_id from muted) as muted`.execute(db)
  return rows[0] ?? { owned: [], wanted: [], developers: [], muted: [] }
}

function filterFor({ owned, wanted, developers, muted }: Sources): FeedFilter {
  const oneOf = (ids: string[]) => sql<boolean>`games.id = any(${ids}::uuid[])`
  const byDeveloper = sql<boolean>`(games.developer_id = any(${developers}::uuid[]) and not ${oneOf(muted)})`
  return {
    games: byDeveloper,
    releases: oneOf([...owned, ...wanted]),
    posts: sql<boolean>`((${oneOf([...owned, ...wanted])} or ${byDeveloper})
      and (post.audience = 'everyone' or ${oneOf(owned)}))`,
  }
}
