import type { Database } from '../../platform/database/database.ts'
import type { Store } from '../../store.ts'
import { openSecret, sealSecret } from './sealed-secret.ts'

const BATCH = 200

/** Sealed with the present key, with one before, or with none that this store has. */
export type SealedCounts = { current: number; previous: number; lost: number }

const QUEUE = 'reseal-authenticators'

/** Once at the start of a store that has a key before, in one of its processes. */
export async function startResealing(store: Store): Promise<void> {
  await store.jobs.work(QUEUE, () => resealAuthenticators(store))
  if (store.config.secretKeys.length > 1) await store.jobs.send(store.db, QUEUE, {}, { singletonKey: 'all' })
}

/** Seals anew, with the store's present key, every authenticator that one before sealed, so that it can be removed. */
async function resealAuthenticators({ db, config, log }: Store): Promise<void> {
  let resealed = 0
  for await (const { account_id: accountId, secret } of authenticators(db)) {
    if ((await sealedWith(config.secretKeys, accountId, secret)) !== 'previous') continue
    const opened = await openSecret(config.secretKeys, accountId, secret)
    const { numUpdatedRows } = await db
      .updateTable('authenticators')
      .set({ secret: await sealSecret(config.secretKeys, accountId, opened) })
      .where('account_id', '=', accountId)
      .where('secret', '=', secret) // else its owner set up another one meanwhile
      .executeTakeFirst()
    resealed += Number(numUpdatedRows)
  }
  if (resealed > 0) log.info({ resealed }, 'authenticators sealed with the present SECRET_KEY')
}

/** How many authenticators each of the store's keys opens. */
export async function countSealed(db: Database, keys: readonly string[]): Promise<SealedCounts> {
  const counts: SealedCounts = { current: 0, previous: 0, lost: 0 }
  for await (const { account_id, secret } of authenticators(db))
    counts[await sealedWith(keys, account_id, secret)] += 1
  return counts
}

async function sealedWith(
  keys: readonly string[],
  accountId: string,
  secret: string,
): Promise<keyof SealedCounts> {
  const opens = (some: readonly string[]) =>
    openSecret(some, accountId, secret).then(
      () => true,
      () => false,
    )
  if (await opens(keys.slice(0, 1))) return 'current'
  return (await opens(keys.slice(1))) ? 'previous' : 'lost'
}

async function* authenticators(db: Database) {
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const rows = await db
      .selectFrom('authenticators')
      .select(['account_id', 'secret'])
      .where('account_id', '>', after)
      .orderBy('account_id')
      .limit(BATCH)
      .execute()
    yield* rows
    const last = rows.at(-1)
    if (!last) return
    after = last.account_id
  }
}
