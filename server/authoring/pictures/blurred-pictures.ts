import { buffer } from 'node:stream/consumers'
import { addressOfBlurred } from '@nofiller/contract/catalog/pictures'
import { type Storage, writeOnce } from '../../platform/storage/storage.ts'
import { oneAtATime } from '../../platform/uploaded-picture.ts'
import { blurredOf } from './pictures.ts'

/**
 * Makes sure that a picture's blurred file is there. Pictures that an earlier release stored have none, so it is made when it
 * is first requested, if the picture exists; any other key changes nothing.
 */
export async function ensureBlurred(storage: Storage, key: string): Promise<void> {
  const original = addressOfBlurred(key)
  if (original === null || (await storage.sizeOf(key)) !== null || (await storage.sizeOf(original)) === null)
    return
  await oneAtATime(async () => writeOnce(storage, key, await blurredOf(await buffer(storage.read(original)))))
}
