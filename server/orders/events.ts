import type { ORDER_EVENTS } from '@nofiller/contract/orders/order-status'
import type { Queryable, Tx } from '../platform/database/database.ts'

/** A payment's `detail` has `paymentId`, `coin`, `amountCents` and `transactionId`. */
export type OrderEvent = { kind: (typeof ORDER_EVENTS)[number]; detail: object }

/** Appends to `order_events`. */
export const addEvent = (tx: Tx, orderId: string, kind: OrderEvent['kind'], detail: object) =>
  eventsInsert(tx, orderId, [{ kind, detail }]).execute()

/** The statement that appends several, at least one, in this order. */
export const eventsInsert = (tx: Queryable, orderId: string, events: readonly OrderEvent[]) =>
  tx
    .insertInto('order_events')
    .values(events.map(({ kind, detail }) => ({ order_id: orderId, kind, detail: JSON.stringify(detail) })))
