import { sql } from 'kysely'
import type { Database, Tx } from '../../platform/database/database.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { Store } from '../../store.ts'

const QUEUE = 'reindex-developer'
/** Small batches, so that no game is locked for long. */
const BATCH = 20

/** Queues the search vectors of a developer's games with the change of the name, which is among their words. */
export const queueReindex = (jobs: Jobs, tx: Tx, developerId: string): Promise<void> =>
  jobs.send(
    tx,
    QUEUE,
    { developerId },
    { singletonKey: developerId, retryLimit: 10, retryDelay: 5, retryBackoff: true },
  )

export const startReindexing = (store: Store): Promise<void> =>
  store.jobs.work<{ developerId: string }>(QUEUE, ({ developerId }) => reindex(store, developerId))

async function reindex({ db, catalogChanged }: Store, developerId: string): Promise<void> {
  // Waits for a change that is under way: it adds no job beside the one that was waiting until now.
  await sql`select from accounts where id = ${developerId} for share`.execute(db)
  for (let last: string | null = null; ; ) {
    last = await reindexAfter(db, developerId, last)
    if (last === null) break
  }
  await catalogChanged.announce(db)
}

/** @returns the last game of the batch, or null when none is left */
async function reindexAfter(db: Database, developerId: string, last: string | null): Promise<string | null> {
  // Any update makes the trigger rebuild the search vector.
  const { rows } = await sql<{ last: string | null }>`
    with batch as (
      select id from games where developer_id = ${developerId} and (${last}::uuid is null or id > ${last}::uuid)
      order by id limit ${BATCH}
    ), written as (
      update games set search = '' from batch where games.id = batch.id
    )
    select id as last from batch order by id desc limit 1`.execute(db)
  return rows[0]?.last ?? null
}
