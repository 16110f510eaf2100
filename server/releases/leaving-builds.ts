import { sql } from 'kysely'
import { areRemovalsHeld } from '../platform/database/backup-hold.ts'
import type { Queryable } from '../platform/database/database.ts'
import type { Store } from '../store.ts'

/** Starts the nightly job that removes builds which nobody may download any more. */
export const startRemovingBuilds = (store: Store): Promise<void> =>
  store.jobs.schedule('remove-builds', '23 3 * * *', () => removeBuilds(store))

/**
 * Removes builds from storage 30 days after nobody could download them any more, and tells the developers of those that
 * follow. What is needed again meanwhile stays (VE9).
 */
export async function removeBuilds(store: Store): Promise<void> {
  await keepNeeded(store.db)
  if (!(await areRemovalsHeld(store.db))) await removeDue(store)
  const announced = await announceLeaving(store.db)
  store.log.info({ announced }, 'builds that nobody may download announced')
}

const keepNeeded = (db: Queryable) =>
  sql`update file_builds set leaves_at = null
    where leaves_at is not null and destroyed_at is null
      and id not in (select build_id from unneeded_builds)`.execute(db)

/** In one statement, so that no build leaves of which its developer was not told. A release is told of once. */
async function announceLeaving(db: Queryable): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with leaving as (
      update file_builds set leaves_at = now() + interval '30 days'
      where leaves_at is null and id in (select build_id from unneeded_builds)
      returning file_id, release_id
    ), told as (
      insert into notices (account_id, topic, game_id, thing_id, is_on_site)
      select distinct games.developer_id, 'builds-leave', games.id, leaving.release_id, true
      from leaving join game_files as file on file.id = leaving.file_id join games on games.id = file.game_id
      where leaving.release_id is not null
      on conflict do nothing
    )
    select count(*)::integer as count from leaving`.execute(db)
  return rows[0]?.count ?? 0
}

async function removeDue(store: Store): Promise<void> {
  const due = await store.db
    .selectFrom('file_builds as build')
    .innerJoin('game_files as file', 'file.id', 'build.file_id')
    .select(['build.id', 'file.game_id'])
    .where('build.leaves_at', '<=', sql<Date>`now()`)
    .where('build.destroyed_at', 'is', null)
    .execute()
  for (const { id, game_id: gameId } of due) await removeOne(store, gameId, id)
  if (due.length > 0) store.log.info({ builds: due.length }, 'builds that nobody may download removed')
}

/**
 * With the game's row locked, so that its developer does not offer the build again meanwhile. Its bytes go before the row says
 * so: after a crash the next night finds it.
 */
const removeOne = (store: Store, gameId: string, buildId: string): Promise<void> =>
  store.db.transaction().execute(async (tx) => {
    await tx.selectFrom('games').select('id').where('id', '=', gameId).forUpdate().execute()
    const { rows } = await sql<{ key: string }>`
      update file_builds set destroyed_at = now()
      where id = ${buildId} and destroyed_at is null and id in (select build_id from unneeded_builds)
      returning storage_key as key`.execute(tx)
    for (const { key } of rows) await store.storage.remove(key)
  })
