import {
  BASKET_MAX,
  BASKET_TEXT,
  type BasketGood,
  goodId,
  type LeftOut,
  type SavedGood,
  type ShownGood,
  settleGood,
} from '@nofiller/contract/basket/basket-rules'
import { dollarsOf } from '@nofiller/contract/pricing/money'
import { type RawBuilder, sql } from 'kysely'
import { notAvailable } from '../catalog/coming-releases.ts'
import { notForSale } from '../catalog/visibility.ts'
import type { Database, Tx } from '../platform/database/database.ts'
import { badRequest, conflict, notFound } from '../platform/http/errors/errors.ts'
import { type SavedItem, savedItems, toSavedItem } from './basket.ts'
import { findGoods, type Good, nameOf, type Offer } from './goods.ts'

/**
 * Adds goods at today's prices. One that is there already is no longer saved for later, and its price counts as accepted
 * (requirements 6.22).
 * @throws HttpError 404 for goods not for sale, 400 `game_is_free`, 409 `own_game` `already_owned` `not_available` `not_for_sale` `basket_full`
 */
export const addToBasket = (db: Database, accountId: string, goods: readonly BasketGood[]): Promise<void> =>
  changeBasket(db, accountId, async (tx) => {
    const now = Date.now()
    const items = (await findGoods(tx, accountId, distinct(goods))).map(({ gameId, fileId, offer }, nth) => {
      const addedAt = new Date(now + nth) // goods that come together stay in their order
      return { gameId, fileId, priceCents: priceToAdd(offer), isLater: false, addedAt }
    })
    await tx
      .insertInto('basket_items')
      .values(items.map((item) => rowOf(accountId, item)))
      .onConflict((there) =>
        there
          .columns(['account_id', 'game_id', 'file_id'])
          .doUpdateSet((eb) => ({ price_cents: eb.ref('excluded.price_cents'), is_later: false })),
      )
      .execute()
    if ((await savedItems(tx, accountId)).length > BASKET_MAX) throw conflict('basket_full', BASKET_TEXT.full)
  })

/** Cents. @throws HttpError as `addToBasket` */
function priceToAdd(offer: Offer): number {
  switch (offer.kind) {
    case 'for-sale':
      return offer.priceCents
    case 'owned':
      throw conflict('already_owned', BASKET_TEXT.owned)
    case 'own':
      throw conflict('own_game', BASKET_TEXT.own)
    case 'free':
      throw badRequest('game_is_free', BASKET_TEXT.free)
    case 'not-available':
      throw notAvailable(offer.from)
    case 'paused':
      throw notForSale()
    case 'withdrawn':
      throw notFound(BASKET_TEXT.gone)
  }
}

/**
 * Adds goods from a visitor's browser, or just removed ones, with their own prices and times: the oldest first until the
 * basket is full. Existing goods stay as they are.
 * @returns the omitted goods, and why
 */
export async function mergeIntoBasket(
  db: Database,
  accountId: string,
  saved: readonly SavedGood[],
): Promise<LeftOut[]> {
  const leftOut: LeftOut[] = []
  await changeBasket(db, accountId, async (tx) => {
    const there = new Set((await savedItems(tx, accountId)).map(goodId))
    const incoming = distinct(saved.map(toSavedItem))
      .filter((item) => !there.has(goodId(item)))
      .sort((a, b) => a.addedAt.getTime() - b.addedAt.getTime())
    const goods = await findGoods(tx, accountId, incoming)
    const added: SavedItem[] = []
    for (const [at, good] of goods.entries()) {
      const item = incoming[at]
      const reason = reasonToLeaveOut(good, there.size + added.length)
      if (reason) leftOut.push({ name: nameOf(good), reason })
      else if (item) added.push(item)
    }
    if (added.length === 0) return
    await tx
      .insertInto('basket_items')
      .values(added.map((item) => rowOf(accountId, item)))
      .execute()
  })
  return leftOut
}

function reasonToLeaveOut({ offer }: Good, count: number): LeftOut['reason'] | null {
  if (offer.kind === 'owned' || offer.kind === 'own') return offer.kind
  if (offer.kind === 'withdrawn') return 'gone'
  return count >= BASKET_MAX ? 'full' : null
}

/** Accepts the shown prices and drops goods shown as not for sale; those that changed since stay, and those that are coming or paused. */
export const settleBasket = (db: Database, accountId: string, shown: readonly ShownGood[]): Promise<void> =>
  changeBasket(db, accountId, async (tx) => {
    const shownPrices = new Map(shown.map(({ _id, price }) => [_id, price]))
    const saved = (await savedItems(tx, accountId)).filter((item) => shownPrices.has(goodId(item)))
    const goods = await findGoods(tx, accountId, saved)
    const settled = goods
      .filter(({ offer }) => offer.kind !== 'not-available' && offer.kind !== 'paused')
      .map((good) => {
        const id = goodId(good)
        const price = good.offer.kind === 'for-sale' ? dollarsOf(good.offer.priceCents) : null
        return { id, price, done: settleGood(price, shownPrices.get(id) ?? null) }
      })
    await remove(
      tx,
      accountId,
      settled.filter(({ done }) => done === 'drop').map(({ id }) => id),
    )
    await accept(
      tx,
      accountId,
      settled.filter(({ done }) => done === 'accept'),
    )
  })

/** @throws HttpError 404 for goods not in the basket */
export const setSavedForLater = (
  db: Database,
  accountId: string,
  id: string,
  isLater: boolean,
): Promise<void> =>
  changeBasket(db, accountId, async (tx) => {
    const changed = await tx
      .updateTable('basket_items')
      .set({ is_later: isLater })
      .where('account_id', '=', accountId)
      .where(isItem(id))
      .executeTakeFirst()
    if (changed.numUpdatedRows === 0n) throw notFound('This is not in your basket.')
  })

/** Twice is once. */
export const removeFromBasket = (db: Database, accountId: string, id: string): Promise<void> =>
  changeBasket(db, accountId, (tx) => remove(tx, accountId, [id]))

/** Changes of one basket happen one after the other, so that two tabs never bring it over its limit. */
const changeBasket = (db: Database, accountId: string, change: (tx: Tx) => Promise<void>): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await tx.selectFrom('accounts').select('id').where('id', '=', accountId).forNoKeyUpdate().execute()
    await change(tx)
  })

const isItem = (id: string): RawBuilder<boolean> => sql<boolean>`coalesce(file_id, game_id) = ${id}`

async function remove(tx: Tx, accountId: string, ids: readonly string[]): Promise<void> {
  await tx
    .deleteFrom('basket_items')
    .where('account_id', '=', accountId)
    .where(sql<boolean>`coalesce(file_id, game_id) = any(${sql.val(ids)}::uuid[])`)
    .execute()
}

async function accept(tx: Tx, accountId: string, items: readonly { id: string; price: number | null }[]) {
  const cents = items.map(({ price }) => Math.round((price ?? 0) * 100))
  await sql`update basket_items set price_cents = accepted.price_cents
    from unnest(${sql.val(items.map(({ id }) => id))}::uuid[], ${sql.val(cents)}::integer[]) as accepted (id, price_cents)
    where account_id = ${accountId} and coalesce(file_id, game_id) = accepted.id`.execute(tx)
}

const distinct = <Item extends BasketGood>(items: readonly Item[]): Item[] => [
  ...new Map(items.map((item) => [goodId(item), item])).values(),
]

const rowOf = (accountId: string, { gameId, fileId, priceCents, isLater, addedAt }: SavedItem) => ({
  account_id: accountId,
  game_id: gameId,
  file_id: fileId,
  price_cents: priceCents,
  is_later: isLater,
  added_at: addedAt,
})
