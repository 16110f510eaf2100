import type { Tx } from '../platform/database/database.ts'

/** The statement that takes what an order delivered out of its buyer's basket, also what is saved for later. */
export const boughtDelete = (tx: Tx, order: { id: string; account_id: string }) =>
  tx
    .deleteFrom('basket_items as basket')
    .using('order_items as item')
    .where('item.order_id', '=', order.id)
    .where('basket.account_id', '=', order.account_id)
    .whereRef('basket.game_id', '=', 'item.game_id')
    .where((eb) => eb('basket.file_id', 'is not distinct from', eb.ref('item.file_id')))
