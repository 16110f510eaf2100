import { summaryOf } from '@nofiller/contract/authoring/summary'
import { THEMES, WARNING_LEVELS } from '@nofiller/contract/content-limits/content-warnings'
import type { ApprovalAsset } from '@nofiller/contract/moderation/moderation'
import { dollarsOf, showPrice } from '@nofiller/contract/pricing/money'
import { partOfPost } from '@nofiller/contract/reports/report-rules'
import { showSize } from '@nofiller/contract/text/size'
import { sql } from 'kysely'
import { findReviewerNotes } from '../../catalog/reviewer-notes.ts'
import type { Queryable } from '../../platform/database/database.ts'
import type { GameRow } from '../../platform/database/tables.ts'

/** A game as an admin reviews it: the name of each part, and its text or the address of its picture. */
export type Snapshot = Record<string, string>

/** A part that exists only if the game's developer wants weaker warnings. */
export const REQUESTED_WARNINGS = 'Weaker warnings asked for'

const DESCRIPTION_MAX = 50_000

/** A game as it is now. */
export async function snapshotOf(db: Queryable, gameId: string): Promise<Snapshot> {
  const game = await db.selectFrom('games').selectAll().where('id', '=', gameId).executeTakeFirstOrThrow()
  const pictures = picturesOf(game).map(({ name, picture }) => [name, picture.url])
  return {
    Title: game.title,
    Description: summaryOf(game.description, DESCRIPTION_MAX),
    Price: game.is_free ? 'Free' : showPrice(dollarsOf(game.price_cents)),
    Tags: game.tags.join(', '),
    Warnings: await warningsOf(db, gameId),
    ...(await requestedWarningsOf(db, gameId)),
    ...(await notesOf(db, gameId)),
    Kind: `${game.project_type}, ${game.stage}, ${game.category}`,
    ...Object.fromEntries(pictures),
    ...Object.fromEntries((await filesOf(db, gameId)).map(({ name, line }) => [name, line])),
    ...Object.fromEntries((await postsOf(db, gameId)).map(({ name, text }) => [name, text])),
  }
}

/** The pictures of a game that its page shows. */
export function picturesOf(
  game: Pick<GameRow, 'card' | 'cover' | 'screenshots' | 'page_bg' | 'buy_button' | 'demo_button'>,
) {
  const named = [
    { name: 'Card picture', picture: game.card },
    { name: 'Cover', picture: game.cover },
    ...game.screenshots.map((picture, index) => ({ name: `Screenshot ${index + 1}`, picture })),
    { name: 'Page background', picture: game.page_bg },
    { name: 'Buy button', picture: game.buy_button },
    { name: 'Demo button', picture: game.demo_button },
  ]
  return named.flatMap(({ name, picture }) => (picture ? [{ name, picture }] : []))
}

/** `Gore and torture shown, Cheating implied, 2 not answered`; themes that the game lacks are left out. */
async function warningsOf(db: Queryable, gameId: string): Promise<string> {
  const rows = await db
    .selectFrom('content_warnings')
    .select(['theme', 'level'])
    .where('game_id', '=', gameId)
    .orderBy('theme')
    .execute()
  const named = rows.flatMap(({ theme, level }) => {
    const label = THEMES.find(({ number }) => number === theme)?.label
    return level === 0 ? [] : [`${label} ${WARNING_LEVELS[level - 1]}`]
  })
  const open = THEMES.length - rows.length
  return [...named, ...(open > 0 ? [`${open} not answered`] : [])].join(', ')
}

/** `Gore and torture not in it, Cheating implied`: the warnings that its developer wants. */
async function requestedWarningsOf(db: Queryable, gameId: string): Promise<Snapshot> {
  const rows = await db
    .selectFrom('wanted_warnings')
    .select(['theme', 'level', 'avoidable'])
    .where('game_id', '=', gameId)
    .orderBy('theme')
    .execute()
  const requested = rows.map(({ theme, level, avoidable }) => {
    const label = THEMES.find(({ number }) => number === theme)?.label
    return `${label} ${WARNING_LEVELS[level - 1] ?? 'not in it'}${avoidable ? ', avoidable' : ''}`
  })
  return requested.length > 0 ? { [REQUESTED_WARNINGS]: requested.join('; ') } : {}
}

async function notesOf(db: Queryable, gameId: string): Promise<Snapshot> {
  const { adultsStatedAt, strongestScene } = await findReviewerNotes(db, gameId)
  return {
    ...(adultsStatedAt && { Ages: 'Everyone in a sexual scene is, and looks, 18 or older' }),
    ...(strongestScene && { 'Strongest scene': strongestScene }),
  }
}

async function filesOf(db: Queryable, gameId: string): Promise<{ name: string; line: string }[]> {
  const { rows } = await sql<{
    name: string
    kind: string
    device: string
    size_bytes: number
    built_at: Date
  }>`
    select name, kind, device, size_bytes, built_at
    from built_files where game_id = ${gameId} and withdrawn_at is null order by kind, position`.execute(db)
  return rows.map(({ name, kind, device, size_bytes, built_at }) => ({
    name: kind === 'demo' ? `Demo ${name}` : `File ${name}`,
    line: `${device}, ${showSize(size_bytes)}, uploaded ${built_at.toISOString().slice(0, 19)}Z`,
  }))
}

/** How many posts are reviewed with a game. */
const POSTS_MAX = 10

/** The posts that were written last of those that are out. Each is compared by itself, also where two have one title. */
async function postsOf(db: Queryable, gameId: string): Promise<{ id: string; name: string; text: string }[]> {
  const rows = await db
    .selectFrom('live_posts')
    .select(['id', 'title', 'body'])
    .where('game_id', '=', gameId)
    .orderBy(sql`greatest(published_at, edited_at)`, 'desc')
    .orderBy('id', 'desc')
    .limit(POSTS_MAX)
    .execute()
  const names = new Set<string>()
  return rows.map(({ id, title, body }) => {
    const name = names.has(postName(title)) ? `${postName(title)} ${id}` : postName(title)
    names.add(name)
    return { id, name, text: summaryOf(body, DESCRIPTION_MAX) }
  })
}

/** A post by its name in decisions. */
export const postName = (title: string): string => `Post “${title}”`

/**
 * The parts that a decision about a game can name: each of its pictures, files, texts and newest posts. A post is known by its id,
 * as its title can change and need not be the only one.
 */
export async function assetsOf(db: Queryable, game: GameRow): Promise<ApprovalAsset[]> {
  const notes = game.category === 'NSFW' ? ['Ages', 'Strongest scene'] : []
  const texts = ['Title', 'Description', 'Price', 'Tags', 'Warnings', ...notes].map((name) => ({
    id: name,
    name,
    picture: null,
  }))
  const pictures = picturesOf(game).map(({ name, picture: { url, blur, width, height } }) => ({
    id: name,
    name,
    picture: { url, blur, width, height },
  }))
  const files = (await filesOf(db, game.id)).map(({ name }) => ({ id: name, name, picture: null }))
  const posts = (await postsOf(db, game.id)).map(({ id, name }) => ({
    id: partOfPost(id),
    name,
    picture: null,
  }))
  return [...pictures, ...files, ...texts, ...posts]
}
