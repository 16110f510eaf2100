import { type RawBuilder, sql } from 'kysely'
import type { Account } from '../platform/caller.ts'
import type { Tx } from '../platform/database/database.ts'
import { openPostsWith } from '../posts/open-on-time.ts'
import { checkBuilds } from '../reports/evidence/blocked-files.ts'
import type { Store } from '../store.ts'
import { announceRelease } from './announce-release.ts'
import { NOW } from './make-live.ts'
import { openRelease } from './open-release.ts'
import type { ReleaseRow } from './release-row.ts'

/**
 * Opens a release, with its game's row locked, to all whose time has come, by the clock of the database unless said otherwise:
 * to buyers, to some before them, or what it holds of the demo to everyone.
 * @returns whether it opened to anybody
 */
export async function openSteps(
  store: Store,
  tx: Tx,
  author: Pick<Account, 'role'>,
  release: ReleaseRow,
  now: RawBuilder<Date> = NOW,
): Promise<boolean> {
  const { rows: opened } = await sql`
    update release_steps set opened_at = clock_timestamp()
    where release_id = ${release.id} and opened_at is null and opens_at <= ${now} returning audience`.execute(
    tx,
  )
  const { rows } = await sql<{ isLive: boolean }>`
    select (live_at is not null or opens_at <= ${now}) as "isLive" from releases where id = ${release.id}`.execute(
    tx,
  )
  if (rows[0]?.isLive && (release.live_at === null || opened.length > 0))
    await openRelease(store, tx, author, release)
  else if (opened.length > 0) await openEarly(store, tx, release)
  else return false
  return true
}

/** Opens a release to those who have it before buyers, who go on getting the builds before it (EA1). */
async function openEarly(store: Store, tx: Tx, { id, builds }: ReleaseRow): Promise<void> {
  await sql`update releases set early_at = coalesce(early_at, clock_timestamp()) where id = ${id}`.execute(tx)
  await sql`update file_builds set release_id = ${id}
    where live_at is null and id in (select build_id from release_builds where release_id = ${id})`.execute(
    tx,
  )
  await sql`update game_files as file set early_at = coalesce(early_at, clock_timestamp())
    where id in (select file_id from release_builds where release_id = ${id})
      and not exists (select from file_builds where file_id = file.id and live_at is not null)`.execute(tx)
  await checkBuilds(
    store,
    tx,
    builds.map(({ buildId }) => buildId),
  )
  await announceRelease(store.jobs, tx, id, 'early')
  await openPostsWith(store, tx, id)
  await store.catalogChanged.announce(tx)
}
