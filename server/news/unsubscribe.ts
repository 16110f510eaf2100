import type { Config } from '../config.ts'
import type { Database, Queryable } from '../platform/database/database.ts'
import { withdrawConsent } from './consent.ts'

/** What an unsubscribe link ends: topics of notices, what comes about a game, or without both all news. */
export type Ending = { topics?: readonly string[]; game?: string | undefined }

/** The URL where one click, or a mail program by itself, ends news of the account with this token. Short: a folded header breaks its signature. */
export function unsubscribeUrl(config: Config, token: string, { topics = [], game }: Ending = {}): string {
  const url = new URL(`${config.publicUrl}/u/${token}`)
  for (const topic of topics) url.searchParams.append('topic', topic)
  if (game !== undefined) url.searchParams.set('game', game)
  return url.href
}

/** The token in such a URL. */
export const tokenIn = (unsubscribeUrl: string): string =>
  new URL(unsubscribeUrl).pathname.split('/').at(-1) ?? ''

/**
 * Ends the news of the account that a token belongs to, also when they have ended before or the account is deleted.
 * @returns whether there is such an account
 */
export async function unsubscribe(db: Database, token: string): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const accountId = await accountOfToken(tx, token)
    if (accountId === null) return false
    await withdrawConsent(tx, accountId, '/u')
    return true
  })
}

export async function accountOfToken(db: Queryable, token: string): Promise<string | null> {
  const account = await db
    .selectFrom('accounts')
    .select('id')
    .where('unsubscribe_token', '=', token)
    .executeTakeFirst()
  return account?.id ?? null
}
