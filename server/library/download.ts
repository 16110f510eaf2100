import { downloadSeconds } from '@nofiller/contract/library/download-lifetimes'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { pageSeenBy } from '../catalog/visibility.ts'
import type { Account } from '../platform/caller.ts'
import type { Database } from '../platform/database/database.ts'
import { notFound } from '../platform/http/errors/errors.ts'
import { requestedRange } from '../platform/storage/byte-range.ts'
import type { Holder, Storage } from '../platform/storage/storage.ts'
import type { Store } from '../store.ts'
import { downloadable, isNewest } from './downloadable.ts'

/**
 * A signed URL of a file: for its owners, the game's developer, and admins. Counts one download.
 * @param buildId an older version of the file (VE9); null for the newest that they may have
 * @throws HttpError 404 for anyone else, as for a file that does not exist
 */
export async function download(
  store: Store,
  account: Account,
  gameId: string,
  fileId: string,
  buildId: string | null,
): Promise<{ downloadUrl: string }> {
  const file = await downloadableBuilds(store.db)
    .where('accounts.id', '=', account.id)
    .where('file.id', '=', fileId)
    .where('file.game_id', '=', gameId)
    .where(buildId === null ? isNewest(sql`accounts.id`) : sql<boolean>`build.id = ${buildId}`)
    .executeTakeFirst()
  if (!file) throw notFound('Download not available')
  const address = await downloadUrl(store.storage, { ...file, account_id: account.id })
  await countDownload(store.db, { ...file, account_id: account.id })
  return { downloadUrl: address }
}

/**
 * Builds with the accounts that may download them: owners of their files, the game's developer, admins. The state of the game
 * since does not matter, unless its downloads are stopped, or a copyright notice names the file: then nobody may. A suspended
 * account may nothing.
 */
const downloadableBuilds = (db: Database) =>
  db
    .selectFrom('file_builds as build')
    .innerJoin('game_files as file', 'file.id', 'build.file_id')
    .innerJoin('games', 'games.id', 'file.game_id')
    .innerJoin('accounts', (join) => join.on(sql<boolean>`true`))
    .select([
      'file.id',
      'file.game_id',
      'build.id as build_id',
      'build.name',
      'build.storage_key',
      'build.size_bytes',
    ])
    .where(downloadable(sql`accounts.id`))
    .where('accounts.suspended_at', 'is', null)
    .where('accounts.deletion_at', 'is', null)
    .where(sql<boolean>`not downloads_stopped(games)`)
    .where('file.paused_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('accounts.role', '=', 'admin'),
        eb('games.developer_id', '=', eb.ref('accounts.id')),
        eb.exists(
          eb
            .selectFrom('owned_files as owned')
            .select('owned.file_id')
            .whereRef('owned.account_id', '=', 'accounts.id')
            .whereRef('owned.file_id', '=', 'file.id'),
        ),
      ]),
    )

/** The newest builds of files with the accounts that may download them. */
export const downloadableFiles = (db: Database) => downloadableBuilds(db).where(isNewest(sql`accounts.id`))

/** Whether an account may have these bytes of a file at this moment. */
export async function mayHave(
  db: Database,
  { accountId, fileId, key }: Holder & { key: string },
): Promise<boolean> {
  const file = await downloadableBuilds(db)
    .where('accounts.id', '=', accountId)
    .where('file.id', '=', fileId)
    .where('build.storage_key', '=', key)
    .limit(1)
    .executeTakeFirst()
  return file !== undefined
}

/** The address of a game's free demo, for anyone who may see its page. @throws HttpError 404 */
export async function downloadDemo(store: Store, caller: Account | null, gameId: string): Promise<string> {
  const file = await store.db
    .selectFrom('built_files as file')
    .innerJoin('games', 'games.id', 'file.game_id')
    .select(['file.id', 'file.game_id', 'file.build_id', 'file.name', 'file.storage_key', 'file.size_bytes'])
    .where('file.game_id', '=', gameId)
    .where('file.kind', '=', 'demo')
    .where('file.withdrawn_at', 'is', null)
    .where('file.paused_at', 'is', null)
    .where(sql<boolean>`not is_malware(file.sha256)`)
    .where(pageSeenBy(caller))
    .executeTakeFirst()
  if (!file) throw notFound('Download not available')
  const address = await downloadUrl(store.storage, { ...file, account_id: null })
  await countDownload(store.db, { ...file, account_id: null })
  return address
}

/**
 * A URL of the bytes, valid while its account may have the file; of a demo, for anyone. An object store serves it without the app, so the app checks before.
 * @throws HttpError 404, or 503 while the object store is down (security R6)
 */
export async function downloadUrl(
  storage: Storage,
  file: Omit<OwnedFile, 'account_id' | 'game_id' | 'build_id'> & { account_id: string | null },
  method: 'GET' | 'HEAD' = 'GET',
): Promise<string> {
  if ((await storage.sizeOf(file.storage_key)) === null) throw notFound('Download not available')
  return storage.presignGet({
    key: file.storage_key,
    fileName: file.name,
    method,
    ...(file.account_id !== null && { holder: { accountId: file.account_id, fileId: file.id } }),
    expiresInSeconds: downloadSeconds(file.size_bytes),
  })
}

/** How a file is fetched by an address that leads to a signed one. */
export type Fetching = { method: string; range: string | undefined; ip: string }
type OwnedFile = {
  account_id: string
  id: string
  game_id: string
  build_id: string
  name: string
  storage_key: string
  size_bytes: number
}

/**
 * The signed address that an account's own address of a file leads to. What begins at the first byte counts as a download;
 * what goes on after a cut does not.
 * @throws HttpError 404, 429 after too many downloads of the account
 */
export async function fetchAddress(
  { db, storage, rateLimits }: Store,
  file: OwnedFile,
  { method, range }: Fetching,
): Promise<string> {
  if (method === 'HEAD') return downloadUrl(storage, file, 'HEAD')
  const asked = requestedRange(range, file.size_bytes)
  const begins = asked === 'full' || (asked !== 'unsatisfiable' && asked.start === 0)
  if (begins) await rateLimits.consume('download', file.account_id)
  const address = await downloadUrl(storage, file)
  if (begins) await countDownload(db, file)
  return address
}

/**
 * A developer's downloads of an own game count in no figure (requirements 7.3). What an account fetches becomes its version
 * (VE7), by a trigger.
 */
export const countDownload = (
  db: Database,
  file: Pick<OwnedFile, 'id' | 'game_id' | 'build_id'> & { account_id: string | null },
) =>
  sql`insert into downloads (id, account_id, game_id, file_id, build_id)
    select ${uuid()}, ${file.account_id}, id, ${file.id}, ${file.build_id} from games
    where id = ${file.game_id} and developer_id is distinct from ${file.account_id}`.execute(db)
