import type { GameCard, ListedGame } from '@nofiller/contract/catalog/catalog'
import { dollarsOf } from '@nofiller/contract/pricing/money'
import { sql } from 'kysely'
import type { Account } from '../../platform/caller.ts'
import type { Database } from '../../platform/database/database.ts'
import { type FileJson, fileJson, toFile } from '../file.ts'
import { descriptionStart, summaryOfStart } from '../summary.ts'

const DESCRIPTION_MAX = 200

/** Cards with what the calls that list games answer besides, in one query; sales only to whom they belong (requirements 2.7). */
export async function listed<Card extends GameCard>(
  db: Database,
  viewer: Account | null,
  cards: readonly Card[],
): Promise<(Card & ListedGame)[]> {
  const rows = await db
    .selectFrom('games')
    .select([
      'id',
      descriptionStart.as('description'),
      'sales',
      'revenue_cents',
      sql<FileJson[]>`(
        select coalesce(json_agg(${fileJson} order by position), '[]')
        from built_files where game_id = games.id and kind = 'file' and withdrawn_at is null
          and paused_at is null)`.as('files'),
    ])
    .where('id', '=', sql<string>`any(${sql.val(cards.map((card) => card._id))}::uuid[])`)
    .execute()
  const rowOf = new Map(rows.map((row) => [row.id, row]))
  return cards.flatMap((card) => {
    const row = rowOf.get(card._id)
    if (!row) return [] // it was deleted in between
    const isTheirs = viewer?.role === 'admin' || viewer?.id === card.developer._id
    return [
      {
        ...card,
        description: summaryOfStart(row.description, DESCRIPTION_MAX),
        gameFiles: row.files.map(toFile).map(({ sha256: _, updatedAt: __, ...file }) => file),
        cardImage: card.cardImageUrl,
        ...(isTheirs && { totalSales: row.sales, totalRevenue: dollarsOf(row.revenue_cents) }),
      },
    ]
  })
}
