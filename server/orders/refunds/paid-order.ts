import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Queryable, Tx } from '../../platform/database/database.ts'
import type { OrderRow, Tables } from '../../platform/database/tables.ts'
import { conflict, notFound } from '../../platform/http/errors/errors.ts'

export type ItemRow = Selectable<Tables['order_items']>
/** An item with the amount refunded so far, in cents. */
export type RefundedItem = ItemRow & { backCents: number }
export type PaidOrder = OrderRow & { other_games: number; items: ItemRow[] }

/**
 * A paid order with its items, locked in the sequence of a read-back.
 * @throws HttpError 404, 409 `not_paid`
 */
export async function lockPaidOrder(tx: Tx, orderId: string): Promise<PaidOrder> {
  const order = await tx
    .selectFrom('orders')
    .selectAll()
    .select(
      sql<number>`(select count(distinct game_id) - 1 from order_items where order_id = orders.id)::integer`.as(
        'other_games',
      ),
    )
    .where('id', '=', orderId)
    .forUpdate()
    .executeTakeFirst()
  if (!order) throw notFound()
  if (order.status !== 'PAID') throw conflict('not_paid', 'This order is not paid.')
  const items = await tx
    .selectFrom('order_items')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('position')
    .execute()
  return { ...order, items }
}

/** The parties of an order: its buyer, and the developers of its items. */
export async function partiesOf(db: Queryable, orderId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select account_id as id from orders where id = ${orderId}
    union select developer_id from order_items join games on games.id = order_items.game_id
      where order_items.order_id = ${orderId}`.execute(db)
  return rows.map(({ id }) => id)
}

/** The items at some positions, each once. @throws HttpError 404 for a position that the order lacks */
export const itemsAt = ({ items }: PaidOrder, positions: readonly number[]): ItemRow[] =>
  [...new Set(positions)].map((position) => {
    const item = items.find((each) => each.position === position)
    if (!item) throw notFound('This order has no such item.')
    return item
  })
