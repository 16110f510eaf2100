import { LEDGER_LINES } from '@nofiller/contract/orders/admin-order-rules'
import type { AdminOrder, ItemShares } from '@nofiller/contract/orders/admin-orders'
import { dollarsOf } from '@nofiller/contract/pricing/money'
import { sql } from 'kysely'
import { isProviderName, PROVIDER_TITLES } from '../../payments/provider.ts'
import type { Database } from '../../platform/database/database.ts'

/** Twice what an order of fifty items has after its sale and three corrections. */
const ENTRIES_SHOWN = 1_000
const INVOICES_SHOWN = 20
const PAYMENTS_SHOWN = 100
const REFUNDS_SHOWN = 100

/** The ledger of an order, item by item: who got what of it, and whether its lines sum to zero. */
export async function ledgerOf(db: Database, orderId: string): Promise<AdminOrder['ledger']> {
  const [entries, sums] = await Promise.all([
    db
      .selectFrom('ledger_entries as entry')
      .leftJoin('order_items as item', (join) =>
        join.onRef('item.order_id', '=', 'entry.order_id').onRef('item.position', '=', 'entry.item_position'),
      )
      .leftJoin('accounts as developer', 'developer.id', 'entry.developer_id')
      .select([
        'entry.created_at',
        'entry.line',
        'entry.amount_cents',
        'item.title',
        sql<string | null>`coalesce(nullif(developer.display_name, ''), developer.username)`.as('developer'),
      ])
      .where('entry.order_id', '=', orderId)
      .where('entry.line', '!=', 'gross')
      .orderBy('entry.booking', 'desc')
      .orderBy('entry.item_position', 'desc')
      .orderBy(sql`array_position(${sql.val(LEDGER_LINES)}::text[], entry.line)`, 'desc')
      .limit(ENTRIES_SHOWN)
      .execute(),
    db
      .selectFrom('ledger_entries')
      .select([
        sql<number>`coalesce(sum(amount_cents), 0)::integer`.as('sum'),
        sql<number>`coalesce(sum(amount_cents) filter (where line = 'gross'), 0)::integer`.as('net'),
      ])
      .where('order_id', '=', orderId)
      .executeTakeFirstOrThrow(),
  ])
  return {
    entries: entries.reverse().map((entry) => ({
      at: entry.created_at.toISOString(),
      // A sale from before shares were booked separately has one line, `developer`.
      line: LEDGER_LINES.find((line) => line === entry.line) ?? 'developer_share',
      item: entry.title,
      developer: entry.developer,
      amount: dollarsOf(0 - entry.amount_cents), // never -0
    })),
    net: dollarsOf(sums.net),
    isBalanced: sums.sum === 0,
  }
}

type SoldItem = { position: number; price_cents: number; refunded_cents: number }

/** The shares that divide a refund of an order's items: those of its sale, with the fee as corrected since. */
export async function sharesOf(
  db: Database,
  orderId: string,
  items: readonly SoldItem[],
): Promise<ItemShares[]> {
  const booked = await db
    .selectFrom('ledger_entries')
    .select([
      'item_position',
      sql<number>`coalesce(-sum(amount_cents) filter (where line = 'provider_fee'), 0)::integer`.as('fee'),
      sql<number>`coalesce(-sum(amount_cents) filter (where line = 'platform_share' and booking = 0), 0)::integer`.as(
        'platform',
      ),
    ])
    .where('order_id', '=', orderId)
    .groupBy('item_position')
    .orderBy('item_position')
    .execute()
  return booked.map(({ item_position, fee, platform }) => {
    const own = items.filter(({ position }) => item_position === null || position === item_position)
    const price = own.reduce((sum, item) => sum + item.price_cents, 0)
    return {
      positions: own.map(({ position }) => position),
      price: dollarsOf(price),
      refunded: dollarsOf(own.reduce((sum, item) => sum + item.refunded_cents, 0)),
      fee: dollarsOf(fee),
      platform: dollarsOf(platform),
      developer: dollarsOf(price - fee - platform),
    }
  })
}

/** The invoices of an order, each with its payments. */
export async function invoicesOf(
  db: Database,
  orderId: string,
  priceCents: number,
): Promise<AdminOrder['invoices']> {
  const [invoices, payments] = await Promise.all([
    db
      .selectFrom('invoices')
      .leftJoin('payment_references as named', (join) =>
        join
          .onRef('named.order_id', '=', 'invoices.order_id')
          .onRef('named.provider', '=', 'invoices.provider')
          .onRef('named.created_at', '<=', 'invoices.created_at'),
      )
      .selectAll('invoices')
      .select('named.reference')
      .where('invoices.order_id', '=', orderId)
      .orderBy('invoices.created_at', 'desc')
      .limit(INVOICES_SHOWN)
      .execute(),
    db
      .selectFrom('provider_payments')
      .selectAll()
      .where('order_id', '=', orderId)
      .where('amount_cents', '>', 0)
      .orderBy('first_seen_at')
      .limit(PAYMENTS_SHOWN)
      .execute(),
  ])
  // A payment from before its invoice was recorded is shown with the newest.
  const [newest] = invoices
  return invoices.map((invoice) => ({
    _id: invoice.provider_invoice_id,
    reference: invoice.reference ?? orderId, // what earlier invoices are called
    provider: isProviderName(invoice.provider) ? PROVIDER_TITLES[invoice.provider] : invoice.provider,
    url: invoice.url,
    amount: dollarsOf(invoice.amount_cents ?? priceCents),
    openedAt: invoice.created_at.toISOString(),
    expiresAt: invoice.expires_at.toISOString(),
    stage: invoice.stage,
    payments: payments
      .filter((payment) =>
        payment.provider_invoice_id === null
          ? invoice === newest
          : payment.provider === invoice.provider &&
            payment.provider_invoice_id === invoice.provider_invoice_id,
      )
      .map((payment) => ({
        coin: payment.coin,
        amount: dollarsOf(payment.amount_cents),
        confirmed: payment.confirmed,
        transactionId: payment.transaction_id,
        firstSeenAt: payment.first_seen_at.toISOString(),
      })),
  }))
}

/** The refunds of an order, oldest first. */
export async function refundsOf(db: Database, orderId: string): Promise<AdminOrder['refunds']> {
  const rows = await db
    .selectFrom('refunds as refund')
    .leftJoin('accounts as admin', 'admin.id', 'refund.admin_id')
    .select([
      'refund.created_at',
      'refund.amount_cents',
      'refund.transaction_id',
      'refund.reason',
      'admin.username',
      sql<{ position: number; cents: number }[]>`(
        select json_agg(json_build_object('position', position, 'cents', amount_cents) order by position)
        from refund_items where refund_id = refund.id)`.as('items'),
    ])
    .where('refund.order_id', '=', orderId)
    .orderBy('refund.id')
    .limit(REFUNDS_SHOWN)
    .execute()
  return rows.map((row) => ({
    at: row.created_at.toISOString(),
    amount: dollarsOf(row.amount_cents),
    transactionId: row.transaction_id,
    reason: row.reason,
    by: row.username,
    items: row.items.map(({ position, cents }) => ({ position, amount: dollarsOf(cents) })),
  }))
}
