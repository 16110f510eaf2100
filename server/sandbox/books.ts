import { randomBytes } from 'node:crypto'
import { dollarsOf } from '@nofiller/contract/money'
import type { SandboxCoin, SandboxEvent, SandboxInvoice } from '@nofiller/contract/sandbox'
import { sql } from 'kysely'
import type { Database, Queryable } from '../platform/database/database.ts'
import type { SandboxInvoiceRow } from '../platform/database/tables.ts'
import { conflict, notFound } from '../platform/http/errors.ts'
import { coinAddress, coinAmount } from './coins.ts'

export type SandboxInvoiceInput = {
  orderId: string
  amountCents: number
  currency: string
  description: string
  successUrl: string
  cancelUrl: string
  expiresInSeconds: number
}

const DEFAULT_COIN: SandboxCoin = 'SOL'
const UNDERPAID_SHARE = 0.6
const OVERPAID_SHARE = 1.25
export const FEE_SHARE = 0.005

/** Writes a new invoice into the provider's own books. */
export async function addInvoice(db: Database, input: SandboxInvoiceInput): Promise<SandboxInvoice> {
  const row = await db
    .insertInto('sandbox_invoices')
    .values({
      id: `inv_${randomBytes(12).toString('hex')}`,
      order_id: input.orderId,
      description: input.description,
      amount_cents: input.amountCents,
      currency: input.currency,
      success_url: input.successUrl,
      cancel_url: input.cancelUrl,
      expires_at: sql`now() + make_interval(secs => ${input.expiresInSeconds})`,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return toInvoice(row)
}

/** @throws HttpError 404 */
export async function findInvoice(db: Queryable, id: string): Promise<SandboxInvoice> {
  const row = await selectInvoices(db).where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('There is no such invoice.')
  return toInvoice(row)
}

export async function invoicesOf(db: Queryable, orderId: string): Promise<SandboxInvoice[]> {
  const rows = await selectInvoices(db).where('order_id', '=', orderId).orderBy('created_at').execute()
  return rows.map(toInvoice)
}

/**
 * Lets something happen to an invoice and answers it with the number of the message that tells of it. Money may come
 * after the end, as on a real network; a paid invoice changes no more.
 * @throws HttpError 404, 409 `invoice_ended`
 */
export async function play(
  db: Database,
  id: string,
  event: SandboxEvent,
  coin: SandboxCoin | undefined,
): Promise<{ invoice: SandboxInvoice; message: number }> {
  return db.transaction().execute(async (tx) => {
    const row = await selectInvoices(tx).where('id', '=', id).forUpdate().executeTakeFirst()
    if (!row) throw notFound('There is no such invoice.')
    const change = changeBy(event, row)
    if (!change) throw conflict('invoice_ended', 'This invoice has ended.')
    const changed = await tx
      .updateTable('sandbox_invoices')
      .set({ ...change, coin: coinAfter(change, coin ?? row.coin), messages: row.messages + 1 })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    return { invoice: toInvoice(changed), message: changed.messages }
  })
}

type Change = Pick<SandboxInvoiceRow, 'status' | 'received_cents' | 'confirmed_cents'>

/** An invoice without payments has no coin. */
const coinAfter = ({ status, received_cents }: Change, chosen: SandboxCoin | null): SandboxCoin | null =>
  chosen ?? (status === 'waiting' || received_cents > 0 ? DEFAULT_COIN : null)

/** What was only seen goes away with an end; what is confirmed stays, unless a cancellation gives it back. */
function changeBy(
  event: SandboxEvent,
  { status, amount_cents, received_cents, confirmed_cents }: SandboxInvoiceRow,
): Change | null {
  if (status === 'paid') return null
  const isOpen = status === 'new' || status === 'waiting'
  const confirmed = (end: Change['status'], cents: number): Change => ({
    status: end,
    received_cents: cents,
    confirmed_cents: cents,
  })
  switch (event) {
    case 'choose':
      return isOpen ? { status: 'waiting', received_cents, confirmed_cents } : null
    case 'detect':
      return { status: 'seen', received_cents: amount_cents, confirmed_cents }
    case 'pay':
      return confirmed('paid', amount_cents)
    case 'underpay':
      return confirmed('partial', Math.floor(amount_cents * UNDERPAID_SHARE))
    case 'overpay':
      return confirmed('paid', Math.ceil(amount_cents * OVERPAID_SHARE))
    case 'expire':
      return confirmed('expired', confirmed_cents)
    case 'fail':
      return confirmed('failed', confirmed_cents)
    case 'cancel':
      return confirmed('cancelled', 0)
  }
}

/** An unpaid invoice counts as expired once its time is over. */
const selectInvoices = (db: Queryable) =>
  db
    .selectFrom('sandbox_invoices')
    .selectAll()
    .select(
      sql<
        SandboxInvoiceRow['status']
      >`case when status in ('new', 'waiting') and expires_at <= now() then 'expired' else status end`.as(
        'status',
      ),
    )

const toInvoice = (row: SandboxInvoiceRow): SandboxInvoice => ({
  id: row.id,
  orderId: row.order_id,
  description: row.description,
  amount: dollarsOf(row.amount_cents),
  currency: row.currency,
  status: row.status,
  coin: row.coin,
  coinAmount: row.coin && coinAmount(row.coin, row.amount_cents),
  address: row.coin && coinAddress(row.coin, row.id),
  received: dollarsOf(row.received_cents),
  confirmed: dollarsOf(row.confirmed_cents),
  fee: dollarsOf(Math.round(row.confirmed_cents * FEE_SHARE)),
  createdAt: row.created_at.toISOString(),
  expiresAt: row.expires_at.toISOString(),
  successUrl: row.success_url,
  cancelUrl: row.cancel_url,
})
