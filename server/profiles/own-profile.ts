import type { OwnProfile } from '@nofiller/contract/profiles/profiles'
import { sql } from 'kysely'
import { ownGames } from '../catalog/own-games.ts'
import type { Account } from '../platform/caller.ts'
import type { Database } from '../platform/database/database.ts'
import { unauthorized } from '../platform/http/errors/errors.ts'
import type { Store } from '../store.ts'
import { PROFILE_COLUMNS, toProfile } from './profile.ts'

/** An account as its owner sees it, with the games they uploaded (requirements 3.15). */
export async function ownProfile(store: Pick<Store, 'db' | 'config'>, account: Account): Promise<OwnProfile> {
  const [row, { items: games }] = await Promise.all([
    findAccount(store.db, account.id),
    ownGames(store, account),
  ])
  if (!row) throw unauthorized()
  return {
    user: {
      _id: row.id,
      username: row.username,
      email: row.email,
      role: row.role,
      avatarUrl: row.avatar_url,
      createdAt: row.created_at.toISOString(),
      gamesOwned: row.games_owned ?? 0,
      hasPayoutAddress: row.has_payout_address === 1,
      developerRequestedAt: row.developer_requested_at?.toISOString() ?? null,
    },
    profile: toProfile(row),
    games,
  }
}

const findAccount = (db: Database, accountId: string) =>
  db
    .selectFrom('accounts')
    .select(['id', 'username', 'email', 'role', 'avatar_url', 'created_at', 'developer_requested_at'])
    .select(PROFILE_COLUMNS)
    .select((eb) =>
      eb
        .selectFrom('grants')
        .select((of) => of.fn.countAll<number>().as('count'))
        .whereRef('grants.account_id', '=', 'accounts.id')
        .where('grants.file_id', 'is', null)
        .as('games_owned'),
    )
    .select((eb) =>
      eb
        .selectFrom('payout_addresses')
        .select(sql<number>`1`.as('present'))
        .whereRef('developer_id', '=', 'accounts.id')
        .where('replaced_at', 'is', null)
        .as('has_payout_address'),
    )
    .where('id', '=', accountId)
    .executeTakeFirst()
