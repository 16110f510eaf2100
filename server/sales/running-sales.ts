import type { SaleTerms } from '@nofiller/contract/pricing/pricing'
import { sql } from 'kysely'
import type { Queryable } from '../platform/database/database.ts'

/** The sales that some games are in and that did not end yet, by the id of the game. */
export async function findSales(
  db: Queryable,
  gameIds: readonly string[],
): Promise<ReadonlyMap<string, SaleTerms[]>> {
  const { rows } = await sql<SaleTerms & { gameId: string }>`
    select sale_games.game_id as "gameId", sales.id, sales.percent, sales.price_cents as "priceCents",
      sales.begins_at as "beginsAt", sales.ends_at as "endsAt"
    from sale_games join sales on sales.id = sale_games.sale_id
    where sale_games.game_id = any(${sql.val(gameIds)}::uuid[]) and sales.ends_at > now()`.execute(db)
  const sales = new Map<string, SaleTerms[]>()
  for (const { gameId, ...sale } of rows) sales.set(gameId, [...(sales.get(gameId) ?? []), sale])
  return sales
}
