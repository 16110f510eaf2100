import type { Database } from '../../platform/database/database.ts'
import { type SealedWith, sealedWith } from '../../platform/sealed-text.ts'
import type { Store } from '../../store.ts'
import { authenticatorOf, openSecret, sealSecret } from './sealed-secret.ts'

const BATCH = 200

const QUEUE = 'reseal-authenticators'

/** Runs once at the start of a store with a previous key, in one of its processes. */
export async function startResealing(store: Store): Promise<void> {
  await store.jobs.work(QUEUE, () => resealAuthenticators(store))
  if (store.config.secretKeys.length > 1) await store.jobs.send(store.db, QUEUE, {}, { singletonKey: 'all' })
}

/** Seals every authenticator that a previous key sealed again, with the current key, so the old key can be removed. */
async function resealAuthenticators({ db, config, log }: Store): Promise<void> {
  let resealed = 0
  for await (const { account_id: accountId, secret } of authenticators(db)) {
    if ((await sealedWith(config.secretKeys, authenticatorOf(accountId), secret)) !== 'previous') continue
    const opened = await openSecret(config.secretKeys, accountId, secret)
    const { numUpdatedRows } = await db
      .updateTable('authenticators')
      .set({ secret: await sealSecret(config.secretKeys, accountId, opened) })
      .where('account_id', '=', accountId)
      .where('secret', '=', secret) // unless its owner set up another one meanwhile
      .executeTakeFirst()
    resealed += Number(numUpdatedRows)
  }
  if (resealed > 0) log.info({ resealed }, 'authenticators sealed with the present SECRET_KEY')
}

/** Which of the store's keys seals each authenticator. */
export async function* sealingsOfAuthenticators(
  db: Database,
  keys: readonly string[],
): AsyncGenerator<SealedWith> {
  for await (const { account_id, secret } of authenticators(db))
    yield sealedWith(keys, authenticatorOf(account_id), secret)
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
