import { scan, type Verdict } from '../platform/clamd.ts'
import type { Queryable } from '../platform/database/database.ts'
import type { Store } from '../store.ts'
import { queueFailedReleases } from './queue-failed.ts'

const QUEUE = 'scan-build'

/** Queues the scan of a build for malware, where the owner has a scanner. The build's hash is known. */
export const queueScan = async (
  { jobs, config }: Pick<Store, 'jobs' | 'config'>,
  tx: Queryable,
  buildId: string,
): Promise<void> => {
  if (config.CLAMD_URL !== undefined)
    await jobs.send(
      tx,
      QUEUE,
      { buildId },
      { singletonKey: buildId, retryLimit: 20, retryDelay: 30, retryBackoff: true, retryDelayMax: 3_600 },
    )
}

/** Starts the job that scans builds. */
export const startScanning = (store: Store): Promise<void> =>
  store.jobs.work<{ buildId: string }>(QUEUE, ({ buildId }) => scanBuild(store, buildId))

/**
 * Stores what the scanner says of a build's bytes. The same bytes are scanned once, in whatever game they are.
 * @throws while the scanner is away, so that the job is tried again; until then the build is one that was not scanned
 */
async function scanBuild(store: Store, buildId: string): Promise<void> {
  const { db, storage, config, log } = store
  const build = await db
    .selectFrom('file_builds as build')
    .leftJoin('malware_scans as known', 'known.sha256', 'build.sha256')
    .select(['build.storage_key', 'build.sha256', 'known.state'])
    .where('build.id', '=', buildId)
    .where('build.destroyed_at', 'is', null)
    .executeTakeFirst()
  const isKnown = build?.state !== null && build?.state !== 'away'
  if (!build?.sha256 || isKnown || config.CLAMD_URL === undefined) return
  const { sha256 } = build
  const verdict = await scan(config.CLAMD_URL, storage.read(build.storage_key)).catch(async (error) => {
    await writeVerdict(store, sha256, { state: 'away' })
    throw error
  })
  await writeVerdict(store, sha256, verdict)
  if (verdict.state === 'infected')
    log.warn({ buildId, signature: verdict.signature }, 'the scanner reports malware: nobody can download it')
}

/** A verdict on bytes stands: no later word that they were not scanned takes its place. */
const writeVerdict = (
  { db, catalogChanged, config }: Store,
  sha256: Buffer,
  verdict: Verdict | { state: 'away' },
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const found = { state: verdict.state, signature: verdict.state === 'infected' ? verdict.signature : null }
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('malware_scans')
      .values({ sha256, ...found })
      .onConflict((conflict) =>
        conflict.column('sha256').doUpdateSet(found).where('malware_scans.state', '=', 'away'),
      )
      .executeTakeFirst()
    if (verdict.state !== 'infected') return
    await catalogChanged.announce(tx)
    if (numInsertedOrUpdatedRows === 0n) return
    const builds = await tx.selectFrom('file_builds').select('id').where('sha256', '=', sha256).execute()
    await queueFailedReleases(
      { config },
      tx,
      builds.map(({ id }) => id),
    )
  })
