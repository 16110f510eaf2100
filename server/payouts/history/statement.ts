import type { Statement, StatementLine } from '@nofiller/contract/payouts/payouts'
import { dollarsOf } from '@nofiller/contract/pricing/money'
import { sql } from 'kysely'
import { validate as isUuid } from 'uuid'
import type { Account } from '../../platform/caller.ts'
import type { Database } from '../../platform/database/database.ts'
import { type Page, type Position, paginate } from '../../platform/database/paginate.ts'
import type { PayoutRow } from '../../platform/database/tables.ts'
import { notFound } from '../../platform/http/errors/errors.ts'
import { toPayout } from './payouts-list.ts'

/** One of the caller's payouts, or any for an admin. @throws HttpError 404 */
export async function ownPayout(db: Database, { id: caller, role }: Account, id: string): Promise<PayoutRow> {
  const payout = isUuid(id)
    ? await db.selectFrom('payouts').selectAll().where('id', '=', id).executeTakeFirst()
    : undefined
  if (!payout || (payout.developer_id !== caller && role !== 'admin')) throw notFound()
  return payout
}

/** A statement with the sums of its lines, which add up to the payout's amount. */
export async function statementOf(db: Database, payout: PayoutRow): Promise<Statement> {
  const developer = await db
    .selectFrom('accounts')
    .select(['id', 'username', 'display_name'])
    .where('id', '=', payout.developer_id)
    .executeTakeFirstOrThrow()
  const { rows } = await sql<Totals>`
    select min(line.at) as first, max(line.at) as last,
      count(*) filter (where kind = 'sale')::integer as sales,
      count(*) filter (where kind = 'refund')::integer as refunds,
      count(*) filter (where kind not in ('sale', 'refund'))::integer as others,
      coalesce(sum(gross), 0)::bigint as gross, coalesce(sum(fee), 0)::bigint as fee,
      coalesce(sum(platform), 0)::bigint as platform, coalesce(sum(amount), 0)::bigint as amount
    from statement_lines as line where ${spanOf(payout)}`.execute(db)
  const totals = rows[0] ?? NO_LINES
  return {
    ...toPayout(payout),
    developer: {
      _id: developer.id,
      username: developer.username,
      name: developer.display_name || developer.username,
    },
    from: (totals.first ?? payout.drafted_at).toISOString(),
    to: (totals.last ?? payout.drafted_at).toISOString(),
    totals: {
      sales: totals.sales,
      refunds: totals.refunds,
      others: totals.others,
      paid: dollarsOf(totals.gross),
      fee: dollarsOf(totals.fee),
      platform: dollarsOf(totals.platform),
      amount: dollarsOf(totals.amount),
    },
    rate: payout.rate,
    networkFee: payout.network_fee,
  }
}

type Totals = {
  first: Date | null
  last: Date | null
  sales: number
  refunds: number
  others: number
  gross: number
  fee: number
  platform: number
  amount: number
}
const NO_LINES: Totals = {
  first: null,
  last: null,
  sales: 0,
  refunds: 0,
  others: 0,
  gross: 0,
  fee: 0,
  platform: 0,
  amount: 0,
}

/** The lines of a statement, the oldest first. @throws HttpError 400 `bad_cursor` */
export const listLines = (
  db: Database,
  payout: PayoutRow,
  position: Position,
): Promise<Page<StatementLine>> => paginate(db, statementLines(db, payout), position)

/** The same, as a list to paginate or export. */
export const statementLines = (db: Database, payout: PayoutRow) => ({
  rows: db.selectFrom(sql<LineRow>`statement_lines`.as('line')).selectAll(),
  from: sql`statement_lines as line`,
  filter: spanOf(payout),
  key: sql`line.id`,
  order: { by: sql`line.id`, direction: 'asc' as const },
  toItem: toLine,
})

/** By the index `balance_transfers_available`: all transfers between the previous payout and this one. */
const spanOf = ({ developer_id, previous_transfer_id, transfer_id }: PayoutRow) => sql<boolean>`
  (line.developer_id = ${developer_id}::uuid and line.id > ${previous_transfer_id} and line.id < ${transfer_id})`

type LineRow = {
  id: number
  at: Date
  kind: StatementLine['kind']
  title: string | null
  order_number: string | null
  payout_number: string | null
  gross: number
  fee: number
  platform: number
  amount: number
}

const toLine = (row: LineRow): StatementLine => ({
  _id: String(row.id),
  at: row.at.toISOString(),
  kind: row.kind,
  title: row.title ?? `Statement ${row.payout_number}`,
  orderNumber: row.order_number,
  paid: dollarsOf(row.gross),
  fee: dollarsOf(row.fee),
  platform: dollarsOf(row.platform),
  amount: dollarsOf(row.amount),
})
