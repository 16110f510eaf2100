import type { ORDER_EVENTS } from '@nofiller/contract/orders/order-status'
import type { Tx } from '../platform/database/database.ts'

/** Appends to `order_events`. A payment's `coin`, `amount` and `transaction` are in `detail` under those names. */
export const addEvent = (tx: Tx, orderId: string, kind: (typeof ORDER_EVENTS)[number], detail: object) =>
  tx
    .insertInto('order_events')
    .values({ order_id: orderId, kind, detail: JSON.stringify(detail) })
    .execute()
