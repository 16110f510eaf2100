import { randomBytes } from 'node:crypto'
import { readLimits } from '@nofiller/contract/content-limits/limit-rules'
import { type RawBuilder, sql } from 'kysely'
import type { OtherKeys } from '../accounts/take-back/recent-keys.ts'
import { atomFeed } from '../platform/atom-feed.ts'
import type { Account } from '../platform/caller.ts'
import type { Database } from '../platform/database/database.ts'
import { hiddenBy } from '../platform/http/audience.ts'
import { sha256 } from '../platform/signatures.ts'
import type { Store } from '../store.ts'
import { feedEntries } from './feed-things.ts'

const TOKEN_BYTES = 16

/** Makes the address of an account's own feed, which ends the one before. It is never shown again: only its hash is stored. */
export async function makePrivateFeed(
  { db, config }: Pick<Store, 'db' | 'config'>,
  account: Account,
): Promise<{ url: string }> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const made = {
    id: sql<string>`gen_random_uuid()`,
    token_hash: sha256(token),
    session_id: account.sessionId,
    created_at: sql<Date>`now()`,
  }
  await db
    .insertInto('private_feeds')
    .values({ account_id: account.id, ...made })
    .onConflict((known) => known.column('account_id').doUpdateSet(made))
    .execute()
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

export const endPrivateFeed = (db: Database, accountId: string) =>
  db.deleteFrom('private_feeds').where('account_id', '=', accountId).execute()

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
 */
export async function privateFeed(
  { db, config }: Pick<Store, 'db' | 'config'>,
  token: string,
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
  if (!reader) return null
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
    entries: await feedEntries(db, config.publicUrl, audience, filterFor(accountId)),
  })
}

function filterFor(accountId: string) {
  const owned = sql<boolean>`(exists (
      select from grants where grants.game_id = games.id and grants.account_id = ${accountId}
    ) and not exists (
      select from hidden_games as hidden where hidden.game_id = games.id and hidden.account_id = ${accountId}
    ))`
  const heard = (which: RawBuilder<boolean>) => sql<boolean>`(${which} and not exists (
      select from muted_games as muted where muted.game_id = games.id and muted.account_id = ${accountId}))`
  const follows = (column: string, of: RawBuilder<unknown>) => sql<boolean>`exists (
      select from follows where follows.account_id = ${accountId} and follows.${sql.ref(column)} = ${of})`
  const game = sql<boolean>`(${follows('game_id', sql`games.id`)} or exists (
      select from wishlist where wishlist.account_id = ${accountId} and wishlist.game_id = games.id))`
  const developer = follows('developer_id', sql`games.developer_id`)
  return {
    games: heard(developer),
    releases: heard(sql`(${owned} or ${game})`),
    posts: heard(sql`(${owned} or post.audience = 'everyone' and (${game} or ${developer}))`),
  }
}
