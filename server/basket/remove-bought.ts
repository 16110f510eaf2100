import type { Tx } from '../platform/database/database.ts'

/** Takes what an order delivered out of its buyer's basket, also what is saved for later. */
export async function removeBought(tx: Tx, order: { id: string; account_id: string }): Promise<void> {
  await tx
    .deleteFrom('basket_items as basket')
    .using('order_items as item')
    .where('item.order_id', '=', order.id)
    .where('basket.account_id', '=', order.account_id)
    .whereRef('basket.game_id', '=', 'item.game_id')
    .where((eb) => eb('basket.file_id', 'is not distinct from', eb.ref('item.file_id')))
    .execute()
}
