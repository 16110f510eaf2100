import { type RawBuilder, sql } from 'kysely'
import { type Actor, audit } from '../platform/database/audit.ts'
import type { Queryable } from '../platform/database/database.ts'
import { conflict, forbidden, notFound } from '../platform/http/errors/errors.ts'
import type { Store } from '../store.ts'

const HOLDERS_MAX = 3

const ADMINS = sql`accounts where role = 'admin' and suspended_at is null and verified_at is not null`

/** Whether an account runs the safety queue: it was assigned, or it is the first admin and nobody was assigned. */
export const runsSafety = (accountId: RawBuilder<unknown>) =>
  sql<boolean>`(select coalesce(bool_or(safety), false) from ${ADMINS} and id = ${accountId})
    or not exists (select from ${ADMINS} and safety)
      and ${accountId} = (select id from ${ADMINS} order by created_at, id limit 1)`

/** @returns whether an account sees reports of the safety queue */
export async function hasSafety(db: Queryable, accountId: string): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`select ${runsSafety(sql`${accountId}::uuid`)} as has`.execute(
    db,
  )
  return rows[0]?.has ?? false
}

/**
 * Assigns the safety queue to an admin, or removes it. Only its admins can assign it; at most three people have it.
 * @throws HttpError 403 for all others, 404 for no admin, 409 `safety_full` or `last_safety`
 */
export async function setSafety(
  { db }: Store,
  actor: Actor & { id: string },
  userId: string,
  { safety, reason }: { safety: boolean; reason: string },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows: admins } = await sql<{ id: string; username: string; safety: boolean }>`
      select id, username, safety from ${ADMINS} order by id for no key update`.execute(tx)
    const admin = admins.find(({ id }) => id === userId)
    if (!admin) throw notFound('Only admins can run the safety queue.')
    if (!(await hasSafety(tx, actor.id)))
      throw forbidden('Only someone who runs the safety queue can hand it over.', 'safety_only')
    if (admin.safety === safety) return
    const holders = admins.filter((one) => one.safety).length
    if (safety && holders >= HOLDERS_MAX)
      throw conflict('safety_full', 'At most three people run the safety queue.')
    if (!safety && holders === 1)
      throw conflict('last_safety', 'Someone has to run the safety queue: this is the last one.')
    await tx.updateTable('accounts').set({ safety }).where('id', '=', userId).execute()
    await audit(tx, actor, {
      action: 'safety_changed',
      kind: 'user',
      id: userId,
      name: admin.username,
      reason,
      before: { safety: !safety },
      after: { safety },
    })
  })
}
