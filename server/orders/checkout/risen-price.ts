import { sql } from 'kysely'
import { requestedBundles } from '../../basket/bundle-offers.ts'
import { findGoods } from '../../basket/goods.ts'
import type { Queryable } from '../../platform/database/database.ts'
import type { OrderRow } from '../../platform/database/tables.ts'
import { reclaimCode, type UsableCode } from '../../sales/discount-codes.ts'
import { inTimeCents, usesCode } from '../../sales/price-lock.ts'

/** For an order whose goods cost more today; in cents. */
export type RisenPrice = {
  todayCents: number
  /** The money that was seen while the order's price was locked. */
  inTimeCents: number
}

/** What is left of an order's locked prices: whether they rose since, and whether paying it now uses its code. */
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

/** An infinite price: once an order has a case, support settles it, whatever the price does next. */
const OUT_OF_REACH_CENTS = 2_147_483_647

/**
 * An order is no option on old prices (requirements 6.12): once its lock has ended, or a newer order took over its code, it is
 * priced anew by what holds at this moment. In a transaction the code that it uses stays locked until the end.
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

/** For a closed order whose goods cost more today. */
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

/** What an order's goods cost at this moment, with its code if it can be used; what is not for sale costs what it did. */
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
