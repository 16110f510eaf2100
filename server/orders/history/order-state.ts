import { DOWNLOAD_SECONDS } from '@nofiller/contract/library/download-lifetimes'
import type { OrderStatus } from '@nofiller/contract/orders/order-status'
import { validate as isUuid } from 'uuid'
import { notFound } from '../../platform/http/errors/errors.ts'
import type { Store } from '../../store.ts'
import { orderFiles } from './order-download.ts'

/** The status of an order for anybody who knows its id and, once paid, a link to its first file (requirements 6.16). */
export async function orderStatus(
  { preparedDb: db, storage }: Store,
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
  const file = await orderFiles(db, orderId).executeTakeFirst()
  if (!file) return { status: order.status }
  const downloadUrl = await storage.presignGet({
    key: file.storage_key,
    fileName: file.name,
    holder: { accountId: file.account_id, fileId: file.id },
    expiresInSeconds: DOWNLOAD_SECONDS,
  })
  return { status: order.status, downloadUrl }
}
