import { dollarsOf } from '@nofiller/contract/money'
import type { CaseKind, CaseSort, CaseState } from '@nofiller/contract/payment-case-kinds'
import type { CasesFilter, PaymentCase } from '@nofiller/contract/payment-cases'
import { type RawBuilder, sql } from 'kysely'
import { type Columns, csvOf } from '../platform/csv.ts'
import type { Database } from '../platform/database/database.ts'
import { findRows } from '../platform/database/found.ts'
import { beyond, type ListOrder, sortValue } from '../platform/database/keyset.ts'
import { containing } from '../platform/database/like.ts'
import { cursorOf, type Listed, readCursor, refuseBadCursor } from '../platform/http/cursor.ts'
import { notFound } from '../platform/http/errors.ts'
import { nextStepOf } from './cases.ts'
import { isoMicros } from './shown-order.ts'

const STATES: Record<CaseState, RawBuilder<boolean>> = {
  open: sql`found.resolved_at is null`,
  resolved: sql`found.resolved_at is not null`,
  all: sql`true`,
}

const ORDERS: Record<CaseSort, ListOrder> = {
  new: { by: sql`found.id`, direction: 'desc' }, // ids grow with time
  old: { by: sql`found.id`, direction: 'asc' },
  amount: { by: sql`found.amount_cents`, direction: 'desc' },
}

export type CasesQuery = CasesFilter & { after?: string | undefined; limit: number }

/**
 * Payment cases, as far as a filter lets them through. `after` is the `next` of the page before.
 * @throws HttpError 400 `bad_cursor`
 */
export async function listCases(
  db: Database,
  query: CasesQuery,
): Promise<{ cases: PaymentCase[]; total: number; next: string | null }> {
  const { limit } = query
  const { total, where } = await findRows(db, {
    from: sql`payment_cases as found join orders on orders.id = found.order_id`,
    key: sql`found.id`,
    type: 'bigint',
    wanted: wantedCases(query),
  })
  const rows = await caseRows(db, { ...query, limit: limit + 1 }, where)
  const cases = rows.slice(0, limit)
  return {
    cases,
    total,
    next: rows.length > limit ? (cases.at(-1)?.cursor ?? null) : null,
  }
}

/** One page of the cases behind `listCases`. */
async function caseRows(
  db: Database,
  { sort, after, limit, ...filter }: CasesQuery,
  where = wantedCases(filter),
): Promise<Listed<PaymentCase>[]> {
  const order = ORDERS[sort]
  const cursor = after === undefined ? null : readCursor(after)
  const rows = await selectCases(db)
    .select(sortValue(order))
    .where(where)
    .where(beyond(order, sql`found.id`, cursor))
    .orderBy(order.by, order.direction)
    .orderBy('found.id', order.direction)
    .limit(limit)
    .execute()
    .catch(refuseBadCursor)
  return rows.map((row) => ({ ...toCase(row), cursor: cursorOf(row) }))
}

function wantedCases({ q, kind, state }: Pick<CasesFilter, 'q' | 'kind' | 'state'>): RawBuilder<boolean> {
  const text = sql`concat_ws(' ', orders.game_title, orders.email, orders.id, array_to_string(found.transaction_ids, ' '), found.note)`
  const conditions = [
    STATES[state],
    kind === undefined ? sql`true` : sql`found.kind = ${kind}`,
    q ? sql`${text} ilike ${containing(q)}` : sql`true`,
  ]
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`
}

const COLUMNS: Columns<Listed<PaymentCase>> = {
  Opened: (found) => found.openedAt,
  Case: (found) => found.kind,
  Amount: (found) => found.amount,
  Coin: (found) => found.coin,
  'Transaction IDs': (found) => found.transactionIds.join(' '),
  Game: (found) => found.gameTitle,
  Email: (found) => found.email,
  'Order ID': (found) => found.orderId,
  'Order status': (found) => found.orderStatus,
  Resolved: (found) => found.resolvedAt,
  'Resolved by': (found) => found.resolvedBy,
  Note: (found) => found.note,
}

/** All payment cases that a filter lets through as CSV. */
export const casesCsv = (db: Database, filter: CasesFilter): AsyncGenerator<string> =>
  csvOf(COLUMNS, (last, limit) => caseRows(db, { ...filter, after: last?.cursor, limit }))

/** @throws HttpError 404 */
export async function findCase(db: Database, orderId: string, kind: CaseKind): Promise<PaymentCase> {
  const row = await selectCases(db)
    .where('found.order_id', '=', orderId)
    .where('found.kind', '=', kind)
    .executeTakeFirst()
  if (!row) throw notFound()
  return toCase(row)
}

const selectCases = (db: Database) =>
  db
    .selectFrom('payment_cases as found')
    .innerJoin('orders', 'orders.id', 'found.order_id')
    .innerJoin('games', 'games.id', 'orders.game_id')
    .leftJoin('accounts as admin', 'admin.id', 'found.resolved_by')
    .select([
      'found.id',
      'found.order_id',
      'found.kind',
      'found.amount_cents',
      'found.coin',
      'found.transaction_ids',
      'found.note',
      'orders.game_title',
      'orders.email',
      'orders.status',
      'games.is_illegal',
      'admin.username as resolved_by',
      isoMicros(sql`found.created_at`).as('opened'),
      isoMicros<string | null>(sql`found.resolved_at`).as('resolved'),
    ])

type Row = Awaited<ReturnType<ReturnType<typeof selectCases>['execute']>>[number]

const toCase = (row: Row): PaymentCase => ({
  _id: String(row.id),
  orderId: row.order_id,
  kind: row.kind,
  amount: dollarsOf(row.amount_cents),
  coin: row.coin,
  transactionIds: row.transaction_ids,
  nextStep: nextStepOf({ kind: row.kind, amountCents: row.amount_cents, isIllegal: row.is_illegal }),
  gameTitle: row.game_title,
  email: row.email,
  orderStatus: row.status,
  openedAt: row.opened,
  resolvedAt: row.resolved,
  resolvedBy: row.resolved_by,
  note: row.note,
})
