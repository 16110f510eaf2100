import type { ORDER_EVENTS } from '@nofiller/contract/orders/order-status'
import type { Tx } from '../platform/database/database.ts'

type OrderEvent = { kind: (typeof ORDER_EVENTS)[number]; detail: object }

/** Appends to `order_events`. A payment's `coin`, `amount` and `transaction` are in `detail` under those names. */
export const addEvent = (tx: Tx, orderId: string, kind: OrderEvent['kind'], detail: object) =>
  addEvents(tx, orderId, [{ kind, detail }])

/** The same of several; at least one. */
export const addEvents = (tx: Tx, orderId: string, events: readonly OrderEvent[]) =>
  tx
    .insertInto('order_events')
    .values(events.map(({ kind, detail }) => ({ order_id: orderId, kind, detail: JSON.stringify(detail) })))
    .execute()
