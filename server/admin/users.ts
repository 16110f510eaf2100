import type { ListedUser, UserDetail, UsersFilter } from '@nofiller/contract/admin'
import type { UserSort, UserState } from '@nofiller/contract/admin-rules'
import { type RawBuilder, sql } from 'kysely'
import { openSessions } from '../accounts/open-sessions.ts'
import { listOrders } from '../orders/list.ts'
import type { Database, Queryable } from '../platform/database/database.ts'
import { findRows } from '../platform/database/found.ts'
import { beyond, type ListOrder, sortValue } from '../platform/database/keyset.ts'
import { containing } from '../platform/database/like.ts'
import { cursorOf, type Listed, readCursor, refuseBadCursor } from '../platform/http/cursor.ts'
import { notFound } from '../platform/http/errors.ts'
import type { Account } from '../platform/http/serve.ts'
import { toProfile } from '../profiles/profile.ts'
import { gamesOf } from './games.ts'

const ORDERS_SHOWN = 10

const ORDERS: Record<UserSort, ListOrder> = {
  new: { by: sql`accounts.created_at`, direction: 'desc' },
  old: { by: sql`accounts.created_at`, direction: 'asc' },
  name: { by: sql`lower(accounts.username)`, direction: 'asc' },
}

const STATES: Record<UserState, RawBuilder<boolean>> = {
  active: sql`accounts.suspended_at is null and accounts.verified_at is not null`,
  suspended: sql`accounts.suspended_at is not null`,
  unverified: sql`accounts.verified_at is null`,
  asking: sql`accounts.developer_requested_at is not null and accounts.role = 'player'`,
}

export type UsersQuery = UsersFilter & { after?: string | undefined; limit: number }

/**
 * Users as far as a filter lets them through. `after` is the `next` of the page before; `total` counts all, up to `COUNT_MAX`.
 * @throws HttpError 400 `bad_cursor`
 */
export async function listUsers(
  db: Database,
  query: UsersQuery,
): Promise<{ users: ListedUser[]; total: number; next: string | null }> {
  const { total, where } = await findRows(db, {
    from: sql`accounts`,
    key: sql`accounts.id`,
    type: 'uuid',
    wanted: wantedUsers(query),
  })
  const rows = await userRows(db, { ...query, limit: query.limit + 1 }, where)
  const users = rows.slice(0, query.limit)
  return {
    users,
    total,
    next: rows.length > query.limit ? (users.at(-1)?.cursor ?? null) : null,
  }
}

/** One page of the users behind `listUsers`. */
export async function userRows(
  db: Database,
  { sort, after, limit, ...filter }: UsersQuery,
  where = wantedUsers(filter),
): Promise<Listed<ListedUser>[]> {
  const order = ORDERS[sort]
  const cursor = after === undefined ? null : readCursor(after)
  const rows = await selectUsers(db)
    .select(sortValue(order))
    .where(where)
    .where(beyond(order, sql`accounts.id`, cursor))
    .orderBy(order.by, order.direction)
    .orderBy('accounts.id', order.direction)
    .limit(limit)
    .execute()
    .catch(refuseBadCursor)
  return rows.map((row) => ({ ...toListedUser(row), cursor: cursorOf(row) }))
}

function wantedUsers({ q, role, state }: Pick<UsersFilter, 'q' | 'role' | 'state'>): RawBuilder<boolean> {
  const conditions = [
    sql`true`,
    ...(q ? [holds(q)] : []),
    ...(role === undefined ? [] : [sql`accounts.role = ${role}`]),
    ...(state === undefined ? [] : [STATES[state]]),
  ]
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`
}

/** By the index `accounts_search`, which is of this expression. It knows no part below three characters: those begin a word. */
const holds = (q: string) =>
  sql`(' ' || username || ' ' || email || ' ' || coalesce(display_name, '') || ' ' || id::text) ilike ${containing(q.length < 3 ? ` ${q}` : q)}`

const selectUsers = (db: Queryable) =>
  db
    .selectFrom('accounts')
    .select([
      'accounts.id',
      'accounts.username',
      'accounts.email',
      'accounts.role',
      'accounts.display_name',
      'accounts.avatar_url',
      'accounts.created_at',
      'accounts.verified_at',
      'accounts.suspended_at',
      'accounts.developer_requested_at',
    ])

export type UserRow = Awaited<ReturnType<ReturnType<typeof selectUsers>['execute']>>[number]

export const toListedUser = (row: UserRow): ListedUser => ({
  _id: row.id,
  username: row.username,
  email: row.email,
  role: row.role,
  displayName: row.display_name,
  avatarUrl: row.avatar_url,
  createdAt: row.created_at.toISOString(),
  verifiedAt: row.verified_at?.toISOString() ?? null,
  suspendedAt: row.suspended_at?.toISOString() ?? null,
  developerRequestedAt: row.developer_requested_at?.toISOString() ?? null,
})

/** @throws HttpError 404 */
export async function findListedUser(db: Database, userId: string): Promise<ListedUser> {
  const row = await selectUsers(db).where('accounts.id', '=', userId).executeTakeFirst()
  if (!row) throw noUser()
  return toListedUser(row)
}

/** Everything about a user but secrets. @throws HttpError 404 */
export async function findUser(db: Database, admin: Account, userId: string): Promise<UserDetail> {
  const account = await selectUsers(db)
    .select(['bio', 'website', 'twitter', 'patreon', 'wallet', 'notify_purchases', 'notify_updates'])
    .select(
      sql<number>`(select count(*) from grants where account_id = accounts.id and file_id is null)`.as(
        'games_owned',
      ),
    )
    .where('accounts.id', '=', userId)
    .executeTakeFirst()
  if (!account) throw noUser()
  const asUser: Account = { ...admin, id: userId, role: 'player' }
  const [games, orders, sessions] = await Promise.all([
    gamesOf(db, userId),
    listOrders(db, asUser, { limit: ORDERS_SHOWN }),
    openSessions(db, { ...admin, id: userId }),
  ])
  return {
    user: {
      ...toListedUser(account),
      gamesOwned: account.games_owned,
      notifyPurchases: account.notify_purchases,
      notifyUpdates: account.notify_updates,
      profile: toProfile(account),
    },
    games,
    orders: orders.orders,
    orderCount: orders.total,
    sessions,
  }
}

export const noUser = () => notFound('Failed to load user details')
