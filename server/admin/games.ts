import type { AdminGame, GamesFilter } from '@nofiller/contract/admin/admin'
import type { GameSort, GameState } from '@nofiller/contract/admin/admin-rules'
import type { ContentView } from '@nofiller/contract/catalogue/content-choice'
import { dollarsOf } from '@nofiller/contract/pricing/money'
import { type RawBuilder, sql } from 'kysely'
import { selectCards, toCard } from '../catalogue/card.ts'
import { reviewJson } from '../catalogue/review.ts'
import { writeSections } from '../catalogue/sections.ts'
import { closeReview } from '../moderation/reviews/close-review.ts'
import { alphabetical } from '../platform/database/alphabetical.ts'
import { type Actor, audit } from '../platform/database/audit.ts'
import type { Database, Queryable, Tx } from '../platform/database/database.ts'
import { containing } from '../platform/database/like.ts'
import { type ListOrder, type Page, type Position, paginateSearch } from '../platform/database/paginate.ts'
import { conflict, notFound } from '../platform/http/errors/errors.ts'
import { refuseDestroyed } from '../reports/sealed/decide-destruction.ts'
import type { Store } from '../store.ts'
import { gameRestoredMail, takenDownMail } from './mails.ts'

const GAMES_MAX = 1_000

const STATES: Record<GameState, RawBuilder<boolean>> = {
  public: sql`games.status = 'published' and games.suspended_at is null`,
  'in-review': sql`games.review is not null`,
  draft: sql`games.status = 'draft' and games.suspended_at is null`,
  'taken-down': sql`games.suspended_at is not null and games.review is null`,
}

const ORDERS: Record<GameSort, ListOrder> = {
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

/**
 * Hides a game from the public; what is illegal also from its owners. Its developer is mailed the reason.
 * @throws HttpError 404, 409 `already_taken_down`, `evidence_destroyed`
 */
export async function takeDown(
  store: Store,
  actor: Actor,
  gameId: string,
  { reason, illegal }: { reason: string; illegal: boolean },
): Promise<void> {
  await store.db.transaction().execute(async (tx) => {
    const game = await lockGame(tx, gameId)
    if (game.suspended_at && game.review === null && game.is_illegal === illegal)
      throw conflict('already_taken_down', 'This game was already taken down.')
    if (!illegal) await refuseDestroyed(tx, gameId)
    await show(store, tx, game, {
      suspended_at: sql<Date>`now()`,
      suspended_reason: reason,
      is_illegal: illegal,
    })
    await audit(tx, actor, {
      ...deed(game, 'game_taken_down', reason),
      before: { takenDown: isTakenDown(game), illegal: game.is_illegal },
      after: { takenDown: true, illegal },
    })
    await store.mail.queue(tx, takenDownMail(store.config, game, { reason, illegal }))
  })
  store.log.info({ gameId, by: actor.id, illegal }, 'game taken down')
}

/** Shows a game again that was taken down; its developer is mailed. @throws HttpError 404, 409 `not_taken_down`, `evidence_destroyed` */
export async function restoreGame(store: Store, actor: Actor, gameId: string, reason: string): Promise<void> {
  await store.db.transaction().execute(async (tx) => {
    const game = await lockGame(tx, gameId)
    if (!game.suspended_at) throw conflict('not_taken_down', 'This game is not taken down.')
    await refuseDestroyed(tx, gameId)
    await show(store, tx, game, { suspended_at: null, suspended_reason: null, is_illegal: false })
    await audit(tx, actor, {
      ...deed(game, 'game_restored', reason),
      before: { takenDown: isTakenDown(game), illegal: game.is_illegal },
      after: { takenDown: false, illegal: false },
    })
    await store.mail.queue(tx, gameRestoredMail(store.config, game, reason))
  })
  store.log.info({ gameId, by: actor.id }, 'game restored')
}

async function show(
  store: Store,
  tx: Tx,
  game: LockedGame,
  columns: { suspended_at: RawBuilder<Date> | null; suspended_reason: string | null; is_illegal: boolean },
): Promise<void> {
  await closeReview(tx, game.id, store.clock())
  await tx
    .updateTable('games')
    .set({ ...columns, review: null })
    .where('id', '=', game.id)
    .execute()
  await writeSections(tx, game.id, game.tags)
  await store.catalogueChanged.announce(tx)
}

/** A review keeps a game from the public as well. */
const isTakenDown = ({ suspended_at, review }: LockedGame): boolean =>
  suspended_at !== null && review === null

type LockedGame = Awaited<ReturnType<typeof lockGame>>

async function lockGame(tx: Tx, gameId: string) {
  const game = await tx
    .selectFrom('games')
    .innerJoin('accounts as developer', 'developer.id', 'games.developer_id')
    .select([
      'games.id',
      'games.title',
      'games.tags',
      'games.suspended_at',
      'games.is_illegal',
      'games.review',
      'developer.email',
    ])
    .select(
      sql<boolean>`exists (select from game_holds where game_id = games.id and ended_at is null)`.as(
        'is_held',
      ),
    )
    .where('games.id', '=', gameId)
    .forUpdate(['games'])
    .executeTakeFirst()
  if (!game) throw noGame()
  if (game.is_held) throw conflict('on_hold', 'This game is on hold: decide its report first.')
  return game
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
    'games.suspended_reason',
    reviewJson,
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
  visibility: row.status === 'published' && row.suspended_at === null ? 'public' : 'private',
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

const deed = (game: LockedGame, action: 'game_taken_down' | 'game_restored', reason: string) =>
  ({ action, kind: 'game', id: game.id, name: game.title, reason }) as const

const noGame = () => notFound('Failed to load game')
