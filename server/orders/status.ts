import type { OrderStatus } from '@nofiller/contract/order-status'
import { sql } from 'kysely'
import { validate as isUuid } from 'uuid'
import { notFound } from '../platform/http/errors.ts'
import type { Store } from '../store.ts'

const DOWNLOAD_SECONDS = 600

/** The state of an order for whoever knows its id, and once it is paid an address of its first file (decisions §5). */
export async function orderStatus(
  { db, storage }: Store,
  orderId: string,
): Promise<{ status: OrderStatus; downloadUrl?: string }> {
  if (!isUuid(orderId)) throw notFound()
  const order = await db
    .selectFrom('orders')
    .select(['id', 'status'])
    .where('id', '=', orderId)
    .executeTakeFirst()
  if (!order) throw notFound()
  if (order.status !== 'PAID') return { status: order.status }
  const file = await firstFile(db, orderId)
  if (!file) return { status: order.status }
  const downloadUrl = await storage.presignGet({
    key: file.storage_key,
    fileName: file.name,
    expiresInSeconds: DOWNLOAD_SECONDS,
  })
  return { status: order.status, downloadUrl }
}

const firstFile = (db: Store['db'], orderId: string) =>
  db
    .selectFrom('order_items as item')
    .innerJoin('orders', 'orders.id', 'item.order_id')
    .innerJoin('accounts as buyer', 'buyer.id', 'orders.account_id')
    .innerJoin('owned_files as owned', (join) =>
      join
        .onRef('owned.account_id', '=', 'orders.account_id')
        .onRef('owned.game_id', '=', 'orders.game_id')
        .on(sql<boolean>`(owned.file_id = item.file_id or item.kind = 'base' and owned.through_base)`),
    )
    .innerJoin('built_files as file', 'file.id', 'owned.file_id')
    .select(['file.name', 'file.storage_key'])
    .where('item.order_id', '=', orderId)
    .where('buyer.suspended_at', 'is', null)
    .orderBy('item.position')
    .orderBy('file.position')
    .limit(1)
    .executeTakeFirst()
