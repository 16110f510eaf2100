import { dollarsOf } from '@nofiller/contract/money'
import type { CaseKind, CaseSort, CaseState } from '@nofiller/contract/payment-case-kinds'
import type { CasesFilter, PaymentCase } from '@nofiller/contract/payment-cases'
import { type RawBuilder, sql } from 'kysely'
import { type Columns, csvOf } from '../platform/csv.ts'
import type { Database } from '../platform/database/database.ts'
import { findRows } from '../platform/database/found.ts'
import { beyond, type ListOrder } from '../platform/database/keyset.ts'
import { containing } from '../platform/database/like.ts'
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

export type CasesQuery = CasesFilter & { after?: number | undefined; limit: number }

/** Payment cases, as far as a filter lets them through. `after` is the id of the last one already shown. */
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
    next: rows.length > limit ? (cases.at(-1)?._id ?? null) : null,
  }
}

async function caseRows(
  db: Database,
  { sort, after, limit, ...filter }: CasesQuery,
  where = wantedCases(filter),
): Promise<PaymentCase[]> {
  const order = ORDERS[sort]
  const from = { table: sql`payment_cases as found`, key: sql`found.id`, last: String(after) }
  const rows = await selectCases(db)
    .where(where)
    .$if(after !== undefined, (rest) => rest.where(beyond(order, from)))
    .orderBy(order.by, order.direction)
    .orderBy('found.id', order.direction)
    .limit(limit)
    .execute()
  return rows.map(toCase)
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

const COLUMNS: Columns<PaymentCase> = {
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
  csvOf(COLUMNS, (last, limit) => caseRows(db, { ...filter, after: last && Number(last._id), limit }))

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
  nextStep: nextStepOf(row.kind, row.amount_cents),
  gameTitle: row.game_title,
  email: row.email,
  orderStatus: row.status,
  openedAt: row.opened,
  resolvedAt: row.resolved,
  resolvedBy: row.resolved_by,
  note: row.note,
})
