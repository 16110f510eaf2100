import type { AdminGame, GamesFilter } from '@nofiller/contract/admin/admin'
import type { AdminGameSort, GameState } from '@nofiller/contract/admin/admin-rules'
import type { ContentView } from '@nofiller/contract/catalog/content-choice'
import { dollarsOf } from '@nofiller/contract/pricing/money'
import { type RawBuilder, sql } from 'kysely'
import { approvalJson } from '../catalog/approval.ts'
import { selectCards, toCard } from '../catalog/card.ts'
import { IN_STORE, isInStore, toAccess } from '../catalog/visibility.ts'
import { alphabetical } from '../platform/database/alphabetical.ts'
import type { Database, Queryable } from '../platform/database/database.ts'
import { containing } from '../platform/database/like.ts'
import { type ListOrder, type Page, type Position, paginateSearch } from '../platform/database/paginate.ts'
import { notFound } from '../platform/http/errors/errors.ts'

const GAMES_MAX = 1_000

const STATES: Record<GameState, RawBuilder<boolean>> = {
  public: IN_STORE,
  'in-review': sql`games.review is not null`,
  draft: sql`games.status = 'draft' and games.suspended_at is null`,
  'taken-down': sql`games.suspended_at is not null and games.review is null`,
}

const ORDERS: Record<AdminGameSort, ListOrder> = {
  new: { by: sql`games.id`, direction: 'desc' }, // ids grow with time
  old: { by: sql`games.id`, direction: 'asc' },
  title: { by: alphabetical(sql`games.title`), direction: 'asc' },
  sales: { by: sql`games.sales`, direction: 'desc' },
  revenue: { by: sql`games.revenue_cents`, direction: 'desc' },
}

/** All games that a filter lets through. @throws HttpError 400 `bad_cursor` */
export const listAllGames = (
  db: Database,
  query: GamesFilter & Position,
  view: ContentView,
): Promise<Page<AdminGame>> => paginateSearch(db, filteredGames(db, query, view), query)

/** Games that a filter lets through, as a list to page. */
export const filteredGames = (db: Database, { sort, ...filter }: GamesFilter, view: ContentView) => ({
  rows: selectGames(db),
  from: sql`games join accounts as developer on developer.id = games.developer_id`,
  filter: gameFilter(filter),
  key: sql`games.id`,
  order: ORDERS[sort],
  toItem: (row: Row) => toAdminGame(row, view),
})

function gameFilter({ q, state }: Pick<GamesFilter, 'q' | 'state'>): RawBuilder<boolean> {
  const text = sql`concat_ws(' ', games.title, games.slug, games.id, developer.username, developer.display_name,
    array_to_string(games.tags, ' '))`
  const conditions = [
    state === undefined ? sql`true` : STATES[state],
    q ? sql`${text} ilike ${containing(q)}` : sql`true`,
  ]
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`
}

/** A developer's games, newest first. */
export async function gamesOf(db: Database, developerId: string, view: ContentView): Promise<AdminGame[]> {
  const rows = await selectGames(db)
    .where('games.developer_id', '=', developerId)
    .orderBy('games.created_at', 'desc')
    .limit(GAMES_MAX)
    .execute()
  return rows.map((row) => toAdminGame(row, view))
}

/** @throws HttpError 404 */
export async function findAdminGame(db: Database, gameId: string, view: ContentView): Promise<AdminGame> {
  const row = await selectGames(db).where('games.id', '=', gameId).executeTakeFirst()
  if (!row) throw noGame()
  return toAdminGame(row, view)
}

const selectGames = (db: Queryable) =>
  selectCards(db).select([
    'games.status',
    'games.suspended_at',
    'games.visibility',
    'games.on_developer_page',
    'games.suspended_reason',
    approvalJson,
    'games.is_illegal',
    'games.archived_at',
    'games.updated_at',
    'games.sales',
    'games.revenue_cents',
  ])

type Row = Awaited<ReturnType<ReturnType<typeof selectGames>['execute']>>[number]

const toAdminGame = (row: Row, view: ContentView): AdminGame => ({
  ...toCard(row, view),
  status: row.status,
  visibility: isInStore(row) ? 'public' : 'private',
  access: toAccess(row),
  archivedAt: row.archived_at?.toISOString() ?? null,
  updatedAt: row.updated_at.toISOString(),
  totalSales: row.sales,
  totalRevenue: dollarsOf(row.revenue_cents),
  review: row.review,
  takenDown:
    row.suspended_at && row.review === null
      ? {
          at: row.suspended_at.toISOString(),
          reason: row.suspended_reason ?? '',
          illegal: row.is_illegal,
        }
      : null,
})

export const noGame = () => notFound('Failed to load game')
