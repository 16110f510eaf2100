import type { Basket, BasketItem } from '@nofiller/contract/basket/basket'
import {
  type BasketGood,
  type GoodState,
  goodId,
  type SavedGood,
} from '@nofiller/contract/basket/basket-rules'
import type { ContentView } from '@nofiller/contract/catalog/content-choice'
import { dollarsOf } from '@nofiller/contract/pricing/money'
import { sql } from 'kysely'
import { toCard } from '../catalog/card.ts'
import { isInStore } from '../catalog/visibility.ts'
import type { Queryable } from '../platform/database/database.ts'
import { completeBundles } from './bundle-offers.ts'
import { findGoods, type Good, isTitlePublic } from './goods.ts'

/** A good in a basket; the price is the one at which it was added or last accepted. */
export type SavedItem = BasketGood & { priceCents: number; isLater: boolean; addedAt: Date }

/** An account's basket at today's prices, for a content choice. */
export async function basketOf(db: Queryable, accountId: string, view: ContentView): Promise<Basket> {
  return describe(db, accountId, await savedItems(db, accountId), view)
}

/** A visitor's basket, which their browser stores, at today's prices. */
export const lookUp = (db: Queryable, saved: readonly SavedGood[], view: ContentView): Promise<Basket> =>
  describe(db, null, saved.map(toSavedItem), view)

/** A browser's stored basket, in the units of the database. */
export const toSavedItem = ({ price, addedAt, ...good }: SavedGood): SavedItem => ({
  ...good,
  priceCents: Math.round(price * 100),
  addedAt: new Date(addedAt),
})

/** At most as many as a basket holds, in the order in which they were added. */
export const savedItems = (db: Queryable, accountId: string): Promise<SavedItem[]> =>
  db
    .selectFrom('basket_items')
    .select([
      'game_id as gameId',
      'file_id as fileId',
      'price_cents as priceCents',
      'is_later as isLater',
      'added_at as addedAt',
    ])
    .where('account_id', '=', accountId)
    .orderBy('added_at')
    .orderBy(sql`coalesce(file_id, game_id)`)
    .execute()

async function describe(
  db: Queryable,
  accountId: string | null,
  saved: readonly SavedItem[],
  view: ContentView,
): Promise<Basket> {
  const goods = await findGoods(db, accountId, saved)
  const bundles = await bundledItems(db, accountId, saved)
  return {
    items: saved.flatMap((item, at) => {
      const good = goods[at]
      return good ? [{ ...toItem(item, good, view), bundle: bundles.get(goodId(item)) ?? null }] : []
    }),
  }
}

/** The goods that a bundle makes cheaper, by their ids. Saved-for-later goods do not count. */
async function bundledItems(
  db: Queryable,
  accountId: string | null,
  saved: readonly SavedItem[],
): Promise<Map<string, BasketItem['bundle']>> {
  const counted = saved.filter(({ isLater }) => !isLater)
  const complete = await completeBundles(db, accountId, counted)
  if (complete.length === 0) return new Map()
  const reduced = await findGoods(db, accountId, counted, { code: null, bundles: complete })
  return new Map(
    reduced.flatMap((good) => {
      const { offer } = good
      const bundle = offer.kind === 'for-sale' && complete.find(({ id }) => id === offer.bundle?.id)
      if (!bundle) return []
      const { id, slug, title } = bundle
      return [[goodId(good), { _id: id, slug, title, price: dollarsOf(offer.priceCents) }]]
    }),
  )
}

function toItem(saved: SavedItem, good: Good, view: ContentView): Omit<BasketItem, 'bundle'> {
  const { game, file, offer } = good
  const shown = game && (isTitlePublic(game) || offer.kind === 'owned') ? toCard(game, view) : null
  return {
    _id: goodId(saved),
    gameId: saved.gameId,
    fileId: saved.fileId,
    slug: shown && game && isInStore(game) ? game.slug : null,
    title: shown?.title ?? null,
    fileName: shown && file ? file.name : null,
    developer: shown && { _id: shown.developer._id, name: shown.devName },
    cardPicture: shown?.cardPicture ?? null,
    devices: shown && file ? [file.device] : (shown?.devices ?? []),
    size: shown && file ? file.size_bytes : null,
    state: stateOf(saved, good),
    price: offer.kind === 'for-sale' ? dollarsOf(offer.priceCents) : 0,
    listPrice: offer.kind === 'for-sale' ? dollarsOf(offer.listCents) : 0,
    savedPrice: dollarsOf(saved.priceCents),
    ownedSince: offer.kind === 'owned' ? offer.since.toISOString() : null,
    availableFrom: offer.kind === 'not-available' ? offer.from.toISOString() : null,
    isLater: saved.isLater,
    addedAt: saved.addedAt.toISOString(),
  }
}

/** The current state of a good, beside its price when it was added. */
export function stateOf(
  { priceCents }: Pick<SavedItem, 'priceCents'>,
  { offer }: Pick<Good, 'offer'>,
): GoodState {
  if (offer.kind === 'own') return 'owned'
  if (offer.kind === 'not-available') return 'coming'
  if (offer.kind !== 'for-sale') return offer.kind
  if (offer.priceCents === priceCents) return 'unchanged'
  return offer.priceCents > priceCents ? 'dearer' : 'cheaper'
}
