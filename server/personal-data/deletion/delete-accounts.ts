import { sql } from 'kysely'
import type { Database, Tx } from '../../platform/database/database.ts'
import type { Store } from '../../store.ts'
import { logDeletion, loggedDeletions } from './deletion-log.ts'
import { obstaclesTo } from './obstacles.ts'
import { remindOfDeletions } from './remind.ts'
import { removeAccount } from './remove-account.ts'

/** Starts the job that reminds of deletions, and deletes accounts on their day. */
export const startDeleting = (store: Store): Promise<void> =>
  store.jobs.schedule('delete-accounts', '17 * * * *', async () => {
    await remindOfDeletions(store)
    await deleteDueAccounts(store)
  })

/**
 * Deletes the accounts whose day has come, each in a transaction of its own. One that fails keeps no other from it.
 * @throws AggregateError of all failures, so the job is retried and shows in To do
 */
export async function deleteDueAccounts(store: Store): Promise<void> {
  const failures: unknown[] = []
  for (const accountId of await dueAccounts(store))
    await deleteDueAccount(store, accountId).catch((error) => failures.push(error))
  if (failures.length > 0) throw new AggregateError(failures, 'not all accounts could be deleted')
}

async function dueAccounts({ db, clock }: Store): Promise<string[]> {
  const due = await db
    .selectFrom('accounts')
    .select('id')
    .where('deletion_at', '<=', clock())
    .orderBy('deletion_at')
    .execute()
  return due.map(({ id }) => id)
}

/**
 * An account with obstacles waits until they have ended. Logged before the commit: after a kill between the two it is deleted at the next start. The row lock decides between the
 * deletion and a change of mind at the last second.
 */
async function deleteDueAccount(store: Store, accountId: string): Promise<void> {
  const { db, clock, config, log } = store
  const isDeleted = await db.transaction().execute(async (tx) => {
    if (!(await lockDue(tx, accountId, clock()))) return false
    if ((await obstaclesTo(tx, accountId)).length > 0) return false
    await removeAccount(store, tx, accountId)
    await logDeletion(config.dataDir, accountId)
    return true
  })
  if (isDeleted) log.info({ accountId }, 'an account was deleted on its day')
}

const lockDue = (tx: Tx, accountId: string, now: Date) =>
  tx
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', accountId)
    .where('deletion_at', '<=', now)
    .forUpdate()
    .executeTakeFirst()

/** Deletes accounts again that a restored backup brought back. Awaited before the store responds or sends anything. */
export async function replayDeletions(store: Store): Promise<void> {
  const { db, config, log } = store
  const returned = await notDeleted(db, await loggedDeletions(config.dataDir))
  for (const accountId of returned) {
    await db.transaction().execute((tx) => removeAccount(store, tx, accountId))
    log.warn({ accountId }, 'an account that a backup brought back was deleted again')
  }
}

async function notDeleted(db: Database, ids: string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('deleted_at', 'is', null)
    .execute()
  return rows.map(({ id }) => id)
}
