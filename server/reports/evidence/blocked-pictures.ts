import type { Picture } from '@nofiller/contract/catalog/catalog'
import { postOfPart, type ReportCategory } from '@nofiller/contract/reports/report-rules'
import { sql } from 'kysely'
import { picturesOf } from '../../moderation/approvals/snapshot.ts'
import { pictureKeysIn, reportedPictures } from '../../moderation/reported.ts'
import type { Queryable, Tx } from '../../platform/database/database.ts'
import type { GameRow } from '../../platform/database/tables.ts'
import type { Store } from '../../store.ts'
import { type Copy, holdCopy } from './hold-copy.ts'

/** The places that name the pictures of a game's page: its picture fields and its description. */
const NAMING = [
  'card',
  'cover',
  'screenshots',
  'page_bg',
  'buy_button',
  'demo_button',
  'description',
] as const
type Pictured = Pick<GameRow, 'id' | 'title' | 'developer_id' | (typeof NAMING)[number]> & { beside: string }

/** What the releases and posts of a game say, drafts too; each is checked when it is saved. */
const besidePage = sql<string>`written_beside_page(games)`

type BadGame = { gameId: string; category: ReportCategory }

/** What a decision about a report names, and the reported part with the storage keys of its pictures in the report. */
type Named = {
  decisionId: string
  assets: readonly string[]
  reported: { asset: string; pictureKeys: readonly string[] }
}

/**
 * Blocks the pictures that a decision names store-wide, both the stored files and all others made from the same uploads:
 * every other game that shows one of them is hidden and gets its own case. Of the reported part they are those of the report,
 * which its developer may have replaced since.
 */
export async function blockPictures(
  store: Store,
  tx: Tx,
  { gameId, category }: BadGame,
  { decisionId, assets, reported }: Named,
): Promise<void> {
  const others = assets.filter((id) => id !== reported.asset)
  const hashes = [
    ...(assets.includes(reported.asset) ? hashesIn(reported.pictureKeys.join(' ')) : []),
    ...picturesOf(await gameOf(tx, gameId)).flatMap(({ name, picture }) =>
      others.includes(name) ? hashesIn(picture.url) : [],
    ),
    ...(await postsOf(tx, gameId, others)).flatMap(({ body }) => hashesIn(body)),
  ]
  if (hashes.length === 0) return
  const blocked = await tx
    .insertInto('blocked_hashes')
    .values(
      (await withSameSource(tx, hashes)).map((sha256) => ({
        sha256,
        category,
        decision_id: decisionId,
        blocked_at: store.clock(),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('sha256')
    .execute()
  const added = blocked.filter(({ sha256 }) => isPicture(sha256)).map(({ sha256 }) => sha256.toString('hex'))
  if (added.length > 0) await holdOthers(store, tx, { gameId, category }, added)
}

const postsOf = (tx: Tx, gameId: string, assets: readonly string[]) =>
  tx
    .selectFrom('posts')
    .select('body')
    .where('game_id', '=', gameId)
    .where(
      'id',
      '=',
      sql<string>`any(${sql.val(assets.map(postOfPart).filter((id) => id !== null))}::uuid[])`,
    )
    .execute()

const isPicture = (hash: Buffer): boolean => hash.length === 16

/** Stored pictures, the uploads they were made from, and all other pictures made from those. */
async function withSameSource(tx: Tx, hashes: readonly string[]): Promise<Buffer[]> {
  const pictures = sql.val(hashes.map((hash) => Buffer.from(hash, 'hex')))
  const { rows } = await sql<{ hash: Buffer }>`
    with sources as (select source_sha256 from picture_sources where picture = any(${pictures}))
    select unnest(${pictures}::bytea[]) as hash
    union select source_sha256 from sources
    union select picture from picture_sources where source_sha256 in (select source_sha256 from sources)`.execute(
    tx,
  )
  return rows.map(({ hash }) => hash)
}

/** The texts of all games are read once, which takes seconds in a catalog of 100,000. */
async function holdOthers(
  store: Store,
  tx: Tx,
  { gameId, category }: BadGame,
  hashes: readonly string[],
): Promise<void> {
  await sql`set local statement_timeout = '1min'`.execute(tx)
  const pictures = sql`concat_ws(' ', ${sql.join(NAMING.map((column) => sql.ref(column)))}, ${besidePage})`
  const copies = await tx
    .selectFrom('games')
    .select('id')
    .where('id', '<>', gameId)
    .where(sql<boolean>`${pictures} like any (${sql.val(hashes.map((hash) => `%/${hash}%`))}::text[])`)
    .orderBy('id')
    .execute()
  for (const { id } of copies) {
    const copy = await gameOf(tx, id)
    const shown = new Set([...hashesOf(copy), ...hashesIn(copy.beside)])
    for (const hash of hashes.filter((one) => shown.has(one)))
      await holdPicture(store, tx, copy, { category, hash })
  }
}

/**
 * Hides a game that was saved with a blocked picture. Pictures from before the save were checked when they were blocked.
 * @param before the game's pictures before the save; null for a new game
 */
export async function checkPictures(
  store: Store,
  tx: Tx,
  gameId: string,
  before: Pick<Pictured, (typeof NAMING)[number]> | null,
): Promise<void> {
  const game = await gameOf(tx, gameId)
  const known = new Set(before ? hashesOf(before) : [])
  const added = hashesOf(game).filter((hash) => !known.has(hash))
  if (added.length === 0) return
  for (const picture of await blockedAmong(tx, added)) await holdPicture(store, tx, game, picture)
}

/** Whether a text shows a blocked picture of this store. */
export const showsBlocked = async (db: Queryable, html: string): Promise<boolean> =>
  (await blockedAmong(db, hashesIn(html))).length > 0

async function blockedAmong(db: Queryable, hashes: readonly string[]) {
  const { rows } = await sql<{ hash: string; category: ReportCategory }>`
    select distinct on (picture) encode(picture, 'hex') as hash, category
    from unnest(${sql.val(hashes.map((hash) => Buffer.from(hash, 'hex')))}::bytea[]) as shown (picture)
    left join picture_sources using (picture)
    join blocked_hashes on blocked_hashes.sha256 in (picture, source_sha256)
    order by picture`.execute(db)
  return rows
}

const gameOf = (tx: Tx, id: string): Promise<Pictured> =>
  tx
    .selectFrom('games')
    .select(['id', 'title', 'developer_id', ...NAMING, besidePage.as('beside')])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

async function holdPicture(
  store: Store,
  tx: Tx,
  game: Pictured,
  { category, hash }: { category: ReportCategory; hash: string },
): Promise<void> {
  const copy: Copy = { gameId: game.id, category, part: partWith(game, hash) }
  const shown = JSON.stringify([...NAMING.map((column) => game[column]), game.beside])
  const keys = pictureKeysIn(shown).filter((key) => key.includes(hash))
  await holdCopy(store, tx, copy, reportedPictures(game, keys))
}

/** The part of a report that holds the picture; the page, for a picture that cannot be reported by itself. */
function partWith({ card, cover, screenshots }: Pictured, hash: string): string {
  const shows = (picture: Picture | null) => picture?.url.includes(hash)
  if (shows(card)) return 'card'
  if (shows(cover)) return 'cover'
  const index = screenshots.findIndex(shows)
  return index < 0 ? 'page' : `screenshot-${index + 1}`
}

const hashesOf = (game: Pick<Pictured, (typeof NAMING)[number]>): string[] =>
  hashesIn(JSON.stringify(NAMING.map((column) => game[column])))

/** The names of stored pictures: the start of the SHA-256 of their bytes. */
const hashesIn = (text: string): string[] =>
  pictureKeysIn(text).flatMap((key) => key.match(/[0-9a-f]{32}(?=\.webp$)/) ?? [])
