import type { Game, OwnGame } from '@nofiller/contract/catalogue'
import type { ContentChoice } from '@nofiller/contract/content-choice'
import { dollarsOf } from '@nofiller/contract/money'
import { sql } from 'kysely'
import { validate as isUuid } from 'uuid'
import type { Database, Queryable } from '../platform/database/database.ts'
import { PLANNED_ONCE } from '../platform/database/planned-once.ts'
import type { GameRow } from '../platform/database/tables.ts'
import { cleanHtml } from '../platform/html.ts'
import type { Account } from '../platform/http/serve.ts'
import { cardOfJson, selectCards, toCard } from './card.ts'
import { isWithheld } from './content-choice.ts'
import { type FileJson, fileJson, toFile } from './file.ts'
import { relatedJson } from './related.ts'

/** The files for sale or for trying, as JSON, so that a game is one query. */
const filesJson = sql<FileJson[]>`(
  select coalesce(json_agg(${fileJson} order by position), '[]')
  from built_files where game_id = games.id and withdrawn_at is null)`.as('files')

const selectGame = (db: Queryable, idOrSlug: string, choice: ContentChoice) =>
  selectCards(db)
    .modifyFront(PLANNED_ONCE)
    .select([
      'games.description',
      'games.project_type',
      'games.stage',
      'games.status',
      'games.suspended_at',
      'games.theme',
      'games.cover',
      'games.screenshots',
      'games.page_bg',
      'games.buy_button',
      'games.demo_button',
      'games.updated_at',
    ])
    .select([filesJson, relatedJson(choice).as('related')])
    .where(isUuid(idOrSlug) ? 'games.id' : 'games.slug', '=', idOrSlug)

/**
 * A whole game by id or slug. Drafts and suspended games are null to all but their developer and admins (decisions §4),
 * and who chose SFW only gets what is left of an NSFW game without its pictures and words, unless it is theirs.
 */
export async function findGame(
  db: Database,
  idOrSlug: string,
  viewer: Account | null,
  choice: ContentChoice,
): Promise<Game | null> {
  const row = await selectGame(db, idOrSlug, choice).executeTakeFirst()
  if (!row) return null
  const isTheirs = viewer !== null && (viewer.role === 'admin' || viewer.id === row.developer_id)
  if (!isPublic(row) && !isTheirs) return null
  const game = toGame(row)
  return !isTheirs && isWithheld(choice, game.category) ? withheld(game) : game
}

/** Whether visitors may see a game. */
export const isPublic = (row: Pick<GameRow, 'status' | 'suspended_at'>): boolean =>
  row.status === 'published' && row.suspended_at === null

type GameQueryRow = NonNullable<Awaited<ReturnType<ReturnType<typeof selectGame>['executeTakeFirst']>>>

function toGame(row: GameQueryRow): Game {
  const demo = row.files.find((file) => file.kind === 'demo')
  return {
    ...toCard(row),
    ...row.theme,
    description: cleanHtml(row.description) ?? '',
    projectType: row.project_type,
    stage: row.stage,
    status: row.status,
    gameFiles: row.files.filter((file) => file.kind === 'file').map(toFile),
    demoFile: demo ? { name: demo.name, size: demo.size_bytes, url: `/api/games/${row.id}/demo` } : null,
    cardImage: row.card?.url ?? null,
    coverImage: row.cover,
    screenshots: row.screenshots,
    pageBgImage: row.page_bg,
    buyButtonImage: row.buy_button,
    demoButtonImage: row.demo_button,
    related: row.related.map(cardOfJson),
    withheld: false,
    updatedAt: row.updated_at.toISOString(),
  }
}

const withheld = (game: Game): Game => ({
  ...game,
  withheld: true,
  description: '',
  cardImageUrl: null,
  cardPicture: null,
  cardImage: null,
  coverImage: null,
  screenshots: [],
  pageBgImage: null,
  buyButtonImage: null,
  demoButtonImage: null,
})

/** A developer's games, newest first, with what each sold. */
export async function ownGames(db: Database, developerId: string): Promise<OwnGame[]> {
  const rows = await selectCards(db)
    .select(['games.status', 'games.suspended_at', 'games.updated_at', 'games.sales', 'games.revenue_cents'])
    .where('games.developer_id', '=', developerId)
    .orderBy('games.created_at', 'desc')
    .limit(1_000)
    .execute()
  return rows.map((row) => ({
    ...toCard(row),
    status: row.status,
    visibility: isPublic(row) ? 'public' : 'private',
    updatedAt: row.updated_at.toISOString(),
    totalSales: row.sales,
    totalRevenue: dollarsOf(row.revenue_cents),
  }))
}
