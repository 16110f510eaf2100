import type { Bundle } from '@nofiller/contract/bundles/bundles'
import { dollarsOf } from '@nofiller/contract/pricing/money'
import { sql } from 'kysely'
import { type BundleOffer, findBundles } from '../basket/bundle-offers.ts'
import { toCard } from '../catalog/card.ts'
import { beyondLimits } from '../catalog/within-limits.ts'
import type { Database } from '../platform/database/database.ts'
import type { Audience } from '../platform/http/audience.ts'

const LISTED = 20

/** A bundle as an audience finds it; null for one that is not sold, or that holds a game which they do not see. */
export async function findBundle(db: Database, slug: string, audience: Audience): Promise<Bundle | null> {
  const [bundle] = await shownBundles(db, await findBundles(db, null, sql`slug = ${slug}`), audience)
  return bundle ?? null
}

/**
 * The newest bundles that are sold of a developer, or with a game; none without either. One with a game that is not listed is found
 * by its own address alone.
 */
export async function listBundles(
  db: Database,
  { game, developer }: { game?: string | undefined; developer?: string | undefined },
  audience: Audience,
): Promise<Bundle[]> {
  const whose = game
    ? sql`id in (select bundle_id from bundle_games where game_id = ${game})`
    : sql`developer_id = ${developer ?? null}`
  const isListed = sql`not exists (
    select from bundle_games join games on games.id = bundle_games.game_id
    where bundle_games.bundle_id = bundles.id and games.visibility <> 'public')`
  const bundles = await findBundles(db, null, sql`ended_at is null and ${whose} and ${isListed}`)
  return (await shownBundles(db, bundles, audience)).slice(0, LISTED)
}

async function shownBundles(
  db: Database,
  bundles: readonly BundleOffer[],
  audience: Audience,
): Promise<Bundle[]> {
  const sold = bundles.filter(({ shares }) => shares !== null)
  if (sold.length === 0) return []
  const unseen = await unseenGames(
    db,
    sold.flatMap(({ goods }) => goods.map(({ gameId }) => gameId)),
    audience,
  )
  return sold
    .filter(({ goods }) => goods.every(({ gameId }) => !unseen.has(gameId)))
    .flatMap((bundle) => toBundle(bundle, audience) ?? [])
}

async function unseenGames(
  db: Database,
  ids: readonly string[],
  { view, hidden }: Audience,
): Promise<Set<string>> {
  const games = await db
    .selectFrom('games')
    .select('id')
    .where('id', '=', sql<string>`any(${sql.val(ids)}::uuid[])`)
    .where(sql<boolean>`(${beyondLimits(hidden)} or ${view === 'sfw' ? sql`category <> 'SFW'` : sql`false`})`)
    .execute()
  return new Set(games.map(({ id }) => id))
}

function toBundle({ id, slug, title, priceCents, goods, shares }: BundleOffer, { view }: Audience) {
  const games = goods.flatMap(({ game }, at) =>
    game ? [{ ...toCard(game, view), share: dollarsOf(shares?.[at] ?? 0) }] : [],
  )
  const [first] = games
  if (!first) return null
  return {
    _id: id,
    slug,
    title,
    developer: { _id: first.developer._id, name: first.devName },
    price: dollarsOf(priceCents),
    listPrice: dollarsOf(goods.reduce((sum, { game }) => sum + (game?.price_cents ?? 0), 0)),
    isListed: goods.every(({ game }) => game?.visibility === 'public'),
    games,
  }
}
