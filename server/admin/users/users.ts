import type { ContactEntry, ListedUser, UserDetail, UsersFilter } from '@nofiller/contract/admin/admin'
import type { UserSort, UserState } from '@nofiller/contract/admin/admin-rules'
import type { Received } from '@nofiller/contract/calls'
import type { ContentView } from '@nofiller/contract/catalog/content-choice'
import { type RawBuilder, sql } from 'kysely'
import { openSessions } from '../../accounts/sessions/open-sessions.ts'
import { bouncedAt } from '../../bounces/bounces.ts'
import { activeStrikes } from '../../moderation/strikes/active-strikes.ts'
import { listOrders } from '../../orders/history/list-orders.ts'
import type { Account } from '../../platform/caller.ts'
import { alphabetical } from '../../platform/database/alphabetical.ts'
import type { Database, Queryable } from '../../platform/database/database.ts'
import { containing } from '../../platform/database/like.ts'
import { type ListOrder, type Page, pageSize, paginateSearch } from '../../platform/database/paginate.ts'
import { unlimited } from '../../platform/http/audience.ts'
import { notFound } from '../../platform/http/errors/errors.ts'
import { PROFILE_COLUMNS, toProfile } from '../../profiles/profile.ts'
import { sellRequestsOf } from '../../profiles/sell-request.ts'
import { gamesOf } from '../games.ts'
import { selectContacts, sentBy, toContactEntry } from '../inbox/inbox.ts'

const ORDERS_SHOWN = 10
const MESSAGES_SHOWN = 5

const ORDERS: Record<UserSort, ListOrder> = {
  new: { by: sql`accounts.created_at`, direction: 'desc' },
  old: { by: sql`accounts.created_at`, direction: 'asc' },
  name: { by: alphabetical(sql`accounts.username`), direction: 'asc' },
}

const STATES: Record<UserState, RawBuilder<boolean>> = {
  active: sql`accounts.suspended_at is null and accounts.verified_at is not null`,
  suspended: sql`accounts.suspended_at is not null`,
  asking: sql`accounts.developer_requested_at is not null and accounts.role = 'player'`,
}

const PAGE = 50

/** Users that a filter lets through. @throws HttpError 400 `bad_cursor` */
export const listUsers = (
  db: Database,
  query: Received<'GET /api/users', 'query'>,
): Promise<Page<ListedUser>> =>
  paginateSearch(db, filteredUsers(db, query), { ...query, limit: pageSize(query, PAGE) })

/** Users that a filter lets through, as a list to page. */
export const filteredUsers = (db: Database, { sort, ...filter }: UsersFilter) => ({
  rows: selectUsers(db),
  from: sql`accounts`,
  filter: userFilter(filter),
  key: sql`accounts.id`,
  order: ORDERS[sort],
  toItem: toListedUser,
})

/** Players who ask to sell, those first who have waited longest; by the index `accounts_asking`. */
export async function oldestRequests(
  db: Queryable,
  limit: number,
): Promise<{ user: ListedUser; plans: string | null }[]> {
  const rows = await selectUsers(db)
    .leftJoin('sell_requests as request', (join) =>
      join.onRef('request.account_id', '=', 'accounts.id').on('request.decided_at', 'is', null),
    )
    .select('request.plans')
    .where(STATES.asking)
    .orderBy('developer_requested_at')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ user: toListedUser(row), plans: row.plans }))
}

function userFilter({ q, role, state }: Pick<UsersFilter, 'q' | 'role' | 'state'>): RawBuilder<boolean> {
  const conditions = [
    sql`true`,
    ...(q ? [holds(q)] : []),
    ...(role === undefined ? [] : [sql`accounts.role = ${role}`]),
    ...(state === undefined ? [] : [STATES[state]]),
  ]
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`
}

/** Uses the trigram index `accounts_search` on this expression; text of one or two characters matches beginnings of words only. */
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
export async function findUser(
  db: Database,
  admin: Account,
  userId: string,
  view: ContentView,
): Promise<UserDetail> {
  const account = await selectUsers(db)
    .select([...PROFILE_COLUMNS, 'notify_purchases', 'notify_updates', bouncedAt.as('mail_bounced_at')])
    .select(
      sql<number>`(select count(*) from grants where account_id = accounts.id and file_id is null)`.as(
        'games_owned',
      ),
    )
    .select(({ selectFrom }) =>
      selectFrom('payout_freezes')
        .select('frozen_at')
        .whereRef('developer_id', '=', 'accounts.id')
        .as('payouts_frozen_at'),
    )
    .where('accounts.id', '=', userId)
    .executeTakeFirst()
  if (!account) throw noUser()
  const asUser: Account = { ...admin, id: userId, role: 'player' }
  const [games, orders, sessions, messages, sellRequests, strikes] = await Promise.all([
    gamesOf(db, userId, view),
    listOrders(db, asUser, { limit: ORDERS_SHOWN }, { id: admin.id, ...unlimited(view), publicUrl: null }),
    openSessions(db, { ...admin, id: userId }),
    messagesOf(db, account),
    sellRequestsOf(db, userId),
    activeStrikes(db, userId, new Date()),
  ])
  return {
    user: {
      ...toListedUser(account),
      gamesOwned: account.games_owned,
      notifyPurchases: account.notify_purchases,
      notifyUpdates: account.notify_updates,
      mailBouncedAt: account.mail_bounced_at?.toISOString() ?? null,
      payoutsFrozenAt: account.payouts_frozen_at?.toISOString() ?? null,
      profile: toProfile(account),
    },
    games,
    orders: orders.items,
    orderCount: orders.total,
    messages,
    sessions,
    sellRequests,
    strikes,
  }
}

/** A user's messages to the store, sent logged in or from the same address, newest first. */
export async function messagesOf(
  db: Database,
  { id, email }: { id: string; email: string },
): Promise<ContactEntry[]> {
  const rows = await selectContacts(db)
    .where(sentBy({ accountId: id, email }))
    .orderBy('message.id', 'desc')
    .limit(MESSAGES_SHOWN)
    .execute()
  return rows.map(toContactEntry)
}

export const noUser = () => notFound('Failed to load user details')
