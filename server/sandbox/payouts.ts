import type { SandboxOutcome } from '@nofiller/contract/sandbox/payout-outcomes'
import type { SandboxPayout } from '@nofiller/contract/sandbox/sandbox-payouts'
import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { type Actor, audit } from '../platform/database/audit.ts'
import type { Database, Queryable } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import { conflict, notFound } from '../platform/http/errors/errors.ts'

/** How long a released payout is on its way. */
const SENDING_SECONDS = 3

type Row = Selectable<Tables['sandbox_payouts']>

/** Makes a payout that waits for its release. The same twice makes two, as at real providers. */
export async function addPayout(
  db: Database,
  { externalId, ...payout }: Pick<SandboxPayout, 'externalId' | 'coin' | 'address' | 'amount'>,
): Promise<SandboxPayout> {
  const row = await db
    .insertInto('sandbox_payouts')
    .values({
      id: uuid(),
      external_id: externalId,
      fate: sql`(select payout_fate from sandbox_settings)`,
      ...payout,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return toPayout(row)
}

/** The payouts with an id of the store, the newest first. */
export async function payoutsOf(db: Database, externalId: string): Promise<SandboxPayout[]> {
  const rows = await db
    .selectFrom('sandbox_payouts')
    .select('id')
    .where('external_id', '=', externalId)
    .orderBy('created_at', 'desc')
    .limit(100)
    .execute()
  return Promise.all(rows.map(({ id }) => payoutNow(db, id)))
}

/** A payout's current state: its outcome applies a few seconds after its release. @throws HttpError 404 */
export async function payoutNow(db: Database, id: string): Promise<SandboxPayout> {
  await sql`
    update sandbox_payouts set
      status = case fate when 'pay' then 'paid' when 'fail' then 'failed' else 'unclear' end,
      transaction_id = case fate when 'pay' then 'sandbox-' || id end
    where id = ${id} and status = 'sending' and fate <> 'stick'
      and released_at < now() - ${SENDING_SECONDS} * interval '1 second'`.execute(db)
  const row = await db.selectFrom('sandbox_payouts').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound()
  return toPayout(row)
}

/** Sends a payout, or gives it up; each only while it waits. @throws HttpError 404, 409 `payout_state` */
export async function movePayout(
  db: Database,
  id: string,
  status: 'sending' | 'cancelled',
): Promise<SandboxPayout> {
  const row = await db
    .updateTable('sandbox_payouts')
    .set({ status, ...(status === 'sending' && { released_at: sql<Date>`now()` }) })
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .returningAll()
    .executeTakeFirst()
  if (row) return toPayout(row)
  await payoutNow(db, id)
  throw conflict('payout_state', 'This payout is no longer waiting.')
}

/** Sets the outcome of a payout; a stuck one continues with it. */
export const setOutcome = (db: Database, id: string, fate: SandboxOutcome) =>
  db.updateTable('sandbox_payouts').set({ fate }).where('id', '=', id).execute()

/** The outcome of future payouts. */
export async function nextOutcome(db: Queryable): Promise<SandboxOutcome> {
  const row = await db.selectFrom('sandbox_settings').select('payout_fate').executeTakeFirstOrThrow()
  return row.payout_fate
}

export async function chooseNextOutcome(db: Database, actor: Actor, fate: SandboxOutcome): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const before = { fate: await nextOutcome(tx) }
    await tx.updateTable('sandbox_settings').set({ payout_fate: fate }).execute()
    await audit(tx, actor, {
      action: 'sandbox_fate_chosen',
      kind: 'store',
      id: null,
      name: 'Sandbox',
      reason: null,
      before,
      after: { fate },
    })
  })
}

const toPayout = (row: Row): SandboxPayout => ({
  id: row.id,
  externalId: row.external_id,
  coin: row.coin,
  address: row.address,
  amount: row.amount,
  status: row.status,
  transactionId: row.transaction_id,
})
