import {
  ANSWER_DAYS,
  type CaseKind,
  type CaseSort,
  type CaseState,
} from '@nofiller/contract/orders/payment-case-kinds'
import type { CasesFilter, PaymentCase } from '@nofiller/contract/orders/payment-cases'
import { dollarsOf } from '@nofiller/contract/pricing/money'
import { type RawBuilder, sql } from 'kysely'
import { type Columns, csvOf } from '../../platform/csv.ts'
import type { Database, Queryable } from '../../platform/database/database.ts'
import { containing } from '../../platform/database/like.ts'
import type { OwnCase } from '../../platform/database/own-case.ts'
import { type ListOrder, type Page, type Position, paginateSearch } from '../../platform/database/paginate.ts'
import { notFound } from '../../platform/http/errors/errors.ts'
import { isoMicros } from '../history/shown-order.ts'
import { isOwed, nextStepOf } from './next-step.ts'

/** What an open case still owes after earlier refunds. */
const shownCents = sql<number>`(payment_case.amount_cents
  - case when payment_case.resolved_at is null then payment_case.refunded_cents else 0 end)`

const WITH_BUYER = sql`coalesce(payment_case.asked_at > now() - make_interval(days => ${sql.lit(ANSWER_DAYS)}), false)`

/** The `payment_case` conditions of each list. A case that waits for the buyer counts as open again after its deadline. */
export const CASE_CONDITIONS: Record<CaseState, RawBuilder<boolean>> = {
  open: sql`payment_case.resolved_at is null and not ${WITH_BUYER}`,
  with_buyer: sql`payment_case.resolved_at is null and ${WITH_BUYER}`,
  resolved: sql`payment_case.resolved_at is not null`,
  all: sql`true`,
}

const ORDERS: Record<CaseSort, ListOrder> = {
  new: { by: sql`payment_case.id`, direction: 'desc' }, // ids grow with time
  old: { by: sql`payment_case.id`, direction: 'asc' },
  amount: { by: shownCents, direction: 'desc' },
}

/** Payment cases that match a filter. @throws HttpError 400 `bad_cursor` */
export const listCases = (db: Database, query: CasesFilter & Position): Promise<Page<PaymentCase>> =>
  paginateSearch(db, filteredCases(db, query), query)

const filteredCases = (db: Database, { sort, ...filter }: CasesFilter) => ({
  rows: selectCases(db),
  from: sql`payment_cases as payment_case join orders on orders.id = payment_case.order_id`,
  filter: caseFilter(filter),
  key: sql`payment_case.id`,
  order: ORDERS[sort],
  toItem: toCase,
})

function caseFilter({ q, kind, state }: Pick<CasesFilter, 'q' | 'kind' | 'state'>): RawBuilder<boolean> {
  const text = sql`concat_ws(' ', orders.titles, orders.number, orders.email, orders.id, array_to_string(payment_case.transaction_ids, ' '), payment_case.note)`
  const conditions = [
    CASE_CONDITIONS[state],
    kind === undefined ? sql`true` : sql`payment_case.kind = ${kind}`,
    q ? sql`${text} ilike ${containing(q)}` : sql`true`,
  ]
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`
}

const COLUMNS: Columns<PaymentCase> = {
  Opened: (row) => row.openedAt,
  Case: (row) => row.kind,
  Amount: (row) => row.amount,
  Coin: (row) => row.coin,
  'Transaction IDs': (row) => row.transactionIds.join(' '),
  Game: (row) => row.gameTitle,
  Email: (row) => row.email,
  'Order ID': (row) => row.orderId,
  'Order number': (row) => row.orderNumber,
  'Order status': (row) => row.orderStatus,
  Asked: (row) => row.askedAt,
  Resolved: (row) => row.resolvedAt,
  'Resolved by': (row) => row.resolvedBy,
  Note: (row) => row.note,
}

/** All payment cases that match a filter, as CSV. */
export const casesCsv = (db: Database, filter: CasesFilter): AsyncGenerator<string> =>
  csvOf(COLUMNS, filteredCases(db, filter))

/** @throws HttpError 404 */
export async function findCase(db: Queryable, orderId: string, kind: CaseKind): Promise<PaymentCase> {
  const row = await selectCases(db)
    .where('payment_case.order_id', '=', orderId)
    .where('payment_case.kind', '=', kind)
    .executeTakeFirst()
  if (!row) throw notFound()
  return toCase(row)
}

/** The cases of one order, open ones first; an order has at most one case of each kind. */
export async function casesOfOrder(db: Database, orderId: string): Promise<PaymentCase[]> {
  const rows = await selectCases(db)
    .where('payment_case.order_id', '=', orderId)
    .orderBy(sql`payment_case.resolved_at is not null`)
    .orderBy('payment_case.id')
    .execute()
  return rows.map(toCase)
}

/** Open cases of orders that the admin placed, or of goods that the admin sells. */
export async function ownPaymentCases(db: Database, adminId: string): Promise<OwnCase[]> {
  const rows = await selectCases(db)
    .where(CASE_CONDITIONS.open)
    .where(
      sql<boolean>`(orders.account_id = ${adminId} or exists (select from order_items as item
        join games on games.id = item.game_id where item.order_id = orders.id and games.developer_id = ${adminId}))`,
    )
    .execute()
  return rows.map(toCase).map(({ openedAt, gameTitle, orderId, kind, nextStep, isOwed, amount }) => ({
    since: openedAt,
    what: `payment case of ${gameTitle}: ${nextStep}`,
    call: `POST /api/admin/payment-cases/${orderId}/${kind}/${isOwed ? 'refund' : 'resolve'}`,
    ...(isOwed && { body: { amount } }),
  }))
}

const selectCases = (db: Queryable) =>
  db
    .selectFrom('payment_cases as payment_case')
    .innerJoin('orders', 'orders.id', 'payment_case.order_id')
    .leftJoin('accounts as admin', 'admin.id', 'payment_case.resolved_by')
    .select([
      'payment_case.id',
      'payment_case.order_id',
      'payment_case.kind',
      shownCents.as('amount_cents'),
      'payment_case.coin',
      'payment_case.transaction_ids',
      'payment_case.note',
      'orders.titles',
      'orders.number',
      'orders.email',
      'orders.status',
      sql<boolean>`exists (select from order_items as item join games on games.id = item.game_id
        where item.order_id = orders.id and games.is_illegal)`.as('is_illegal'),
      sql<boolean>`orders.next_check_at is not null`.as('is_live'),
      'admin.username as resolved_by',
      isoMicros(sql`payment_case.created_at`).as('opened'),
      isoMicros<string | null>(sql`payment_case.asked_at`).as('asked'),
      isoMicros<string | null>(sql`payment_case.resolved_at`).as('resolved'),
    ])

type Row = Awaited<ReturnType<ReturnType<typeof selectCases>['execute']>>[number]

function toCase(row: Row): PaymentCase {
  const known = {
    kind: row.kind,
    amountCents: row.amount_cents,
    isIllegal: row.is_illegal,
    isLive: row.is_live,
  }
  return {
    _id: String(row.id),
    orderId: row.order_id,
    kind: row.kind,
    amount: dollarsOf(row.amount_cents),
    coin: row.coin,
    transactionIds: row.transaction_ids,
    nextStep: nextStepOf(known),
    isOwed: isOwed(known),
    gameTitle: row.titles,
    orderNumber: row.number,
    email: row.email,
    orderStatus: row.status,
    openedAt: row.opened,
    askedAt: row.asked,
    resolvedAt: row.resolved,
    resolvedBy: row.resolved_by,
    note: row.note,
  }
}
