import type { GamePictureField } from '@nofiller/contract/authoring/authoring'
import type { Database } from '../../platform/database/database.ts'
import type { Store } from '../../store.ts'
import type { StoredPicture } from '../game-form/write-game.ts'
import { type Encoded, type Place, storePictures } from './pictures.ts'

/**
 * Stores the pictures of a save before its transaction starts, so no connection waits for storage, and removes those
 * it wrote when the save fails.
 *
 * Equal pictures have one key, so another save may use this one's object. There is no lock: whoever removes an object looks for
 * games before and after, and restores one that is used meanwhile; a save that found an existing picture makes
 * sure, once saved, that it still is. One of the two comes last and sees the other.
 */
export async function withPictures<Saved>(
  store: Store,
  place: Place,
  pictures: readonly Encoded<GamePictureField>[],
  save: (stored: StoredPicture[]) => Promise<Saved>,
): Promise<Saved> {
  const written: string[] = []
  let saved: Saved
  try {
    saved = await save(await storePictures(store.storage, place, pictures, written))
  } catch (error) {
    await takeBack(store, place, pictures, written).catch(logged(store, 'pictures of a failed save stay'))
    throw error
  }
  if (written.length < objectsOf(pictures))
    await storePictures(store.storage, place, pictures, []).catch(
      logged(store, 'pictures of a save were not looked at again'),
    )
  return saved
}

const objectsOf = (pictures: readonly Encoded[]): number =>
  pictures.reduce((sum, { forms }) => sum + 2 + forms.length, 0)

const logged =
  ({ log }: Store, message: string) =>
  (error: unknown) =>
    log.warn({ err: error }, message)

async function takeBack(
  { db, storage }: Store,
  place: Place,
  pictures: readonly Encoded<GamePictureField>[],
  written: readonly string[],
): Promise<void> {
  const usedBefore = await usedPictures(db, place)
  const unused = written.filter((key) => !usedBefore.has(nameOf(key)))
  await Promise.allSettled(unused.map((key) => storage.remove(key)))
  const usedNow = await usedPictures(db, place)
  if (unused.some((key) => usedNow.has(nameOf(key)))) await storePictures(storage, place, pictures, [])
}

/** A picture's key without the suffix of its form. */
const nameOf = (key: string): string => key.replace(/^\//, '').replace(/(-\d+|-blurred)?\.\w+$/, '')

/** The pictures of all games that may share a folder: those whose slugs only differ by their numbers. */
async function usedPictures(db: Database, { titleSlug }: Place): Promise<Set<string>> {
  const root = titleSlug.replace(/(-\d+)+$/, '')
  const games = await db
    .selectFrom('games')
    .select(['card', 'cover', 'screenshots', 'page_bg', 'buy_button', 'demo_button'])
    .where('slug', '~', `^${root}(-[0-9]+)*$`)
    .execute()
  const paused = await db
    .selectFrom('paused_parts')
    .innerJoin('games', 'games.id', 'paused_parts.game_id')
    .select('paused_parts.picture')
    .where('games.slug', '~', `^${root}(-[0-9]+)*$`)
    .execute()
  const used = [
    ...games.flatMap(({ screenshots, ...others }) => [...screenshots, ...Object.values(others)]),
    ...paused.map(({ picture }) => picture),
  ]
  return new Set(used.flatMap((picture) => (picture ? [nameOf(picture.url)] : [])))
}
