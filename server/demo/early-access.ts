import { earlyAccess } from '@nofiller/demo/releases'
import type { Insertable } from 'kysely'
import { readContents } from '../checks/build-contents.ts'
import type { Tables } from '../platform/database/tables.ts'
import type { Storage } from '../platform/storage/storage.ts'
import { idMaker } from './ids.ts'
import { daysBefore, releaseRow, storeBuilds } from './releases.ts'
import type { PlantedGame } from './store-game.ts'

type Rows = {
  [Table in 'releases' | 'file_builds' | 'release_builds' | 'release_steps' | 'supporter_offers']: Insertable<
    Tables[Table]
  >[]
}

/** A release that supporters of a game have, and that opens to its owners in some days. Idempotent, as `storeGame` is. */
export async function storeEarlyAccess(
  storage: Storage,
  games: readonly PlantedGame[],
  now: Date,
): Promise<Rows> {
  const { slug, edition, leadDays, release } = earlyAccess
  const planted = games.find(({ row }) => row.slug === slug)
  const extra = planted?.files[planted.game.files.findIndex(({ name }) => name.includes(edition))]
  if (!planted || !extra) throw new Error('the demo game with early access is missing')
  const at = daysBefore(now, release)
  const owners = daysBefore(now, { daysAgo: release.daysAgo - leadDays })
  const nextId = idMaker(`early access to ${slug}`)
  const id = nextId(at)
  const builds = await storeBuilds(storage, planted, release.label, () => nextId(at))
  const contents = builds.map(({ name, storage_key: storageKey, size_bytes: sizeBytes }) =>
    readContents(storage, { name, storageKey, sizeBytes }, null),
  )
  const checked = await Promise.all(contents)
  return {
    releases: [
      {
        ...releaseRow(planted, release, { id, at, savesFrom: null }),
        live_at: null,
        early_at: at,
        opens_at: owners,
      },
    ],
    file_builds: builds.map((build, nth) => ({
      ...build,
      created_at: at,
      live_at: null,
      release_id: id,
      contents: JSON.stringify(checked[nth]),
    })),
    release_builds: builds.map((build) => ({ release_id: id, file_id: build.file_id, build_id: build.id })),
    release_steps: [
      { release_id: id, audience: 'supporters', opens_at: at, opened_at: at },
      { release_id: id, audience: 'owners', opens_at: owners },
    ],
    supporter_offers: [
      { game_id: planted.row.id, file_id: extra.id, lead_days: leadDays, from_at: planted.publishedAt },
    ],
  }
}
