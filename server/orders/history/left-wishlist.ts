import type { Database } from '../../platform/database/database.ts'

/** The titles that an order took off its buyer's wishlist, until they have read it (WI1). */
export async function leftWishlist(db: Database, accountId: string, orderId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('bought_wishes')
    .innerJoin('games', 'games.id', 'game_id')
    .select('games.title')
    .where('bought_wishes.account_id', '=', accountId)
    .where('order_id', '=', orderId)
    .orderBy('games.title')
    .execute()
  return rows.map(({ title }) => title)
}

/** Takes back that it is told, and not that the games left the wishlist. */
export async function tellNoMore(db: Database, accountId: string, orderId: string): Promise<void> {
  await db
    .deleteFrom('bought_wishes')
    .where('account_id', '=', accountId)
    .where('order_id', '=', orderId)
    .execute()
}
