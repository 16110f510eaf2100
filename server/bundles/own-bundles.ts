import type { OwnBundle } from '@nofiller/contract/bundles/bundles'
import type { Received } from '@nofiller/contract/calls'
import { dollarsOf } from '@nofiller/contract/pricing/money'
import { sql } from 'kysely'
import { type BundleOffer, findBundles } from '../basket/bundle-offers.ts'
import type { Account } from '../platform/caller.ts'
import type { Database } from '../platform/database/database.ts'
import { type Page, pageSize, paginate } from '../platform/database/paginate.ts'

const PAGE = 24

/** A developer's bundles, newest first. @throws HttpError 400 `bad_cursor` */
export async function ownBundles(
  db: Database,
  developer: Account,
  query: Received<'GET /api/dev/bundles', 'query'>,
): Promise<Page<OwnBundle>> {
  const { items, ...page } = await paginate(
    db,
    {
      rows: selectBundles(db),
      from: sql`bundles`,
      filter: sql<boolean>`bundles.developer_id = ${developer.id}`,
      key: sql`bundles.id`,
      order: { by: sql`bundles.created_at`, direction: 'desc' as const },
      toItem: (row: Row) => row,
    },
    { ...query, limit: pageSize(query, PAGE) },
  )
  const ids = items.map(({ id }) => id)
  const offers = await findBundles(db, null, sql`id = any(${sql.val(ids)}::uuid[])`)
  const offersById = new Map(offers.map((offer) => [offer.id, offer]))
  return { ...page, items: items.flatMap((row) => toOwnBundle(row, offersById.get(row.id)) ?? []) }
}

const selectBundles = (db: Database) =>
  db
    .selectFrom('bundles')
    .leftJoinLateral(
      sql<{ sold: number; cents: number }>`(
        select count(distinct orders.id)::integer as sold, coalesce(sum(item.price_cents - item.refunded_cents), 0)::integer as cents
        from order_items as item join orders on orders.id = item.order_id
        where item.bundle_id = bundles.id and orders.status = 'PAID'
      )`.as('sold'),
      (join) => join.onTrue(),
    )
    .select(['bundles.id', 'bundles.ended_at', 'sold.sold', 'sold.cents'])

type Row = Awaited<ReturnType<ReturnType<typeof selectBundles>['execute']>>[number]

function toOwnBundle({ ended_at, sold, cents }: Row, offer: BundleOffer | undefined): OwnBundle | null {
  if (!offer) return null
  const { id, slug, title, priceCents, goods, shares } = offer
  const games = goods.flatMap(({ game }) => game ?? [])
  const open = shares === null ? 'paused' : 'selling'
  return {
    _id: id,
    slug,
    title,
    price: dollarsOf(priceCents),
    listPrice: dollarsOf(games.reduce((sum, game) => sum + game.price_cents, 0)),
    games: games.map((game) => ({ _id: game.id, title: game.title })),
    state: ended_at === null ? open : 'ended',
    sold: sold ?? 0,
    revenue: dollarsOf(cents ?? 0),
  }
}
