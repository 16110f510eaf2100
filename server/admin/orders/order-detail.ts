import type { ContentView } from '@nofiller/contract/catalog/content-choice'
import type { ItemState } from '@nofiller/contract/orders/admin-order-rules'
import type { AdminOrder, AdminOrderItem } from '@nofiller/contract/orders/admin-orders'
import type { OrderDetail } from '@nofiller/contract/orders/orders'
import { dollarsOf } from '@nofiller/contract/pricing/money'
import { sql } from 'kysely'
import { casesOfOrder } from '../../orders/cases/list-cases.ts'
import { orderCalled } from '../../orders/checkout/payment-reference.ts'
import { findOrder } from '../../orders/history/find-order.ts'
import { listOrders } from '../../orders/history/list-orders.ts'
import type { Account } from '../../platform/caller.ts'
import type { Database } from '../../platform/database/database.ts'
import { unlimited } from '../../platform/http/audience.ts'
import { notFound } from '../../platform/http/errors/errors.ts'
import type { Store } from '../../store.ts'
import { findListedUser, messagesOf } from '../users/users.ts'
import { mailsOf } from './order-emails.ts'
import { invoicesOf, ledgerOf, refundsOf, sharesOf } from './order-money.ts'
import { notesOf } from './order-notes.ts'

const OTHER_ORDERS_SHOWN = 5
const DOWNLOADS_SHOWN = 20

/** Everything about an order that support needs, by its id or by what a provider calls it. @throws HttpError 404 */
export async function findAdminOrder(
  store: Store,
  admin: Account,
  idOrReference: string,
  view: ContentView,
): Promise<AdminOrder> {
  const { db } = store
  const orderId = (await orderCalled(db, idOrReference)) ?? idOrReference
  const order = await findOrder(store, admin, orderId, unlimited(view))
  if (!order?.buyer) throw notFound('There is no such order.')
  const [items, buyer, orders] = await Promise.all([
    itemsOf(db, orderId),
    findListedUser(db, order.buyer._id),
    listOrders(
      db,
      { ...admin, id: order.buyer._id, role: 'player' },
      { limit: OTHER_ORDERS_SHOWN + 1 },
      { id: admin.id, ...unlimited(view), publicUrl: null },
    ),
  ])
  const [invoices, ledger, shares, refunds, emails, notes, cases, downloads, messages] = await Promise.all([
    invoicesOf(db, orderId, Math.round(order.price * 100)),
    ledgerOf(db, orderId),
    sharesOf(db, orderId, items),
    refundsOf(db, orderId),
    mailsOf(db, orderId),
    notesOf(db, orderId),
    casesOfOrder(db, orderId),
    downloadsOf(db, orderId),
    messagesOf(db, { id: buyer._id, email: buyer.email }),
  ])
  return {
    order,
    items: items.map((item) => toItem(item, order)),
    invoices,
    ledger,
    shares,
    refunds,
    emails,
    notes,
    cases,
    downloads,
    buyer,
    otherOrders: orders.items.filter((other) => other.orderId !== orderId).slice(0, OTHER_ORDERS_SHOWN),
    otherOrderCount: orders.total - 1,
    messages,
    linksOutlast: store.config.s3 !== null,
  }
}

/** Items with the grant by which the buyer owns them now. */
const itemsOf = (db: Database, orderId: string) =>
  db
    .selectFrom('order_items as item')
    .innerJoin('orders', 'orders.id', 'item.order_id')
    .leftJoin('grants', (join) =>
      join
        .onRef('grants.account_id', '=', 'orders.account_id')
        .onRef('grants.game_id', '=', 'item.game_id')
        .on('grants.file_id', 'is not distinct from', sql`item.file_id`),
    )
    .leftJoin('orders as owner', 'owner.id', 'grants.order_id')
    .select([
      'item.position',
      'item.price_cents',
      'item.refunded_cents',
      'item.revoked_at',
      'orders.status',
      'grants.id as grant_id',
      'owner.id as owner_id',
      'owner.number as owner_number',
    ])
    .where('item.order_id', '=', orderId)
    .orderBy('item.position')
    .execute()

type ItemRow = Awaited<ReturnType<typeof itemsOf>>[number]

function toItem(row: ItemRow, order: OrderDetail): AdminOrderItem {
  const item = order.items[row.position]
  if (!item) throw new Error(`order ${order.orderId} has no item ${row.position}`)
  const { downloadUrl: _, ...shown } = item
  return {
    ...shown,
    position: row.position,
    state: stateOf(row),
    left: dollarsOf(row.price_cents - row.refunded_cents),
    revokedAt: row.revoked_at?.toISOString() ?? null,
    ownedBy:
      row.grant_id === null
        ? null
        : {
            order:
              row.owner_id === null || row.owner_number === null
                ? null
                : { orderId: row.owner_id, number: row.owner_number },
          },
  }
}

function stateOf({ status, revoked_at, refunded_cents, price_cents }: ItemRow): ItemState {
  if (status !== 'PAID') return 'unpaid'
  if (refunded_cents === price_cents) return 'refunded'
  return revoked_at === null ? 'owned' : 'revoked'
}

/** The buyer's downloads of the order's games since it was paid; by the index `downloads_of_game`. */
async function downloadsOf(db: Database, orderId: string): Promise<AdminOrder['downloads']> {
  const rows = await db
    .selectFrom('orders')
    .innerJoin('downloads', 'downloads.account_id', 'orders.account_id')
    .innerJoin('built_files as file', 'file.id', 'downloads.file_id')
    .select(['downloads.created_at', 'file.name'])
    .where('orders.id', '=', orderId)
    .whereRef('downloads.created_at', '>=', 'orders.paid_at')
    .where('downloads.game_id', 'in', (eb) =>
      eb.selectFrom('order_items').select('game_id').where('order_id', '=', orderId),
    )
    .orderBy('downloads.created_at', 'desc')
    .limit(DOWNLOADS_SHOWN)
    .execute()
  return rows.reverse().map((row) => ({ at: row.created_at.toISOString(), file: row.name }))
}
