import { sql } from 'kysely'
import { requestedBundles } from '../../basket/bundle-offers.ts'
import { findGoods } from '../../basket/goods.ts'
import type { Queryable } from '../../platform/database/database.ts'
import type { OrderRow } from '../../platform/database/tables.ts'
import { reclaimCode, type UsableCode } from '../../sales/discount-codes.ts'
import { inTimeCents, usesCode } from '../../sales/price-lock.ts'

/** For an order whose goods now cost more; in cents. */
export type RisenPrice = {
  todayCents: number
  /** The money detected while the order's price was locked. */
  inTimeCents: number
}

/** What remains of an order's locked prices: whether prices rose since, and whether paying it now uses its code. */
export type LockedPrice = { risen: RisenPrice | null; usesCode: boolean }

type PricedOrder = Pick<
  OrderRow,
  | 'id'
  | 'account_id'
  | 'status'
  | 'price_cents'
  | 'price_unlocked_at'
  | 'code_released_at'
  | 'discount_code_id'
>

/** Infinity: once an order has a case, support settles it, even if the price changes. */
const OUT_OF_REACH_CENTS = 2_147_483_647

/**
 * An order does not reserve old prices (requirements 6.12): once its lock has ended, or a newer order took over its code, the
 * current prices apply. In a transaction its discount code stays locked until the end.
 */
export async function lockedPrice(db: Queryable, order: PricedOrder): Promise<LockedPrice> {
  const hasCode = order.discount_code_id !== null && order.code_released_at === null
  const isLocked = order.price_unlocked_at === null && order.code_released_at === null
  if (isLocked || order.status === 'PAID') return { risen: null, usesCode: hasCode }
  const held = await whatIsHeld(db, order.id)
  const code = await codeToday(db, order)
  const todayCents = held.hasCase ? OUT_OF_REACH_CENTS : await priceToday(db, order, code)
  return {
    risen:
      todayCents > order.price_cents
        ? { todayCents, inTimeCents: order.code_released_at === null ? held.inTimeCents : 0 }
        : null,
    usesCode: held.usesCode || code !== null,
  }
}

/** For a closed order whose goods now cost more. */
export const risenPrice = async (db: Queryable, order: PricedOrder): Promise<RisenPrice | null> =>
  (await lockedPrice(db, order)).risen

async function whatIsHeld(db: Queryable, orderId: string) {
  return db
    .selectFrom('orders')
    .select([
      usesCode.as('usesCode'),
      inTimeCents.as('inTimeCents'),
      sql<boolean>`exists (select from payment_cases where order_id = orders.id and kind = 'old_price')`.as(
        'hasCase',
      ),
    ])
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
}

async function codeToday(db: Queryable, order: PricedOrder): Promise<UsableCode | null> {
  if (order.discount_code_id === null) return null
  return reclaimCode(db, { id: order.id, accountId: order.account_id, codeId: order.discount_code_id })
}

/** The current price of an order's goods, with its code if it is usable; goods no longer for sale keep their old price. */
async function priceToday(
  db: Queryable,
  order: Pick<OrderRow, 'id' | 'account_id'>,
  code: UsableCode | null,
): Promise<number> {
  const items = await db.selectFrom('order_items').selectAll().where('order_id', '=', order.id).execute()
  const bundleIds = [...new Set(items.flatMap(({ bundle_id }) => bundle_id ?? []))]
  const goods = items.map(({ game_id, file_id, is_own_price, price_cents }) => ({
    gameId: game_id,
    fileId: file_id,
    ownCents: is_own_price ? price_cents : null,
  }))
  const bundles = await requestedBundles(db, order.account_id, goods, bundleIds)
  const offered = await findGoods(db, null, goods, { code, bundles })
  return offered.reduce(
    (sum, { offer }, at) =>
      sum + (offer.kind === 'for-sale' ? offer.priceCents : (items[at]?.price_cents ?? 0)),
    0,
  )
}
