import type { Database } from '../../platform/database/database.ts'
import { type Encoded, hashOf } from './pictures.ts'

/**
 * Keeps of which upload each picture was drawn, so that a blocked image is known in every place and size. Not in the save's
 * transaction, where an equal save would wait for it; what a failed one leaves is two hashes.
 */
export async function keepSources(db: Database, pictures: readonly Encoded[]): Promise<void> {
  if (pictures.length === 0) return
  const sources = pictures.map(({ bytes, source }) => ({ picture: hashOf(bytes), source_sha256: source }))
  await db
    .insertInto('picture_sources')
    .values(sources.sort((one, other) => Buffer.compare(one.picture, other.picture))) // in one order, against deadlocks
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
