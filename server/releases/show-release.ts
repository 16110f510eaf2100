import type { Received } from '@nofiller/contract/calls'
import type { Release } from '@nofiller/contract/releases/releases'
import { sql } from 'kysely'
import { descriptionFor, isWithheld } from '../catalog/content-choice.ts'
import { pageSeenBy } from '../catalog/visibility.ts'
import { beyondLimits } from '../catalog/within-limits.ts'
import { ownsAny } from '../library/grants.ts'
import type { Account } from '../platform/caller.ts'
import type { Database } from '../platform/database/database.ts'
import { type Page, paginate } from '../platform/database/paginate.ts'
import { cleanHtml } from '../platform/html.ts'
import type { Audience, Hidden } from '../platform/http/audience.ts'
import { notFound } from '../platform/http/errors/errors.ts'
import type { ReleaseRow } from './release-row.ts'
import { selectReleases } from './release-row.ts'

const PAGE = 20

/** A release as everybody may see it. */
export const toRelease = (row: ReleaseRow): Release => ({
  id: row.id,
  label: row.label,
  releasedAt: (row.live_at ?? row.created_at).toISOString(),
  summary: row.summary,
  notes: row.notes,
  notesEditedAt: row.notes_edited_at?.toISOString() ?? null,
  knownProblems: row.known_problems,
  saves: row.saves,
  savesFrom: row.saves_from_label,
  savesNote: row.saves_note,
  files: row.builds.map(({ isPresent, customPriceCents, ...file }) => file),
})

/**
 * The live releases of a game whose page the viewer may see or that they own, the newest first (VE13), without their texts for an
 * audience that wants to see none of the game.
 * @throws HttpError 404
 */
export async function releasesOf(
  db: Database,
  gameId: string,
  query: Received<'GET /api/games/:id/releases', 'query'>,
  { view, hidden }: Audience,
  viewer: Account | null,
): Promise<Page<Release>> {
  const game = await findReadable(db, gameId, viewer, hidden)
  const isHidden = isWithheld(view, game.category) || game.is_hidden
  const list = {
    rows: selectReleases(db),
    from: sql`releases`,
    filter: sql<boolean>`releases.game_id = ${gameId} and releases.live_at is not null and releases.withdrawn_at is null`,
    key: sql`releases.id`,
    order: { by: sql`releases.live_at`, direction: 'desc' as const },
    toItem: (row: ReleaseRow) => {
      const release = toRelease(row)
      if (isHidden) return { ...release, ...UNSAID }
      return { ...release, notes: descriptionFor(view, game.category, cleanHtml(release.notes) ?? '') }
    },
  }
  return paginate(db, list, { ...query, limit: query.limit ?? PAGE })
}

const UNSAID = { summary: '', notes: '', knownProblems: '', savesNote: '' }

/** What was taken down as illegal is read by nobody. */
async function findReadable(db: Database, gameId: string, viewer: Account | null, hidden: Hidden | null) {
  const game = await db
    .selectFrom('games')
    .select(['category', 'is_illegal', beyondLimits(hidden).as('is_hidden')])
    .select(pageSeenBy(viewer).as('is_seen'))
    .where('id', '=', gameId)
    .executeTakeFirst()
  const isReadable =
    game && (game.is_seen || (viewer && !game.is_illegal && (await ownsAny(db, viewer.id, gameId))))
  if (!isReadable) throw notFound()
  return game
}

/**
 * What is newest in a game whose page anybody may see, for a notice inside the game (VE11).
 * @param channel of these files alone
 * @throws HttpError 404 for anything else, as for an unknown game
 */
export async function latestRelease(db: Database, gameId: string, channel: string | undefined) {
  await findReadable(db, gameId, null, null)
  const { rows } = await sql<{
    label: string
    live_at: Date
    channel: string
    size: number
    sha256: string | null
  }>`
    select releases.label, releases.live_at, file.name, ${channelOf} as channel, file.size_bytes as size,
      encode(file.sha256, 'hex') as sha256
    from built_files as file join releases on releases.id = file.release_id
    where file.game_id = ${gameId} and file.withdrawn_at is null and file.paused_at is null
      and (${channel ?? null}::text is null or ${channelOf} = ${channel ?? null})
    order by releases.live_at desc, releases.id desc, file.position`.execute(db)
  const [newest] = rows
  if (!newest) throw notFound()
  return {
    label: newest.label,
    releasedAt: newest.live_at.toISOString(),
    files: rows.map(({ channel: of, size, sha256 }) => ({ channel: of, size, sha256 })),
  }
}

/** A file's channel is its device; a demo's says so. */
const channelOf = sql`lower(file.device) || case file.kind when 'demo' then '-demo' else '' end`
