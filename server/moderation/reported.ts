import type { Picture } from '@nofiller/contract/catalog/catalog'
import { postOfPart, REPORTED_PART, type ReportSubject } from '@nofiller/contract/reports/report-rules'
import { plural } from '@nofiller/contract/text/digits'
import { sql } from 'kysely'
import { shownName, shownText } from '../catalog/shown-review.ts'
import { pageSeenBy } from '../catalog/visibility.ts'
import type { Queryable } from '../platform/database/database.ts'
import type { ReportSnapshot } from '../platform/database/tables.ts'
import { notFound } from '../platform/http/errors/errors.ts'
import { sha256 } from '../platform/signatures.ts'

export type Reported = {
  snapshot: ReportSnapshot
  /** Changes when the part does. */
  contentHash: Buffer
}

/** A part of a published game, of a developer's profile, or of a shown review, as it is now. @throws HttpError 404 */
export async function findReported(
  db: Queryable,
  { subject, id, part }: { subject: ReportSubject; id: string; part: string },
): Promise<Reported> {
  if (!REPORTED_PART.test(part)) throw nothingThere()
  const snapshot = await PARTS_OF[subject](db, id, part)
  return { snapshot, contentHash: hashOf(snapshot) }
}

/** Nobody reports what they cannot see: a private game, or a review of one, of which they own nothing. @throws HttpError 404 */
export async function refuseUnseen(
  db: Queryable,
  reporter: { id: string } | null,
  { subject, id }: { subject: ReportSubject; id: string },
): Promise<void> {
  if (subject === 'developer') return
  const gameId = subject === 'game' ? sql`${id}` : sql`(select game_id from reviews where id = ${id})`
  const caller = reporter && { id: reporter.id, role: 'player' as const }
  const { rows } = await sql`
    select from games where id = ${gameId} and visibility = 'private' and not ${pageSeenBy(caller)}`.execute(
    db,
  )
  if (rows.length > 0) throw nothingThere()
}

const PARTS_OF: Record<ReportSubject, (db: Queryable, id: string, part: string) => Promise<ReportSnapshot>> =
  { game: partOfGame, developer: partOfProfile, review: partOfReview }

/** The hash leaves out title and developer: both may change without changing what was reported. */
const hashOf = ({ text, pictures, file }: ReportSnapshot): Buffer =>
  sha256(JSON.stringify([text, pictures, file?.sha256 ?? file?.name]))

async function partOfGame(db: Queryable, id: string, part: string): Promise<ReportSnapshot> {
  const game = await db
    .selectFrom('games')
    .select(['title', 'developer_id', 'description', 'card', 'cover', 'screenshots'])
    .where('id', '=', id)
    .where('published_at', 'is not', null)
    .executeTakeFirst()
  if (!game) throw nothingThere()
  const nothing = { title: game.title, developerId: game.developer_id, text: null, pictures: [], file: null }
  if (part === 'text' || part === 'page') {
    const said = await saidInReleases(db, id)
    const text = [game.description, ...said].join('\n')
    if (part === 'text') return { ...nothing, text, pictures: pictureKeysIn(said.join(' ')) }
    const pictures = [
      ...keysOf([game.card, game.cover, ...game.screenshots]),
      ...pictureKeysIn(said.join(' ')),
    ]
    return { ...nothing, text, pictures, file: await allFiles(db, id) }
  }
  if (part.startsWith('file-'))
    return { ...nothing, file: await findFile(db, id, part.slice('file-'.length)) }
  const postId = postOfPart(part)
  if (postId !== null) return { ...nothing, ...(await findPost(db, id, postId)) }
  const pictures = keysOf([pictureOf(game, part)])
  if (pictures.length === 0) throw nothingThere()
  return { ...nothing, pictures }
}

/** What the live releases of a game say, the newest first; a page shows it beside the description. */
async function saidInReleases(db: Queryable, gameId: string): Promise<string[]> {
  const releases = await db
    .selectFrom('releases')
    .select(['summary', 'notes', 'known_problems', 'saves_note'])
    .where('game_id', '=', gameId)
    .where('live_at', 'is not', null)
    .where('withdrawn_at', 'is', null)
    .orderBy('live_at', 'desc')
    .execute()
  return releases
    .flatMap((release) => [release.summary, release.notes, release.known_problems, release.saves_note])
    .filter((text) => text !== '')
}

/** The storage keys of the pictures that a text shows. */
export const pictureKeysIn = (text: string): string[] => [
  ...new Set([...text.matchAll(/uploads\/[a-z0-9./-]+\.webp/g)].map(([key]) => key)),
]

type Pictures = { card: Picture | null; cover: Picture | null; screenshots: Picture[] }

function pictureOf({ card, cover, screenshots }: Pictures, part: string): Picture | null {
  if (part === 'card') return card
  if (part === 'cover') return cover
  return screenshots[Number(part.slice('screenshot-'.length)) - 1] ?? null
}

const keysOf = (pictures: readonly (Picture | null)[]): string[] =>
  pictures.flatMap((picture) => (picture ? [picture.url.slice(1)] : []))

/** A post that is out, with its pictures. */
async function findPost(db: Queryable, gameId: string, postId: string) {
  const post = await db
    .selectFrom('live_posts')
    .select(['title', 'body'])
    .where('id', '=', postId)
    .where('game_id', '=', gameId)
    .executeTakeFirst()
  if (!post) throw nothingThere()
  return { text: `${post.title}\n${post.body}`, pictures: pictureKeysIn(post.body) }
}

async function findFile(db: Queryable, gameId: string, fileId: string) {
  const file = await db
    .selectFrom('built_files')
    .select('build_id')
    .where('id', '=', fileId)
    .where('game_id', '=', gameId)
    .executeTakeFirst()
  if (!file) throw nothingThere()
  return findBuild(db, file.build_id)
}

async function findBuild(db: Queryable, buildId: string) {
  const build = await db
    .selectFrom('file_builds')
    .select(['name', 'sha256', 'storage_key'])
    .where('id', '=', buildId)
    .executeTakeFirstOrThrow()
  return { name: build.name, sha256: build.sha256?.toString('hex') ?? build.storage_key }
}

/** A build of any game, also of one that was never public. */
export async function findBuildReported(db: Queryable, gameId: string, buildId: string): Promise<Reported> {
  const { title, developer_id } = await db
    .selectFrom('games')
    .select(['title', 'developer_id'])
    .where('id', '=', gameId)
    .executeTakeFirstOrThrow()
  const file = await findBuild(db, buildId)
  const snapshot = { title, developerId: developer_id, text: null, pictures: [], file }
  return { snapshot, contentHash: hashOf(snapshot) }
}

/** Pictures of any game, also of one that was never public, as one part. */
export function reportedPictures(
  { title, developer_id }: { title: string; developer_id: string },
  pictures: string[],
): Reported {
  const snapshot = { title, developerId: developer_id, text: null, pictures, file: null }
  return { snapshot, contentHash: hashOf(snapshot) }
}

/** All files of a game as one part, so a page changes with each. */
async function allFiles(db: Queryable, gameId: string) {
  const files = await db
    .selectFrom('built_files')
    .select(['name', 'storage_key'])
    .where('game_id', '=', gameId)
    .orderBy('storage_key')
    .execute()
  const name = plural(files.length, 'file')
  return { name, sha256: sha256(files.map((file) => file.storage_key).join()).toString('hex') }
}

/** The texts of a developer's page, as one part. */
async function partOfProfile(db: Queryable, id: string): Promise<ReportSnapshot> {
  const { rows } = await sql<{ username: string; text: string; avatar: string | null }>`
    select username, concat_ws(e'\n', username, display_name, bio, website, twitter, patreon) as text
    from accounts where id = ${id} and role <> 'player' and suspended_at is null`.execute(db)
  const [developer] = rows
  if (!developer) throw nothingThere()
  return { title: developer.username, developerId: id, text: developer.text, pictures: [], file: null }
}

/** What readers see of a review. Who wrote it stands in the snapshot alone, for the statement of reasons. */
async function partOfReview(db: Queryable, id: string, part: string): Promise<ReportSnapshot> {
  const review = await db
    .selectFrom('reviews')
    .innerJoin('games', 'games.id', 'reviews.game_id')
    .leftJoin('review_answers as answer', (on) =>
      on.onRef('answer.review_id', '=', 'reviews.id').on('answer.removed_at', 'is', null),
    )
    .select(['games.title', 'reviews.game_id', 'reviews.account_id', 'reviews.name_kind'])
    .select(['answer.author_id', 'answer.text as answer', shownText.as('text'), shownName.as('name')])
    .where('reviews.id', '=', id)
    .where('reviews.is_shown', '=', true)
    .executeTakeFirst()
  if (!review) throw nothingThere()
  const texts: Record<string, string | null> = { text: review.text, name: review.name, answer: review.answer }
  const text = texts[part] ?? null
  if (text === null) throw nothingThere()
  return {
    title: review.title,
    developerId: part === 'answer' ? review.author_id : review.account_id,
    text,
    pictures: [],
    file: null,
    review: { gameId: review.game_id, nameKind: review.name_kind },
  }
}

const nothingThere = () => notFound('What you reported is no longer here.')
