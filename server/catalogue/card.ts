import type { GameCard } from '@nofiller/contract/catalogue'
import { dollarsOf } from '@nofiller/contract/money'
import type { Queryable } from '../platform/database/database.ts'

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
      'games.is_free',
      'games.category',
      'games.tags',
      'games.devices',
      'games.card',
      'games.published_at',
      'developer.id as developer_id',
      'developer.username',
      'developer.display_name',
    ])

export type CardRow = Awaited<ReturnType<ReturnType<typeof selectCards>['execute']>>[number]

export function toCard(row: CardRow): GameCard {
  return {
    _id: row.id,
    slug: row.slug,
    title: row.title,
    price: dollarsOf(row.price_cents),
    isFree: row.is_free,
    category: row.category,
    tags: row.tags,
    devices: row.devices,
    developer: { _id: row.developer_id, username: row.username, displayName: row.display_name },
    devName: row.display_name ?? row.username,
    cardImageUrl: row.card?.url ?? null,
    cardPicture: row.card,
    publishedAt: row.published_at?.toISOString() ?? null,
  }
}
