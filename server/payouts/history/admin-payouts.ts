import type { ToDo } from '@nofiller/contract/admin/todo'
import { GROUP_STATES } from '@nofiller/contract/payouts/payout-rules'
import type { AdminPayout, AdminPayoutFilter } from '@nofiller/contract/payouts/payouts'
import { dollarsOf, showPrice } from '@nofiller/contract/pricing/money'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Database, Queryable } from '../../platform/database/database.ts'
import { containing } from '../../platform/database/like.ts'
import type { OwnCase } from '../../platform/database/own-case.ts'
import { type Page, type Position, paginate } from '../../platform/database/paginate.ts'
import type { PayoutRow } from '../../platform/database/tables.ts'
import type { Store } from '../../store.ts'
import { needsSecond } from '../approval/approve.ts'
import { isOpenToEvidence } from '../approval/evidence.ts'
import { toPayout } from './payouts-list.ts'

export type AdminFilter = z.infer<typeof AdminPayoutFilter>

/** Payouts by the action they need, as the admin `viewerId` sees them. @throws HttpError 400 `bad_cursor` */
export const listAdminPayouts = (
  store: Store,
  viewerId: string,
  { after, limit, ...filter }: AdminFilter & Position,
): Promise<Page<AdminPayout>> => paginate(store.db, adminPayouts(store, viewerId, filter), { after, limit })

/** The same, as a list to paginate or export. Finished payouts come newest first, waiting ones oldest first. */
export const adminPayouts = (store: Store, viewerId: string, { group, q }: AdminFilter) => ({
  rows: selectPayouts(store.db),
  from: sql`payouts join accounts as developer on developer.id = payouts.developer_id`,
  filter: sql<boolean>`(${inGroup(group)} and ${matching(q)})`,
  key: sql`payouts.id`,
  order:
    group === 'done'
      ? { by: sql`payouts.ended_at`, direction: 'desc' as const }
      : { by: sql`payouts.drafted_at`, direction: 'asc' as const },
  toItem: (row: Row) => toAdminPayout(store, viewerId, row),
})

/** A manual payout waits to be paid while it is being sent; once an admin has given evidence, it waits for a second admin. */
export function inGroup(group: AdminFilter['group']) {
  const states = sql`payouts.state = any (${sql.val(GROUP_STATES[group])}::text[])`
  const byHand = sql`(payouts.state = 'SENDING' and payouts.provider = 'manual')`
  const isSpokenFor = sql`exists (select from payout_evidence as said where said.payout_id = payouts.id)`
  if (group === 'to_pay') return sql<boolean>`(${byHand} and not ${isSpokenFor})`
  if (group === 'person') return sql<boolean>`(${states} or (${byHand} and ${isSpokenFor}))`
  return group === 'running' ? sql<boolean>`(${states} and not ${byHand})` : sql<boolean>`${states}`
}

/** Payouts that need an admin, by the partial index `payouts_for_persons`. */
export const isWaiting = sql<boolean>`
  (payouts.state in ('DRAFT', 'BLOCKED', 'UNKNOWN') or (payouts.state = 'SENDING' and payouts.provider = 'manual'))`

/** The payouts that are ready for approval, as one sum. */
export async function draftPayouts(db: Queryable): Promise<ToDo['draftPayouts']> {
  const { count, cents, since } = await db
    .selectFrom('payouts')
    .where('state', '=', 'DRAFT')
    .select([
      sql<number>`count(*)::int`.as('count'),
      sql<number>`coalesce(sum(amount_cents), 0)::int`.as('cents'),
      sql<Date | null>`min(drafted_at)`.as('since'),
    ])
    .executeTakeFirstOrThrow()
  return since && { count, amount: dollarsOf(cents), since: since.toISOString() }
}

/** The oldest payouts that need an admin for a reason other than approval. */
export async function oldestWaiting(store: Store, viewerId: string, limit: number): Promise<AdminPayout[]> {
  const rows = await selectPayouts(store.db)
    .where(isWaiting)
    .where('payouts.state', '!=', 'DRAFT')
    .orderBy('payouts.drafted_at')
    .limit(limit)
    .execute()
  return rows.map((row) => toAdminPayout(store, viewerId, row))
}

/** The admin's own payouts that need another admin, and a freeze of their payouts. */
export async function ownPayouts(db: Database, adminId: string): Promise<OwnCase[]> {
  const payouts = await db
    .selectFrom('payouts')
    .select(['id', 'number', 'amount_cents', 'drafted_at', 'state', 'provider'])
    .where('developer_id', '=', adminId)
    .where(isWaiting)
    .execute()
  const freeze = await db
    .selectFrom('payout_freezes')
    .select('frozen_at')
    .where('developer_id', '=', adminId)
    .executeTakeFirst()
  const waiting = payouts.map((payout) => ({
    since: payout.drafted_at.toISOString(),
    what: `payout ${payout.number} of ${showPrice(dollarsOf(payout.amount_cents))}`,
    ...(isOpenToEvidence(payout)
      ? { call: `POST /api/admin/payouts/${payout.id}/evidence` }
      : { call: 'POST /api/admin/payouts/approve', body: { ids: [payout.id] } }),
  }))
  if (!freeze) return waiting
  const call = `POST /api/admin/users/${adminId}/unfreeze-payouts`
  return [...waiting, { since: freeze.frozen_at.toISOString(), what: 'payouts are frozen', call }]
}

const matching = (q: string | undefined) =>
  q
    ? sql`(developer.username || ' ' || coalesce(developer.display_name, '') || ' ' || payouts.number || ' ' ||
        coalesce(payouts.transaction_id, '')) ilike ${containing(q)}`
    : sql`true`

const selectPayouts = (db: Database) =>
  db
    .selectFrom('payouts')
    .innerJoin('accounts as developer', 'developer.id', 'payouts.developer_id')
    .leftJoin('accounts as first', 'first.id', 'payouts.first_approved_by')
    .leftJoin('developer_balances as balance', 'balance.developer_id', 'payouts.developer_id')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('payout_evidence as said')
          .innerJoin('accounts as admin', 'admin.id', 'said.admin_id')
          .select([
            'said.outcome as said_outcome',
            'said.transaction_id as said_transaction',
            'said.note as said_note',
            'said.admin_id as said_by_id',
            'admin.username as said_by',
            'said.created_at as said_at',
          ])
          .whereRef('said.payout_id', '=', 'payouts.id')
          .orderBy('said.id', 'desc')
          .limit(1)
          .as('evidence'),
      (join) => join.onTrue(),
    )
    .selectAll('payouts')
    .select([
      'developer.username',
      'developer.display_name',
      'first.username as first_by',
      'balance.paid_cents',
      'evidence.said_outcome',
      'evidence.said_transaction',
      'evidence.said_note',
      'evidence.said_by_id',
      'evidence.said_by',
      'evidence.said_at',
    ])

type Row = Awaited<ReturnType<ReturnType<typeof selectPayouts>['execute']>>[number]

const toAdminPayout = (store: Store, viewerId: string, row: Row): AdminPayout => ({
  ...toPayout(row as PayoutRow),
  developer: { _id: row.developer_id, username: row.username, name: row.display_name || row.username },
  isOwn: row.developer_id === viewerId,
  provider: row.provider,
  blockReason: row.block_reason,
  isFirst: (row.paid_cents ?? 0) === 0,
  needsSecond: needsSecond(store, row),
  firstApproval:
    row.first_approved_at && row.first_by
      ? { by: row.first_by, at: row.first_approved_at.toISOString() }
      : null,
  addressUsableAt: row.address_usable_at.toISOString(),
  providerStatus: row.provider_status,
  asked: row.asked,
  evidence:
    row.said_outcome && row.said_at
      ? {
          outcome: row.said_outcome,
          transactionId: row.said_transaction,
          note: row.said_note ?? '',
          by: row.said_by ?? '',
          isOwn: row.said_by_id === viewerId,
          at: row.said_at.toISOString(),
        }
      : null,
})
