import type { OrderDetail } from '@nofiller/contract/orders/orders'
import type { Database } from '../../platform/database/database.ts'

/** What an order took off its buyer's wishlist, until they have read it (WI1). */
export const leftWishlist = (
  db: Database,
  accountId: string,
  orderId: string,
): Promise<OrderDetail['leftWishlist']> =>
  db
    .selectFrom('bought_wishes')
    .innerJoin('games', 'games.id', 'game_id')
    .select(['game_id as gameId', 'games.title'])
    .where('bought_wishes.account_id', '=', accountId)
    .where('order_id', '=', orderId)
    .orderBy('games.title')
    .execute()

/** Tells of it no more; the games stay off the wishlist. Without anything to tell it changes nothing. */
export async function tellNoMore(db: Database, accountId: string, orderId: string): Promise<void> {
  await db
    .deleteFrom('bought_wishes')
    .where('account_id', '=', accountId)
    .where('order_id', '=', orderId)
    .execute()
}
