import { randomBytes } from 'node:crypto'
import type { Database } from '../platform/database/database.ts'
import { openText, type SealedWith, type Sealing, sealedWith, sealText } from '../platform/sealed-text.ts'
import type { Store } from '../store.ts'

const SECRET_BYTES = 32

/** As Standard Webhooks writes it. */
export const newSecret = (): string => `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`

/** For one endpoint only. */
const sealingOf = (endpointId: string): Sealing => ({ purpose: 'webhook-secret', subject: endpointId })

/** A secret as it is stored. @param keys the store's secrets, the current one first */
export const sealSecret = (keys: readonly string[], endpointId: string, secret: string): Promise<string> =>
  sealText(keys, sealingOf(endpointId), secret)

/** The secret again; null when none of the store's secrets opens it. */
export const openSecret = (
  keys: readonly string[],
  endpointId: string,
  sealed: string,
): Promise<string | null> => openText(keys, sealingOf(endpointId), sealed)

const QUEUE = 'reseal-webhook-secrets'

/** Runs once at the start of a store with a previous key, in one of its processes. */
export async function startResealing(store: Store): Promise<void> {
  await store.jobs.work(QUEUE, () => resealSecrets(store))
  if (store.config.secretKeys.length > 1) await store.jobs.send(store.db, QUEUE, {}, { singletonKey: 'all' })
}

/** Seals every secret that a previous key sealed again, with the current key, so that the old key can be removed. */
async function resealSecrets({ db, config, log }: Pick<Store, 'db' | 'config' | 'log'>): Promise<void> {
  let resealed = 0
  for await (const { id, column, sealed } of sealedSecrets(db)) {
    if ((await sealedWith(config.secretKeys, sealingOf(id), sealed)) !== 'previous') continue
    const secret = await openSecret(config.secretKeys, id, sealed)
    if (secret === null) continue
    const { numUpdatedRows } = await db
      .updateTable('webhook_endpoints')
      .set({ [column]: await sealSecret(config.secretKeys, id, secret) })
      .where('id', '=', id)
      .where(column, '=', sealed) // unless its owner changed it meanwhile
      .executeTakeFirst()
    resealed += Number(numUpdatedRows)
  }
  if (resealed > 0) log.info({ resealed }, 'webhook secrets sealed with the present SECRET_KEY')
}

/** Which of the store's keys seals each secret. */
export async function* sealingsOfWebhookSecrets(
  db: Database,
  keys: readonly string[],
): AsyncGenerator<SealedWith> {
  for await (const { id, sealed } of sealedSecrets(db)) yield sealedWith(keys, sealingOf(id), sealed)
}

const BATCH = 200

type SealedSecret = { id: string; column: 'secret' | 'previous_secret'; sealed: string }

async function* sealedSecrets(db: Database): AsyncGenerator<SealedSecret> {
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const rows = await db
      .selectFrom('webhook_endpoints')
      .select(['id', 'secret', 'previous_secret'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(BATCH)
      .execute()
    for (const { id, secret, previous_secret } of rows) {
      yield { id, column: 'secret', sealed: secret }
      if (previous_secret !== null) yield { id, column: 'previous_secret', sealed: previous_secret }
    }
    const last = rows.at(-1)
    if (!last) return
    after = last.id
  }
}
