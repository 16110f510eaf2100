import { randomBytes } from 'node:crypto'
import type { RememberedDevice } from '@nofiller/contract/accounts/second-factor'
import { RETENTION } from '@nofiller/contract/personal-data/retention-rules'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Account } from '../../platform/caller.ts'
import type { Database, Queryable, Tx } from '../../platform/database/database.ts'
import { notFound } from '../../platform/http/errors/errors.ts'
import { sha256 } from '../../platform/signatures.ts'
import { recordEvent } from '../security-events/note-event.ts'
import { browserName } from '../sessions/browser-name.ts'

/** Remembers a device, which then skips the second factor for a time. @returns the token for its cookie */
export async function rememberDevice(tx: Tx, accountId: string, userAgent: string): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await tx
    .insertInto('remembered_devices')
    .values({
      id: uuid(),
      account_id: accountId,
      token_hash: sha256(token),
      user_agent: userAgent.slice(0, 300),
      ends_at: sql<Date>`now() + ${RETENTION.rememberedDevices.after}::interval`,
    })
    .execute()
  await recordEvent(tx, { accountId, kind: 'device_remembered' }, { userAgent })
  return token
}

/** Whether a browser's token replaces the second factor of an account. Never for an admin. */
export async function isRemembered(
  tx: Tx,
  { id, role }: Pick<Account, 'id' | 'role'>,
  token: string | null,
): Promise<boolean> {
  if (token === null || role === 'admin') return false
  const device = await tx
    .selectFrom('remembered_devices')
    .select('id')
    .where('token_hash', '=', sha256(token))
    .where('account_id', '=', id)
    .where('ends_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return device !== undefined
}

/** An account's remembered devices, the newest first. */
export async function rememberedDevices(db: Database, { id }: Account): Promise<RememberedDevice[]> {
  const rows = await db
    .selectFrom('remembered_devices')
    .select(['id', 'user_agent', 'created_at', 'ends_at'])
    .where('account_id', '=', id)
    .where('ends_at', '>', sql<Date>`now()`)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map((row) => ({
    _id: row.id,
    browser: browserName(row.user_agent),
    createdAt: row.created_at.toISOString(),
    endsAt: row.ends_at.toISOString(),
  }))
}

/** @throws HttpError 404 for another account's */
export async function forgetDevice(db: Database, account: Account, deviceId: string): Promise<void> {
  const forgotten = await db
    .deleteFrom('remembered_devices')
    .where('id', '=', deviceId)
    .where('account_id', '=', account.id)
    .returning('id')
    .executeTakeFirst()
  if (!forgotten) throw notFound('This device is not remembered any more.')
}

export const purgeDevices = (tx: Queryable, accountId: string) =>
  tx.deleteFrom('remembered_devices').where('account_id', '=', accountId).execute()

export async function purgeRememberedDevices(db: Database): Promise<void> {
  await sql`delete from remembered_devices where ends_at < now()`.execute(db)
}
