import { randomBytes } from 'node:crypto'
import { centsOf, dollarsOf } from '@nofiller/contract/pricing/money'
import type {
  SandboxCoin,
  SandboxEvent,
  SandboxInvoice,
  SandboxOffer,
} from '@nofiller/contract/sandbox/sandbox'
import { sql } from 'kysely'
import { SANDBOX_COIN_IDS } from '../payments/sandbox-provider.ts'
import { walletLink } from '../payments/wallet-link.ts'
import type { Database, Queryable } from '../platform/database/database.ts'
import type { SandboxInvoiceRow } from '../platform/database/tables.ts'
import { badRequest, conflict, notFound } from '../platform/http/errors/errors.ts'
import { coinAddress, coinAmount, confirmationsNeeded, isTooSmall, offersFor } from './coins.ts'
import { changeBy, isPayable } from './events.ts'

export type SandboxInvoiceInput = {
  orderId: string
  amountCents: number
  currency: string
  description: string
  successUrl: string
  cancelUrl: string
  expiresInSeconds: number
}

/** For this long an amount in coins holds. */
const HOLDS_MS = 20 * 60_000
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
 * The coins for an invoice at current rates: none once it has ended.
 * @throws HttpError 404
 */
export async function listOffers(db: Queryable, id: string): Promise<SandboxOffer[]> {
  const { status, missing } = await findInvoice(db, id)
  return isPayable(status) ? offersFor(centsOf(missing) ?? 0, new Date()) : []
}

/**
 * Has an address made for a coin, or its amount renewed, at the rate of now.
 * @throws HttpError 400 `amount_too_small`, 404, 409 `invoice_ended`
 */
export async function chooseCoin(db: Database, id: string, coin: SandboxCoin) {
  const { missing } = await findInvoice(db, id)
  if (isTooSmall(coin, centsOf(missing) ?? 0))
    throw badRequest('amount_too_small', `This is less than can be sent in ${coin}.`)
  return play(db, id, 'choose', coin)
}

/**
 * Applies an event to an invoice and returns it with the number of the event's message. Money may come
 * after the end, as on a real network; a paid invoice no longer changes. The number is also the optimistic lock: of two concurrent
 * events the second reads again.
 * @throws HttpError 404, 409 `invoice_ended`
 */
export async function play(
  db: Database,
  id: string,
  event: SandboxEvent,
  coin: SandboxCoin | undefined,
): Promise<{ invoice: SandboxInvoice; message: number }> {
  for (;;) {
    const row = await selectInvoices(db).where('id', '=', id).executeTakeFirst()
    if (!row) throw notFound('There is no such invoice.')
    const change = changeBy(event, row, coin)
    if (!change) throw refusalOf(event, row)
    const changed = await db
      .updateTable('sandbox_invoices')
      .set({
        ...change,
        messages: row.messages + 1,
        ...(event === 'choose' && { chosen_at: sql<Date>`now()` }),
      })
      .where('id', '=', id)
      .where('messages', '=', row.messages)
      .returningAll()
      .executeTakeFirst()
    if (changed) return { invoice: toInvoice(changed), message: changed.messages }
  }
}

const refusalOf = (event: SandboxEvent, { status }: SandboxInvoiceRow) =>
  event === 'confirm' && status !== 'paid'
    ? conflict('no_payment_detected', 'There is no payment to confirm.')
    : conflict('invoice_ended', 'This invoice has ended.')

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

function toInvoice(row: SandboxInvoiceRow): SandboxInvoice {
  const missingCents = Math.max(0, row.amount_cents - row.confirmed_cents)
  return {
    id: row.id,
    orderId: row.order_id,
    description: row.description,
    amount: dollarsOf(row.amount_cents),
    currency: row.currency,
    status: row.status,
    coin: row.coin,
    ...transferOf(row, missingCents > 0 ? missingCents : row.amount_cents),
    validUntil: row.chosen_at && new Date(row.chosen_at.getTime() + HOLDS_MS).toISOString(),
    received: dollarsOf(row.received_cents),
    confirmed: dollarsOf(row.confirmed_cents),
    missing: dollarsOf(missingCents),
    confirmations: confirmationsOf(row),
    fee: dollarsOf(Math.round(row.confirmed_cents * FEE_SHARE)),
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    successUrl: row.success_url,
    cancelUrl: row.cancel_url,
  }
}

/** The rate at the time of the choice, or, for a payment without one, at the start. */
function transferOf({ id, coin, chosen_at, created_at }: SandboxInvoiceRow, cents: number) {
  if (!coin) return { coinAmount: null, address: null, walletUri: null }
  const address = coinAddress(coin, id)
  const amount = coinAmount(coin, cents, chosen_at ?? created_at)
  return { coinAmount: amount, address, walletUri: walletLink(SANDBOX_COIN_IDS[coin], address, amount) }
}

function confirmationsOf({ coin, status, received_cents, confirmations }: SandboxInvoiceRow) {
  if (!coin || received_cents === 0) return null
  const needed = confirmationsNeeded(coin)
  return { count: status === 'seen' ? confirmations : needed, needed }
}
