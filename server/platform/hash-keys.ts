import type { Database } from './database/database.ts'
import { openText, type SealedWith, sealedWith, sealText } from './sealed-text.ts'
import { keyFor } from './signatures.ts'

/** The keys of values stored only as keyed hashes: such a value cannot be hashed again when a key is replaced, because nobody knows it. */
export type HashPurpose = 'recovery-code' | 'retired-name' | 'email-code' | 'reporter' | 'network of a code'

/** By purpose: the first key makes new hashes, any may have made an old one. */
type Keys = readonly [Buffer, ...Buffer[]]
export type HashKeys = Readonly<Record<HashPurpose, Keys>>

/**
 * The keys of hashes, which outlive SECRET_KEY: they are in the database, sealed with it. Keys sealed with a previous secret are
 * sealed again. A store without keys starts with those that earlier versions derived from its secrets.
 * @param secrets the store's, the current one first
 */
export async function openHashKeys(db: Database, secrets: readonly string[]): Promise<HashKeys> {
  const keysFor = (purpose: HashPurpose) => keysOf(db, secrets, purpose)
  return {
    'recovery-code': await keysFor('recovery-code'),
    'retired-name': await keysFor('retired-name'),
    'email-code': await keysFor('email-code'),
    reporter: await keysFor('reporter'),
    'network of a code': await keysFor('network of a code'),
  }
}

async function keysOf(db: Database, secrets: readonly string[], purpose: HashPurpose): Promise<Keys> {
  const rows = await sealedKeys(db).where('purpose', '=', purpose).execute()
  const keys: Buffer[] = []
  for (const row of rows) {
    const key = await openText(secrets, sealingOf(purpose), row.sealed)
    if (key === null) continue
    keys.push(Buffer.from(key, 'base64url'))
    if ((await sealedWith(secrets, sealingOf(purpose), row.sealed)) === 'previous') await reseal(row.id, key)
  }
  const derived = secrets.map((secret) => keyFor(secret, purpose))
  if (rows.length === 0) await keep(derived)
  // With secrets that open no key the store continues, and stores nothing: they may be wrong, as the doctor reports.
  const [first, ...others] = keys.length > 0 ? keys : derived
  if (!first) throw new Error('a store has a secret')
  return [first, ...others]

  async function reseal(id: number, key: string): Promise<void> {
    const sealed = await sealText(secrets, sealingOf(purpose), key)
    await db.updateTable('hash_keys').set({ sealed }).where('id', '=', id).execute()
  }

  async function keep(first: readonly Buffer[]): Promise<void> {
    for (const key of first) {
      const sealed = await sealText(secrets, sealingOf(purpose), key.toString('base64url'))
      await db.insertInto('hash_keys').values({ purpose, sealed }).execute()
    }
  }
}

/** Which secret seals each key. */
export async function* sealingsOfHashKeys(
  db: Database,
  secrets: readonly string[],
): AsyncGenerator<SealedWith> {
  for (const { purpose, sealed } of await sealedKeys(db).execute())
    yield sealedWith(secrets, sealingOf(purpose), sealed)
}

const sealedKeys = (db: Database) => db.selectFrom('hash_keys').selectAll().orderBy('id')

const sealingOf = (purpose: string) => ({ purpose: 'hash-key', subject: purpose })
