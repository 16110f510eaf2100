import { buildFile } from '@nofiller/demo/build'
import { type DemoRelease, releases } from '@nofiller/demo/releases'
import { type Insertable, sql } from 'kysely'
import type { Tx } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import { cleanHtml } from '../platform/html.ts'
import { sha256 } from '../platform/signatures.ts'
import { type Storage, writeOnce } from '../platform/storage/storage.ts'
import { idMaker } from './ids.ts'
import type { PlantedGame } from './store-game.ts'

const DAY_MS = 86_400_000

type BuildRow = Insertable<Tables['file_builds']>
type Rows = {
  releases: Insertable<Tables['releases']>[]
  file_builds: BuildRow[]
  release_builds: Insertable<Tables['release_builds']>[]
}

/**
 * Stores the older builds of a game that has several releases, and moves its newest ones to their day. Idempotent, as
 * `storeGame` is.
 * @returns the rows of its releases; none for a game of one release
 */
export async function storeReleases(storage: Storage, planted: PlantedGame, now: Date): Promise<Rows> {
  const told = releases[planted.game.slug] ?? []
  const nextId = idMaker(`releases of ${planted.game.slug}`)
  const rows: Rows = { releases: [], file_builds: [], release_builds: [] }
  const idOf = new Map<string, string>()
  for (const [nth, release] of told.entries()) {
    const at = nth === 0 ? planted.publishedAt : daysBefore(now, release)
    const id = nextId(at)
    idOf.set(release.label, id)
    rows.releases.push(releaseRow(planted, release, { id, at, savesFrom: idOf.get(release.savesFrom ?? '') }))
    const next = told[nth + 1]
    const builds = next
      ? (await storeBuilds(storage, planted, release.label, () => nextId(at))).map((build) => ({
          ...build,
          replaced_at: daysBefore(now, next),
        }))
      : planted.builds.filter(({ file_id }) => isBase(planted, file_id))
    for (const build of builds) Object.assign(build, { created_at: at, live_at: at, release_id: id })
    if (next) rows.file_builds.push(...builds)
    const beside = nth === 0 ? planted.builds.filter(({ file_id }) => !isBase(planted, file_id)) : []
    for (const build of beside) build.release_id = id
    rows.release_builds.push(
      ...[...builds, ...beside].map((build) => ({
        release_id: id,
        file_id: build.file_id,
        build_id: build.id,
      })),
    )
  }
  return rows
}

/** Whether a file is one of the game itself: extras and demo stay as they are. */
const isBase = ({ files }: PlantedGame, fileId: string): boolean =>
  files.some(({ id, kind, custom_price_cents }) => id === fileId && kind === 'file' && !custom_price_cents)

export const releaseRow = (
  { row }: PlantedGame,
  { label, summary, notes = '', knownProblems = '', saves, savesNote = '' }: DemoRelease,
  { id, at, savesFrom = null }: { id: string; at: Date; savesFrom: string | null | undefined },
): Rows['releases'][number] => ({
  id,
  game_id: row.id,
  label,
  summary,
  notes: cleanHtml(notes) ?? '',
  known_problems: knownProblems,
  saves,
  saves_from: savesFrom,
  saves_note: savesNote,
  notify: 'silent',
  created_by: row.developer_id,
  created_at: at,
  live_at: at,
})

/** Builds of another version, named after it. */
export async function storeBuilds(
  storage: Storage,
  { game, files }: PlantedGame,
  label: string,
  nextId: () => string,
): Promise<BuildRow[]> {
  const builds: BuildRow[] = []
  for (const [position, listed] of game.files.entries()) {
    const file = files[position]
    if (!file || listed.customPriceCents !== null) continue
    const name = listed.name.replace(/-[\d.]+-/, `-${label}-`)
    const bytes = Buffer.from(buildFile(game, { ...listed, name }).bytes)
    const hash = sha256(bytes)
    const storage_key = `games/demo/${hash.toString('hex')}`
    await writeOnce(storage, storage_key, bytes)
    builds.push({
      id: nextId(),
      file_id: file.id,
      name,
      size_bytes: bytes.length,
      sha256: hash,
      storage_key,
    })
  }
  return builds
}

export const daysBefore = (now: Date, { daysAgo }: Pick<DemoRelease, 'daysAgo'>): Date =>
  new Date(now.getTime() - daysAgo * DAY_MS)

/** When each game last moved up among those that were updated: by its newest release with a summary, unless that is its first. */
export const movePlantedUp = (tx: Tx) =>
  sql`update games set moved_up_at = newest.live_at
    from (
      select game_id, max(live_at) filter (where summary <> '') as live_at, min(live_at) as first_at
      from releases where live_at is not null group by game_id
    ) as newest
    where newest.game_id = games.id and newest.live_at > newest.first_at`.execute(tx)

/** What accounts downloaded is the build that was live then, while the database takes that of now. */
export const datePlantedVersions = (tx: Tx) =>
  sql`update owned_versions as mine set build_id = build.id, release_id = build.release_id
    from file_builds as build, file_builds as present
    where present.id = mine.build_id and build.file_id = mine.file_id and build.id <> present.id
      and mine.at >= build.live_at and mine.at < build.replaced_at and mine.at < present.live_at`.execute(tx)
