import type { SellRequestFields } from '@nofiller/contract/profiles/sell-rules'
import type { SellRequest } from '@nofiller/contract/profiles/selling'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Database, Queryable, Tx } from '../platform/database/database.ts'
import { conflict } from '../platform/http/errors/errors.ts'

/**
 * Keeps what a player asks to sell, for an admin to decide. While a request waits, asking again changes nothing.
 * @throws HttpError 409 `already_developer`
 */
export async function askToSell(
  db: Database,
  accountId: string,
  { who, links, plans }: Omit<SellRequestFields, 'agreed'>,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const asker = await tx // locks the account, which an admin who decides locks as well
      .updateTable('accounts')
      .set({ developer_requested_at: sql<Date>`coalesce(developer_requested_at, now())` })
      .where('id', '=', accountId)
      .where('role', '=', 'player')
      .returning('id')
      .executeTakeFirst()
    if (!asker) throw conflict('already_developer', 'You can already sell.')
    await tx
      .insertInto('sell_requests')
      .values({ id: uuid(), account_id: accountId, who, links, plans })
      .onConflict((waiting) => waiting.column('account_id').where('decided_at', 'is', null).doNothing())
      .execute()
  })
}

type Decision = { decision: 'approved' } | { decision: 'refused'; reason: string }

/** Writes down how the waiting request of an account was decided, if there is one. The account is locked. */
export async function decideSellRequest(tx: Tx, accountId: string, decision: Decision): Promise<void> {
  await tx
    .updateTable('sell_requests')
    .set({ ...decision, decided_at: sql<Date>`now()` })
    .where('account_id', '=', accountId)
    .where('decided_at', 'is', null)
    .execute()
  await tx.updateTable('accounts').set({ developer_requested_at: null }).where('id', '=', accountId).execute()
}

/** Fewer decisions than this make no meaningful median. */
const ANSWERS_MIN = 10

/** How many hours half of the requests of the last 90 days waited at most; null as long as there are too few. */
export async function usualAnswerHours(db: Database): Promise<number | null> {
  const { answers, hours } = await db
    .selectFrom('sell_requests')
    .select((eb) => [
      eb.fn.countAll<number>().as('answers'),
      sql<number>`ceil(extract(epoch from percentile_cont(0.5) within group (order by decided_at - created_at)) / 3600)::float8`.as(
        'hours',
      ),
    ])
    .where('decided_at', '>', sql<Date>`now() - interval '90 days'`)
    .executeTakeFirstOrThrow()
  return answers < ANSWERS_MIN ? null : hours
}

/** An account's requests to sell, newest first. */
export async function sellRequestsOf(db: Queryable, accountId: string): Promise<SellRequest[]> {
  const rows = await db
    .selectFrom('sell_requests')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .execute()
  return rows.map((row) => ({
    _id: row.id,
    who: row.who,
    links: row.links,
    plans: row.plans,
    askedAt: row.created_at.toISOString(),
    decision: row.decision,
    decidedAt: row.decided_at?.toISOString() ?? null,
    reason: row.reason,
  }))
}
