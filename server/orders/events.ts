import type { ORDER_EVENTS } from '@nofiller/contract/order-status'
import type { Tx } from '../platform/database/database.ts'

/** Writes down what happened to an order; a payment's coin, amount and transaction stand in `detail` under those names. */
export const addEvent = (tx: Tx, orderId: string, kind: (typeof ORDER_EVENTS)[number], detail: object) =>
  tx
    .insertInto('order_events')
    .values({ order_id: orderId, kind, detail: JSON.stringify(detail) })
    .execute()
