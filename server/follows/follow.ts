import { FOLLOWS_MAX, type FollowKind } from '@nofiller/contract/follows/follow-rules'
import { sql } from 'kysely'
import { pageSeenBy } from '../catalog/visibility.ts'
import type { Queryable } from '../platform/database/database.ts'
import { conflict, notFound } from '../platform/http/errors/errors.ts'
import type { Store } from '../store.ts'

/** A developer or a game. */
type Target = { kind: FollowKind; id: string }

/** Follows a developer, or a game whose page the account may see; again changes nothing (FO1). @throws HttpError 404, 409 `list_full`, `own_page` */
export const follow = ({ db }: Pick<Store, 'db'>, accountId: string, target: Target): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const developerId = await developerOf(tx, accountId, target)
    if (developerId === null) throw notFound()
    if (developerId === accountId) throw conflict('own_page', 'You can’t follow yourself.')
    // Two requests at once could each find the last free place.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`follows ${accountId}`}, 0))`.execute(tx)
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from follows
      where account_id = ${accountId} and ${sql.ref(columnOf(target))} is distinct from ${target.id}`.execute(
      tx,
    )
    if ((rows[0]?.count ?? 0) >= FOLLOWS_MAX)
      throw conflict('list_full', 'You follow 2,000 games and developers already. Unfollow some first.')
    await tx
      .insertInto('follows')
      .values({ account_id: accountId, [columnOf(target)]: target.id })
      .onConflict((known) => known.doNothing())
      .execute()
  })

/** The developer, or that of the game, as the account finds them; null for any other. */
async function developerOf(db: Queryable, accountId: string, { kind, id }: Target): Promise<string | null> {
  const { rows } = await (kind === 'game'
    ? sql<{ id: string }>`select developer_id as id from games
        where id = ${id} and ${pageSeenBy({ id: accountId, role: 'player' })}`
    : sql<{ id: string }>`select id from accounts
        where id = ${id} and role in ('developer', 'admin') and suspended_at is null and deletion_at is null`
  ).execute(db)
  return rows[0]?.id ?? null
}

/** Ends following; of what is not followed it changes nothing. */
export const unfollow = ({ db }: Pick<Store, 'db'>, accountId: string, target: Target) =>
  db
    .deleteFrom('follows')
    .where('account_id', '=', accountId)
    .where(columnOf(target), '=', target.id)
    .execute()

const columnOf = ({ kind }: Pick<Target, 'kind'>) => (kind === 'game' ? 'game_id' : 'developer_id')
