import type { GameStorage } from '@nofiller/contract/releases/seller-game'
import { showGigabytes } from '@nofiller/contract/text/size'
import { sql } from 'kysely'
import { auditChange } from '../catalog/audit-change.ts'
import { findOwnGame, lockOwnGame } from '../catalog/own-game.ts'
import type { Account } from '../platform/caller.ts'
import { actorOf, audit } from '../platform/database/audit.ts'
import type { Database, Queryable } from '../platform/database/database.ts'
import { HttpError, notFound } from '../platform/http/errors/errors.ts'
import type { Store } from '../store.ts'

type Setting = Pick<Store['config'], 'GAME_STORAGE_BYTES'>

/** What a game stores, and what its developer leaves of older builds (VE9). @throws HttpError 404 */
export async function gameStorage(
  { db, config }: Pick<Store, 'db' | 'config'>,
  viewer: Account,
  gameId: string,
): Promise<GameStorage> {
  await findOwnGame(db, viewer, gameId)
  return storageOf(db, config, gameId)
}

/** By the index of a game's files. */
async function storageOf(db: Queryable, config: Setting, gameId: string): Promise<GameStorage> {
  const { rows } = await sql<GameStorage>`
    select games.old_builds as "oldBuilds", coalesce(games.storage_bytes_max, ${config.GAME_STORAGE_BYTES}::bigint) as "maxBytes",
      ${bytesFor('live')} as live, ${bytesFor('earlier')} as earlier, ${bytesFor('draft')} as drafts,
      ${bytesFor('owners')} as owners,
      count(distinct build.release_id) filter (where held_for = 'earlier') as "earlierReleases", (
        select json_build_object('builds', count(*), 'bytes', sum(leaving.size_bytes), 'at', min(leaving.leaves_at))
        from game_files as file join file_builds as leaving on leaving.file_id = file.id
        where file.game_id = games.id and leaving.leaves_at is not null and leaving.destroyed_at is null
        having count(*) > 0
      ) as leaving
    from games left join stored_builds as build on build.game_id = games.id
    where games.id = ${gameId} group by games.id`.execute(db)
  const [storage] = rows
  if (!storage) throw notFound()
  return storage
}

const bytesFor = (holder: string) =>
  sql`coalesce(sum(build.size_bytes) filter (where held_for = ${holder}), 0)::bigint`

/**
 * Refuses more than a game may store. What stays for single owners does not count: its developer cannot remove it.
 * @throws HttpError 413 `storage_full`, with what could go
 */
export async function refuseFull(db: Queryable, config: Setting, gameId: string): Promise<void> {
  const storage = await storageOf(db, config, gameId)
  const { maxBytes, live, earlier, drafts } = storage
  if (live + earlier + drafts > maxBytes) throw await storageFull(db, gameId, storage)
}

/**
 * Refuses an upload that no save of the game could take, before it begins. A developer who keeps few old builds may be about
 * to replace the others by it, so these do not count.
 * @throws HttpError 404, 413 `storage_full`
 */
export async function refuseBeyondRoom(
  { db, config }: Pick<Store, 'db' | 'config'>,
  author: Account,
  gameId: string,
  addedBytes: number,
): Promise<void> {
  await findOwnGame(db, author, gameId)
  const storage = await storageOf(db, config, gameId)
  const { oldBuilds, maxBytes, live, earlier, drafts } = storage
  const staying = drafts + (oldBuilds === null ? live + earlier : 0)
  if (staying + addedBytes > maxBytes) throw await storageFull(db, gameId, storage)
}

async function storageFull(
  db: Queryable,
  gameId: string,
  { maxBytes, earlier }: GameStorage,
): Promise<HttpError> {
  const removable = await removableOf(db, gameId)
  const ways = [
    ...removable.map(({ label, bytes }) => `delete the draft ${label} (${showGigabytes(bytes)})`),
    ...(earlier > 0 ? [`keep fewer old builds (${showGigabytes(earlier)})`] : []),
  ]
  const room = ways.length > 0 ? `To make room, ${ways.join(', or ')}.` : 'Ask us for more.'
  const message = `This game may store ${showGigabytes(maxBytes)}, and these files do not fit. ${room}`
  return new HttpError(413, 'storage_full', message)
}

const NAMED_DRAFTS = 3

const removableOf = (db: Queryable, gameId: string) =>
  db
    .selectFrom('releases')
    .innerJoin('release_builds as part', 'part.release_id', 'releases.id')
    .innerJoin('file_builds as build', 'build.id', 'part.build_id')
    .select(['releases.label', sql<number>`sum(build.size_bytes)::bigint`.as('bytes')])
    .where('releases.game_id', '=', gameId)
    .where('releases.live_at', 'is', null)
    .where('releases.early_at', 'is', null)
    .groupBy(['releases.id', 'releases.label'])
    .orderBy('bytes', 'desc')
    .limit(NAMED_DRAFTS)
    .execute()

/**
 * Sets how many builds before the newest buyers can have who did not download them; null for all. Whoever downloaded a build
 * keeps it (VE9).
 * @throws HttpError 404
 */
export async function setOldBuilds(
  store: Store,
  author: Account,
  gameId: string,
  oldBuilds: number | null,
): Promise<GameStorage> {
  await store.db.transaction().execute(async (tx) => {
    const game = await lockOwnGame(tx, author, gameId)
    const before = await tx
      .selectFrom('games')
      .select('old_builds')
      .where('id', '=', gameId)
      .executeTakeFirstOrThrow()
    await tx.updateTable('games').set({ old_builds: oldBuilds }).where('id', '=', gameId).execute()
    await auditChange(tx, author, game, { before: { oldBuilds: before.old_builds }, after: { oldBuilds } })
  })
  return storageOf(store.db, store.config, gameId)
}

type NewMax = { maxBytes: number; reason: string }

/** Sets how much a game may store. @throws HttpError 404 */
export async function setStorageMax(
  store: { db: Database; config: Setting },
  admin: Account,
  gameId: string,
  { maxBytes, reason }: NewMax,
): Promise<GameStorage> {
  await store.db.transaction().execute(async (tx) => {
    const game = await lockOwnGame(tx, admin, gameId)
    const before = await storageOf(tx, store.config, gameId)
    await tx.updateTable('games').set({ storage_bytes_max: maxBytes }).where('id', '=', gameId).execute()
    await audit(tx, actorOf(admin), {
      action: 'storage_changed',
      kind: 'game',
      id: gameId,
      name: game.title,
      reason,
      before: { maxBytes: before.maxBytes },
      after: { maxBytes },
    })
  })
  return storageOf(store.db, store.config, gameId)
}
