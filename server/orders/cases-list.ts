import { dollarsOf } from '@nofiller/contract/money'
import type { CaseKind } from '@nofiller/contract/payment-case-kinds'
import type { PaymentCase } from '@nofiller/contract/payment-cases'
import { sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'
import { notFound } from '../platform/http/errors.ts'
import { nextStepOf } from './cases.ts'
import { isoMicros } from './shown-order.ts'

export type CasesQuery = { state: 'open' | 'resolved'; after?: number | undefined; limit: number }

/** Payment cases, newest first. `after` is the id of the last one already shown. */
export async function listCases(
  db: Database,
  { state, after, limit }: CasesQuery,
): Promise<{ cases: PaymentCase[]; total: number; next: string | null }> {
  const wanted = selectCases(db).where('found.resolved_at', state === 'open' ? 'is' : 'is not', null)
  const [rows, counted] = await Promise.all([
    wanted
      .$if(after !== undefined, (some) => some.where('found.id', '<', after ?? 0))
      .orderBy('found.id', 'desc')
      .limit(limit + 1)
      .execute(),
    wanted.clearSelect().select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow(),
  ])
  const cases = rows.slice(0, limit).map(toCase)
  return {
    cases,
    total: counted.total,
    next: rows.length > limit ? (cases.at(-1)?._id ?? null) : null,
  }
}

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
