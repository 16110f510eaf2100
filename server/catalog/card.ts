import type { GameCard, GameSale } from '@nofiller/contract/catalog/catalog'
import type { ContentView } from '@nofiller/contract/catalog/content-choice'
import { dollarsOf } from '@nofiller/contract/pricing/money'
import { sql } from 'kysely'
import type { Queryable } from '../platform/database/database.ts'
import { pictureFor } from './content-choice.ts'

/** Games with their developer, with the columns a card needs. */
export const selectCards = (db: Queryable) =>
  db
    .selectFrom('games')
    .innerJoin('accounts as developer', 'developer.id', 'games.developer_id')
    .select([
      'games.id',
      'games.slug',
      'games.title',
      'games.price_cents',
      'games.sale_price_cents',
      'games.sale_percent',
      'games.sale_ends_at',
      'games.lowest_price_cents',
      'games.is_free',
      'games.category',
      'games.tags',
      'games.devices',
      'games.card',
      'games.published_at',
      'games.not_for_sale',
      'developer.id as developer_id',
      'developer.username',
      'developer.display_name',
    ])

/** The same columns for a statement in SQL, of `games` and its `developer`. */
export const CARD_COLUMNS = sql`games.id, games.slug, games.title, games.price_cents, games.sale_price_cents, games.sale_percent,
  games.sale_ends_at, games.lowest_price_cents, games.is_free, games.category, games.tags,
  games.devices, games.card, games.published_at, games.not_for_sale, developer.id as developer_id, developer.username, developer.display_name`

export type CardRow = Awaited<ReturnType<ReturnType<typeof selectCards>['execute']>>[number]

/** A card for a content choice. */
export function toCard(row: CardRow, view: ContentView): GameCard {
  const picture = pictureFor(view, row.category, row.card)
  return {
    _id: row.id,
    slug: row.slug,
    title: row.title,
    price: dollarsOf(row.sale_price_cents ?? row.price_cents),
    sale: saleOf(row),
    isFree: row.is_free,
    category: row.category,
    tags: row.tags,
    devices: row.devices,
    developer: { _id: row.developer_id, username: row.username, displayName: row.display_name },
    devName: row.display_name ?? row.username,
    cardImageUrl: picture?.url ?? null,
    cardPicture: picture,
    publishedAt: row.published_at?.toISOString() ?? null,
    ...(row.not_for_sale && { notForSale: true }),
  }
}

type SaleColumns = Pick<CardRow, 'price_cents' | 'sale_percent' | 'sale_ends_at' | 'lowest_price_cents'>

function saleOf({
  price_cents,
  sale_percent,
  sale_ends_at,
  lowest_price_cents,
}: SaleColumns): GameSale | null {
  if (sale_percent === null || sale_ends_at === null) return null
  return {
    listPrice: dollarsOf(price_cents),
    percent: sale_percent,
    endsAt: sale_ends_at.toISOString(),
    lowestPrice: lowest_price_cents === null ? null : dollarsOf(lowest_price_cents),
  }
}

/** A row that came as JSON, where a time is text. */
export type CardJson = Omit<CardRow, 'published_at' | 'sale_ends_at'> & {
  published_at: string | null
  sale_ends_at: string | null
}

/** `toCard` for a row from a JSON aggregate. */
export const cardOfJson = (row: CardJson, view: ContentView): GameCard =>
  toCard({ ...row, published_at: timeOf(row.published_at), sale_ends_at: timeOf(row.sale_ends_at) }, view)

const timeOf = (text: string | null): Date | null => (text === null ? null : new Date(text))
