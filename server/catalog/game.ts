import type { Game, Picture } from '@nofiller/contract/catalog/catalog'
import type { ContentView } from '@nofiller/contract/catalog/content-choice'
import { THEMES, WARNING_LEVELS } from '@nofiller/contract/content-limits/content-warnings'
import {
  HIDDEN_BY_BLOCKS,
  type HiddenTheme,
  type Hiding,
  hiddenByText,
} from '@nofiller/contract/content-limits/limit-rules'
import { shownFollowers } from '@nofiller/contract/follows/follow-rules'
import { type RawBuilder, sql } from 'kysely'
import { validate as isUuid } from 'uuid'
import type { Account } from '../platform/caller.ts'
import type { Queryable } from '../platform/database/database.ts'
import { PREPARED } from '../platform/database/prepared-statements.ts'
import type { GameRow } from '../platform/database/tables.ts'
import { cleanHtml } from '../platform/html.ts'
import type { Audience, Hidden } from '../platform/http/audience.ts'
import { forbidden, notFound } from '../platform/http/errors/errors.ts'
import type { Store } from '../store.ts'
import { cardOfJson, selectCards, toCard } from './card.ts'
import { availableFrom, comingJson, supportersJson, toComing, toSupporterOffer } from './coming-releases.ts'
import { descriptionFor, isWithheld, pictureFor } from './content-choice.ts'
import { toContentWarnings, waitingAnswers, warningsJson } from './content-warnings.ts'
import { type FileJson, fileJson, toFile } from './file.ts'
import { reviewsJson, toReviewSummary, withoutTexts } from './game-reviews.ts'
import { followersOfGame, latestPostsJson, newestReleaseJson } from './newest-release.ts'
import { findOwnGame } from './own-game.ts'
import { relatedJson, rowOf } from './related.ts'
import { findReviewerNotes } from './reviewer-notes.ts'
import type { ThemePolicy } from './theme-policy.ts'
import { pageSeenBy } from './visibility.ts'
import { beyondLimits } from './within-limits.ts'

/** The files for sale or for trying, as JSON, so that a game is one query. */
const filesJson = sql<FileJson[]>`(
  select coalesce(json_agg(${fileJson} order by position), '[]')
  from built_files where game_id = games.id and withdrawn_at is null)`.as('files')

/** Prices tell of a sale only when it ends; of two that end together, the one that began last. */
const saleBeganAt = sql<Date | null>`(
  select max(sales.begins_at) from sale_games join sales on sales.id = sale_games.sale_id
  where sale_games.game_id = games.id and sales.state = 'running' and sales.ends_at = games.sale_ends_at
)`.as('sale_began_at')

/** That of the present title, cover and choice; an older one is not shown, nor that of a game that is not listed. */
const sharePicture = sql<string | null>`(
  select url from share_pictures where game_id = games.id and drawn = wanted and games.visibility = 'public')`.as(
  'share_picture',
)

/** Nothing of a game is read for who may not see it, so that it takes no longer than one that does not exist. */
const selectGame = (
  db: Queryable,
  idOrSlug: string,
  audience: Audience,
  { mayBeRead, ownerId }: { mayBeRead: RawBuilder<boolean>; ownerId: string | null },
) =>
  selectCards(db)
    .modifyFront(PREPARED)
    .select([
      'games.description',
      'games.pay_what_you_want',
      'games.project_type',
      'games.stage',
      'games.status',
      'games.visibility',
      'games.theme',
      'games.cover',
      'games.screenshots',
      'games.page_bg',
      'games.warning_codes',
      'games.buy_button',
      'games.demo_button',
      'games.updated_at',
    ])
    .select([filesJson, warningsJson, newestReleaseJson, comingJson, supportersJson])
    .select([latestPostsJson, followersOfGame, reviewsJson(db)])
    .select([
      availableFrom.as('available_from'),
      saleBeganAt,
      sharePicture,
      relatedJson(audience, ownerId).as('related'),
    ])
    .where(idColumn(idOrSlug), '=', idOrSlug)
    .where(mayBeRead)

export const idColumn = (idOrSlug: string) => (isUuid(idOrSlug) ? 'games.id' : 'games.slug')

/**
 * A full game by id or slug. Drafts and suspended games are null to all but their developer and admins (requirements 4.9), private
 * ones to all but these two and owners (LA1),
 * files that a copyright notice names are only for these two, and viewers who chose SFW only get an NSFW game without its pictures and texts. Developer and admins, who edit it, get
 * its pictures as they are. Limits, blocks and what the viewer owns leave out related games; `whyHidden` says whether they hide the
 * game itself.
 */
export async function findGame(
  { db, config }: Pick<Store, 'db' | 'config'>,
  idOrSlug: string,
  viewer: Account | null,
  audience: Audience,
): Promise<Game | null> {
  const ownerId = viewer?.id ?? audience.hidden?.blocks?.accountId ?? null
  const mayBeRead = sql<boolean>`(${pageSeenBy(viewer)} or ${isTheirs(viewer)})`
  const row = await selectGame(db, idOrSlug, audience, { mayBeRead, ownerId }).executeTakeFirst()
  if (!row) return null
  if (!belongsTo(viewer, row)) return forVisitors(row, audience, config.THEME_POLICY)
  const game = toGame(row, 'show', config.THEME_POLICY)
  const [waiting, reviewerNotes] = await Promise.all([
    waitingAnswers(db, row.id),
    findReviewerNotes(db, row.id),
  ])
  return {
    ...game,
    reviewerNotes,
    contentWarnings: { ...game.contentWarnings, ...(waiting.length > 0 && { waiting }) },
  }
}

/** What visitors of an audience get of a game. */
function forVisitors(row: GameQueryRow, { view }: Audience, policy: ThemePolicy): Game {
  const offered = { ...row, files: row.files.filter((file) => !file.is_paused) }
  const game = toGame(offered, view, policy)
  return isWithheld(view, row.category) ? withheld(game) : game
}

/** A game's page as an audience gets it: the themes that hide the game from it, or else the game. */
export type SeenGame = { hiddenBy: HiddenTheme[]; game: Game | null }

/**
 * A game as visitors of an audience see it or, while it is not public, would see it: for who may change it (PF3).
 * @throws HttpError 404
 */
export async function gameSeenBy(
  { db, config }: Pick<Store, 'db' | 'config'>,
  author: Account,
  gameId: string,
  audience: Audience,
): Promise<SeenGame> {
  await findOwnGame(db, author, gameId)
  const row = await selectGame(db, gameId, audience, {
    mayBeRead: sql`true`,
    ownerId: null,
  }).executeTakeFirstOrThrow(() => notFound())
  const hiddenBy = audience.hidden ? await hiddenThemes(db, row, audience.hidden) : []
  return { hiddenBy, game: hiddenBy.length > 0 ? null : forVisitors(row, audience, config.THEME_POLICY) }
}

/**
 * Why an audience's limits or blocks hide a game; null when it is shown, as to its developer and to admins, or when visitors
 * may not see it at all.
 */
export async function whyHidden(
  db: Queryable,
  idOrSlug: string,
  viewer: Account | null,
  { hidden }: Audience,
): Promise<Hiding | null> {
  if (hidden === null) return null
  const row = await db
    .selectFrom('games')
    .select(['id', 'developer_id', 'warning_codes'])
    .select(beyondLimits({ codes: [], blocks: hidden.blocks }).as('is_blocked'))
    .where(idColumn(idOrSlug), '=', idOrSlug)
    .where(pageSeenBy(viewer))
    .executeTakeFirst()
  if (!row || belongsTo(viewer, row)) return null
  if (row.is_blocked) return { by: 'blocks', text: HIDDEN_BY_BLOCKS }
  const themes = await hiddenThemes(db, row, hidden)
  return themes.length > 0 ? { by: 'limits', text: hiddenByText(themes) } : null
}

/** @throws HttpError 403 `hidden_by_limits`, `hidden_by_blocks` */
export function refuseHidden(hiding: Hiding | null): void {
  if (hiding) throw forbidden(hiding.text, `hidden_by_${hiding.by}`)
}

/** The themes for which limits hide a game. A spoiler theme comes without its name. */
async function hiddenThemes(
  db: Queryable,
  game: Pick<GameRow, 'id' | 'warning_codes'>,
  hidden: Hidden,
): Promise<HiddenTheme[]> {
  const codes = game.warning_codes.filter((code) => hidden.codes.includes(code))
  if (codes.length === 0) return []
  const spoilers = await db
    .selectFrom('content_warnings')
    .select('theme')
    .where('game_id', '=', game.id)
    .where('spoiler', '=', true)
    .execute()
  const isSpoiler = (code: number) => spoilers.some(({ theme }) => theme === Math.floor(code / 8))
  const named = codes.filter((code) => !isSpoiler(code)).flatMap(themeOf)
  return codes.some(isSpoiler) ? [...named, { theme: null, level: null }] : named
}

/** The meaning of a code of `games.warning_codes`. */
function themeOf(code: number): HiddenTheme[] {
  const theme = THEMES.find(({ number }) => number === Math.floor(code / 8))
  const level = WARNING_LEVELS[Math.floor((code % 8) / 2) - 1] ?? 'unknown'
  return theme ? [{ theme: theme.id, level }] : []
}

const belongsTo = (viewer: Account | null, { developer_id }: Pick<GameRow, 'developer_id'>): boolean =>
  viewer !== null && (viewer.role === 'admin' || viewer.id === developer_id)

/** The same as a condition on `games`. */
function isTheirs(viewer: Account | null): RawBuilder<boolean> {
  if (viewer?.role === 'admin') return sql`true`
  return viewer === null ? sql`false` : sql`games.developer_id = ${viewer.id}`
}

type GameQueryRow = NonNullable<Awaited<ReturnType<ReturnType<typeof selectGame>['executeTakeFirst']>>>

function toGame(row: GameQueryRow, view: ContentView, policy: ThemePolicy): Game {
  const demo = row.files.find((file) => file.kind === 'demo')
  const shown = <Stored extends Picture | null>(picture: Stored) => pictureFor(view, row.category, picture)
  /** A blurred button would be illegible, so the default one is shown instead. */
  const button = (picture: Picture | null) => (shown(picture)?.veil ? null : picture)
  const card = toCard(row, view)
  const related = rowOf(row.related)
  return {
    ...card,
    ...row.theme,
    payWhatYouWant: row.pay_what_you_want,
    description: descriptionFor(view, row.category, cleanHtml(row.description) ?? ''),
    projectType: row.project_type,
    stage: row.stage,
    status: row.status,
    visibility: row.visibility,
    gameFiles: row.files.filter((file) => file.kind === 'file').map(toFile),
    demoFile: demo ? { name: demo.name, size: demo.size_bytes, url: `/api/games/${row.id}/demo` } : null,
    cardImage: card.cardImageUrl,
    coverImage: shown(row.cover),
    screenshots: row.screenshots.map(shown),
    pageBgImage: shown(row.page_bg),
    buyButtonImage: button(row.buy_button),
    demoButtonImage: button(row.demo_button),
    sharePicture: row.share_picture,
    contentWarnings: toContentWarnings(row.warnings, policy),
    posts: row.posts.map((post) => ({ ...post, publishedAt: new Date(post.publishedAt).toISOString() })),
    followers: shownFollowers(row.followers ?? 0),
    reviews: toReviewSummary(row.reviews),
    release: row.release && { ...row.release, releasedAt: new Date(row.release.releasedAt).toISOString() },
    coming: row.coming.map(toComing),
    supporters: row.supporters && toSupporterOffer(row.supporters),
    availableFrom: row.available_from?.toISOString() ?? null,
    saleBeganAt: row.sale_began_at?.toISOString() ?? null,
    related: related.games.map((game) => cardOfJson(game, view)),
    relatedBy: related.kind,
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
  sharePicture: null,
  posts: [],
  reviews: withoutTexts(game.reviews),
  release: game.release && { ...game.release, summary: '', knownProblems: '', savesNote: '' },
  coming: game.coming.map((release) => ({
    ...release,
    news: release.news && { ...release.news, summary: '', savesNote: '' },
  })),
  contentWarnings: {
    ...game.contentWarnings,
    contains: game.contentWarnings.contains.map((warning) => ({ ...warning, note: null })),
  },
})
