import type { BasketGood } from '@nofiller/contract/basket/basket-rules'
import { bundleShares } from '@nofiller/contract/pricing/pricing'
import { type RawBuilder, sql } from 'kysely'
import { isPageOpen } from '../catalog/visibility.ts'
import type { Queryable } from '../platform/database/database.ts'
import { findGoods, type Good } from './goods.ts'

/** A bundle with today's offers of its games for an account, and each game's price in it; null while it is not for sale. */
export type BundleOffer = {
  id: string
  slug: string
  title: string
  priceCents: number
  goods: Good[]
  shares: number[] | null
}

/** Bundles that hold for a condition on `bundles`, with their games in order. */
export async function findBundles(
  db: Queryable,
  accountId: string | null,
  condition: RawBuilder<unknown>,
): Promise<BundleOffer[]> {
  const { rows } = await sql<Omit<BundleOffer, 'goods' | 'shares'> & { gameIds: string[]; isOpen: boolean }>`
    select id, slug, title, price_cents as "priceCents", ended_at is null as "isOpen",
      array(select game_id from bundle_games where bundle_id = bundles.id order by position, game_id) as "gameIds"
    from bundles where ${condition} order by created_at desc, id desc limit 100`.execute(db)
  const ids = [...new Set(rows.flatMap(({ gameIds }) => gameIds))]
  const goods = ids.length === 0 ? [] : await findGoods(db, accountId, ids.map(baseOf))
  const goodsByGame = new Map(goods.map((good) => [good.gameId, good]))
  return rows.map(({ gameIds, isOpen, ...bundle }) => {
    const own = gameIds.flatMap((id) => goodsByGame.get(id) ?? [])
    const isSold = isOpen && own.every(isSoldToday)
    const lists = own.map(({ game }) => game?.price_cents ?? 0)
    return { ...bundle, goods: own, shares: isSold ? bundleShares(lists, bundle.priceCents) : null }
  })
}

export const baseOf = (gameId: string) => ({ gameId, fileId: null })

/** Also for owners: a game no longer for sale takes its bundles out of the store. */
const isSoldToday = ({ game, offer }: Good): boolean =>
  game !== null &&
  isPageOpen(game) &&
  !game.is_free &&
  !game.is_paused &&
  !game.not_for_sale &&
  offer.kind !== 'withdrawn' &&
  offer.kind !== 'not-available'

type CompleteOffer = BundleOffer & { shares: number[] }

/**
 * The bundles completed by some goods: an account, or with null a visitor, buys or owns each game of them.
 * Owned games are deducted by their share, so the others are bought at the remaining price.
 */
export async function completeBundles(
  db: Queryable,
  accountId: string | null,
  goods: readonly BasketGood[],
  among: RawBuilder<unknown> = sql`true`,
): Promise<CompleteOffer[]> {
  const gameIds = goods.filter(({ fileId }) => fileId === null).map(({ gameId }) => gameId)
  if (gameIds.length === 0) return []
  const bundles = await findBundles(
    db,
    accountId,
    sql`ended_at is null and ${among}
      and id in (select bundle_id from bundle_games where game_id = any(${sql.val(gameIds)}::uuid[]))`,
  )
  const bought = new Set(gameIds)
  return bundles.filter(
    (bundle): bundle is CompleteOffer =>
      bundle.shares !== null &&
      bundle.goods.every(({ gameId, offer }) =>
        offer.kind === 'for-sale' ? bought.has(gameId) : offer.kind === 'owned',
      ),
  )
}

/** The same for only those bundles that a buyer was shown. A bundle that their goods no longer complete reduces nothing. */
export const requestedBundles = async (
  db: Queryable,
  accountId: string | null,
  goods: readonly BasketGood[],
  bundleIds: readonly string[],
): Promise<CompleteOffer[]> =>
  bundleIds.length === 0
    ? []
    : completeBundles(db, accountId, goods, sql`id = any(${sql.val(bundleIds)}::uuid[])`)
