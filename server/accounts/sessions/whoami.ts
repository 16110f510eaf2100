import type { SessionUser } from '@nofiller/contract/accounts/accounts'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import { unauthorized } from '../../platform/http/errors/errors.ts'

/** The signed-in user with the ids of the games they own (requirements 3.10). */
export async function whoami(db: Database, accountId: string): Promise<SessionUser> {
  const row = await db
    .selectFrom('accounts')
    .select([
      'id',
      'username',
      'email',
      'role',
      'display_name',
      'avatar_url',
      'created_at',
      'notify_purchases',
      'notify_updates',
      'content_choice',
      'excluded_tags',
    ])
    .select((eb) => [
      eb
        .selectFrom('grants')
        .select(sql<string[]>`coalesce(array_agg(game_id::text order by created_at desc), '{}')`.as('ids'))
        .whereRef('grants.account_id', '=', 'accounts.id')
        .where('grants.file_id', 'is', null)
        .as('purchases'),
    ])
    .where('id', '=', accountId)
    .executeTakeFirst()
  if (!row) throw unauthorized()
  return {
    _id: row.id,
    username: row.username,
    email: row.email,
    role: row.role,
    displayName: row.display_name,
    avatarUrl: row.avatar_url,
    createdAt: row.created_at.toISOString(),
    purchases: row.purchases ?? [],
    notifyPurchases: row.notify_purchases,
    notifyUpdates: row.notify_updates,
    contentChoice: row.content_choice,
    excludedTags: row.excluded_tags,
  }
}
