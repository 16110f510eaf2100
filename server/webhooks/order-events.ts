import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '../platform/database/database.ts'
import { wants } from './queue-event.ts'

/** The statement that writes, for each developer of an order, what was paid for their games. */
export const paidEventsInsert = (orderId: string): RawBuilder<unknown> =>
  insertParts(
    'order.paid',
    orderId,
    sql`select game_id, price_cents as cents from order_items where order_id = ${orderId}`,
  )

/** Writes, for each developer, what a refund gave back of their games. */
export async function queueRefundEvents(tx: Queryable, orderId: string, refundId: string): Promise<void> {
  await insertParts(
    'order.refunded',
    orderId,
    sql`select item.game_id, part.amount_cents as cents
      from refund_items as part join order_items as item using (order_id, position)
      where part.refund_id = ${refundId}`,
  ).execute(tx)
}

/** A developer reads of their own games alone: the rest of a basket tells of the buyer. */
const insertParts = (
  type: 'order.paid' | 'order.refunded',
  orderId: string,
  parts: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
  insert into webhook_events (account_id, type, data)
  select by_game.developer_id, ${type}, json_build_object(
    'order', (select number from orders where id = ${orderId}),
    'games', json_agg(json_build_object(
      'gameId', by_game.id, 'game', by_game.title, 'amountCents', by_game.cents) order by by_game.id),
    'amountCents', sum(by_game.cents))
  from (
    select games.developer_id, games.id, games.title, sum(part.cents) as cents
    from (${parts}) as part join games on games.id = part.game_id
    group by games.id
  ) as by_game
  where ${wants(sql`by_game.developer_id`, type)}
  group by by_game.developer_id`
