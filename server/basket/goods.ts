import { type BasketGood, goodId } from '@nofiller/contract/basket/basket-rules'
import type { Device } from '@nofiller/contract/catalog/devices'
import { type BundleTerms, type PriceLine, priceOf, type SaleTerms } from '@nofiller/contract/pricing/pricing'
import { type RawBuilder, sql } from 'kysely'
import { type CardRow, selectCards } from '../catalog/card.ts'
import { availableFrom } from '../catalog/coming-releases.ts'
import { isInStore, isPageOpen } from '../catalog/visibility.ts'
import { ownedGoods } from '../library/owned-goods.ts'
import type { Queryable } from '../platform/database/database.ts'
import type { GameRow } from '../platform/database/tables.ts'
import type { UsableCode } from '../sales/discount-codes.ts'
import { findSales } from '../sales/running-sales.ts'
import { chooseBundles } from './choose-bundles.ts'

/** Today's offer of a good to an account. Only goods for sale have a price. */
export type Offer =
  | ({ kind: 'for-sale' } & PriceLine)
  | { kind: 'owned'; since: Date }
  | { kind: 'not-available'; from: Date }
  | { kind: 'own' | 'free' | 'paused' | 'withdrawn' }

export type Good = BasketGood & { game: Game | null; file: File | null; offer: Offer }

type Game = CardRow &
  Pick<GameRow, 'status' | 'suspended_at' | 'visibility'> & {
    is_paused: boolean
    /** When its buyers can fetch a file, where they cannot yet. */
    available_from: Date | null
    now: Date
    pay_what_you_want: boolean
  }
type File = {
  id: string
  game_id: string
  name: string
  size_bytes: number
  device: Device
  custom_price_cents: number | null
  withdrawn_at: Date | null
  paused_at: Date | null
  /** When its buyers can fetch it, where they cannot yet. */
  available_from: Date | null
}

/** A bundle completed by goods, and each game's price in it. */
export type CompleteBundle = {
  id: string
  title: string
  goods: readonly Pick<BasketGood, 'gameId'>[]
  shares: readonly number[]
}

/** Reductions besides a sale: an entered code, and the bundles that the goods complete. */
export type Reductions = { code: UsableCode | null; bundles: readonly CompleteBundle[] }
const NONE: Reductions = { code: null, bundles: [] }

/**
 * Some goods as they are offered today to an account, or with null to visitors; in the same order, in four queries. Of
 * bundles that share a game those count that make the goods cheapest together.
 */
export async function findGoods(
  db: Queryable,
  accountId: string | null,
  goods: readonly (BasketGood & { ownCents?: number | null })[],
  { code, bundles }: Reductions = NONE,
): Promise<Good[]> {
  const gameIds = goods.map(({ gameId }) => gameId)
  const fileIds = goods.flatMap(({ fileId }) => fileId ?? [])
  const games = await findGames(db, gameIds)
  const sales = await findSales(db, gameIds)
  const files = fileIds.length > 0 ? await findFiles(db, fileIds) : []
  const owned = accountId === null ? new Map() : await ownedGoods(db, accountId, gameIds, fileIds)
  const offeredIn = (chosen: readonly CompleteBundle[]): Good[] =>
    goods.map(({ gameId, fileId, ownCents = null }) => {
      const game = games.find(({ id }) => id === gameId) ?? null
      const file = files.find(({ id, game_id }) => id === fileId && game_id === gameId) ?? null
      const since = owned.get(goodId({ gameId, fileId }))
      const bundle = termsIn(chosen, gameId)
      const saleTerms = sales.get(gameId) ?? []
      const offer = offerOf({
        game,
        sales: saleTerms,
        bundle,
        code,
        ownCents,
        fileId,
        file,
        since,
        ownsBase: owned.has(gameId),
        accountId,
      })
      return { gameId, fileId, game, file, offer }
    })
  const alone = offeredIn([])
  const savings = bundles.map((bundle) => ({
    bundle,
    gameIds: bundle.goods.map(({ gameId }) => gameId),
    savedCents: sumOf(alone) - sumOf(offeredIn([bundle])),
  }))
  const chosen = chooseBundles(savings).map(({ bundle }) => bundle)
  return chosen.length === 0 ? alone : offeredIn(chosen)
}

function termsIn(bundles: readonly CompleteBundle[], gameId: string): BundleTerms | null {
  for (const { id, title, goods, shares } of bundles) {
    const priceCents = shares[goods.findIndex((good) => good.gameId === gameId)]
    if (priceCents !== undefined) return { id, title, priceCents }
  }
  return null
}

const sumOf = (goods: readonly Good[]): number =>
  goods.reduce((sum, { offer }) => sum + (offer.kind === 'for-sale' ? offer.priceCents : 0), 0)

function offerOf(of: {
  game: Game | null
  sales: readonly SaleTerms[]
  bundle: BundleTerms | null
  code: UsableCode | null
  ownCents: number | null
  fileId: string | null
  file: File | null
  since: Date | undefined
  /** Who owns a private game may see it, and so buy more of it. */
  ownsBase: boolean
  accountId: string | null
}): Offer {
  const { game, sales, bundle, code, fileId, file, since, accountId } = of
  if (since) return { kind: 'owned', since }
  if (!game || !isInStore(game)) return { kind: 'withdrawn' }
  if (game.developer_id === accountId) return { kind: 'own' }
  if (!isPageOpen(game) && !of.ownsBase) return { kind: 'withdrawn' }
  if (game.not_for_sale) return { kind: 'paused' }
  const from = fileId === null ? game.available_from : file?.available_from
  if (from) return { kind: 'not-available', from }
  if (fileId !== null) {
    const priceCents = file?.withdrawn_at || file?.paused_at ? null : (file?.custom_price_cents ?? null)
    if (priceCents === null) return { kind: 'withdrawn' }
    return {
      kind: 'for-sale',
      // Sales, bundles and codes are of bases alone.
      ...priceOf({ listCents: priceCents, sales: [], bundle: null, code: null, ownCents: null }, game.now),
    }
  }
  if (game.is_paused) return { kind: 'withdrawn' }
  const ownCents = game.pay_what_you_want ? of.ownCents : null
  if (game.is_free && ownCents === null) return { kind: 'free' }
  const ofGame = code?.appliesTo(game) ? code : null
  return {
    kind: 'for-sale',
    ...priceOf({ listCents: game.price_cents, sales, bundle, code: ofGame, ownCents }, game.now),
  }
}

/** A good's name for people; null while it must stay hidden: a draft, a private game, or one that was taken down. */
export function nameOf({ game, file }: Good): string | null {
  if (!game || !isTitlePublic(game)) return null
  return file ? `${game.title}: ${file.name}` : game.title
}

/** Whether a game was public once, and is neither private nor taken down, so that its title is no secret. */
export const isTitlePublic = (game: Game): boolean =>
  game.published_at !== null && game.suspended_at === null && game.visibility !== 'private'

const among = (ids: readonly string[]): RawBuilder<string> => sql<string>`any(${sql.val(ids)}::uuid[])`

const findGames = (db: Queryable, ids: readonly string[]): Promise<Game[]> =>
  selectCards(db)
    .select([
      'games.status',
      'games.suspended_at',
      'games.visibility',
      'games.pay_what_you_want',
      isPaused.as('is_paused'),
      availableFrom.as('available_from'),
      sql<Date>`now()`.as('now'),
    ])
    .where('games.id', '=', among(ids))
    .execute()

/** Whether copyright notices name every file that a buyer of the base would get. */
export const isPaused = sql<boolean>`coalesce((select bool_and(paused_at is not null) from game_files
  where game_id = games.id and kind = 'file' and custom_price_cents is null and withdrawn_at is null), false)`

/** Files with the build that buyers get, or that they will get. */
async function findFiles(db: Queryable, ids: readonly string[]): Promise<File[]> {
  const { rows } = await sql<File>`
    select id, game_id, name, size_bytes, device, custom_price_cents, withdrawn_at, paused_at,
      null::timestamptz as available_from
    from built_files where id = ${among(ids)} and kind = 'file'
    union all
    select id, game_id, name, size_bytes, device, custom_price_cents, null, null, opens_at
    from coming_files where id = ${among(ids)}`.execute(db)
  return rows
}
