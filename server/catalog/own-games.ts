import type { Received } from '@nofiller/contract/calls'
import type { OwnGame } from '@nofiller/contract/catalog/catalog'
import { dollarsOf } from '@nofiller/contract/pricing/money'
import { sql } from 'kysely'
import type { Account } from '../platform/caller.ts'
import type { Database } from '../platform/database/database.ts'
import { type Page, pageSize, paginate } from '../platform/database/paginate.ts'
import type { Store } from '../store.ts'
import { approvalJson, takenDownBy } from './approval.ts'
import { selectCards, toCard } from './card.ts'
import { countOpenThemes } from './content-warnings.ts'
import { listed } from './search/listed-games.ts'
import type { ThemePolicy } from './theme-policy.ts'
import { isInStore, toAccess } from './visibility.ts'

const PAGE = 24

/**
 * A developer's games, newest first, with what each sold; by the index `games_developer`.
 * @throws HttpError 400 `bad_cursor`
 */
export async function ownGames(
  { db, config }: Pick<Store, 'db' | 'config'>,
  developer: Account,
  query: Received<'GET /api/my-games', 'query'> = {},
): Promise<Page<OwnGame>> {
  const list = {
    rows: selectOwnGames(db),
    from: sql`games`,
    filter: sql<boolean>`games.developer_id = ${developer.id}`,
    key: sql`games.id`,
    order: { by: sql`games.created_at`, direction: 'desc' as const },
    toItem: (row: Row) => toOwnGame(row, config.THEME_POLICY),
  }
  const page = await paginate(db, list, { ...query, limit: pageSize(query, PAGE) })
  return { ...page, items: await listed(db, developer, page.items) }
}

/** One of a developer's games, or any for an admin; null for others. */
export async function ownGame(
  { db, config }: Pick<Store, 'db' | 'config'>,
  viewer: Account,
  gameId: string,
): Promise<OwnGame | null> {
  const row = await selectOwnGames(db)
    .where('games.id', '=', gameId)
    .$if(viewer.role !== 'admin', (own) => own.where('games.developer_id', '=', viewer.id))
    .executeTakeFirst()
  const [game] = row ? await listed(db, viewer, [toOwnGame(row, config.THEME_POLICY)]) : []
  return game ?? null
}

const selectOwnGames = (db: Database) =>
  selectCards(db).select([
    'games.status',
    'games.suspended_at',
    'games.visibility',
    'games.on_developer_page',
    'games.archived_at',
    'games.updated_at',
    'games.sales',
    'games.revenue_cents',
    'games.warning_codes',
    approvalJson,
    takenDownBy,
  ])

type Row = Awaited<ReturnType<ReturnType<typeof selectOwnGames>['execute']>>[number]

const toOwnGame = (row: Row, policy: ThemePolicy) => ({
  ...toCard(row, 'show'), // a developer sees their own games
  status: row.status,
  visibility: isInStore(row) ? ('public' as const) : ('private' as const),
  access: toAccess(row),
  review: row.review,
  takenDownBy: row.taken_down_by,
  archivedAt: row.archived_at?.toISOString() ?? null,
  updatedAt: row.updated_at.toISOString(),
  totalSales: row.sales,
  totalRevenue: dollarsOf(row.revenue_cents),
  openThemes: countOpenThemes(row.warning_codes, policy),
})
