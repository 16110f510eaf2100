import type { Database } from '../../platform/database/database.ts'
import { type Encoded, hashOf } from './pictures.ts'

/**
 * Records which upload each picture was made from, so a blocked image is recognized in every place and size. Not in the save's
 * transaction, where an equal save would wait for it; a failed save leaves two hashes.
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
