import { buffer } from 'node:stream/consumers'
import { slugOf } from '@nofiller/contract/authoring/slug'
import type { Picture } from '@nofiller/contract/catalog/catalog'
import type { ContentCategory } from '@nofiller/contract/catalog/game-kinds'
import { sql } from 'kysely'
import { pictureFolder } from '../../catalog/picture-folder.ts'
import { LISTED } from '../../catalog/visibility.ts'
import { areRemovalsHeld } from '../../platform/database/backup-hold.ts'
import type { Database, Tx } from '../../platform/database/database.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { type Storage, writeOnce } from '../../platform/storage/storage.ts'
import { oneAtATime } from '../../platform/uploaded-picture.ts'
import type { Store } from '../../store.ts'
import { hashOf } from '../pictures/pictures.ts'
import { type Backdrop, drawSharePicture } from './draw-share-picture.ts'

const QUEUE = 'draw-share-pictures'
/** A minute's work at most: an upgrade, after which every game wants one, slows nobody down. */
const BATCH = 50
/** As in the index `share_pictures_to_draw`. The waits between them are 1, 4, 16 and 64 minutes. */
const TRIES = 5

/** Queues the drawing in the transaction of a save. A key of all games would make saves wait for each other. */
export const queueSharePicture = (jobs: Jobs, tx: Tx, gameId: string): Promise<void> =>
  jobs.send(tx, QUEUE, {}, { singletonKey: gameId })

/** Starts the job, which each minute looks for games that changed by other ways, became public or are to be tried again. */
export const startDrawing = (store: Store): Promise<void> =>
  store.jobs.schedule(QUEUE, '* * * * *', async () => {
    await drawSharePictures(store)
  })

/**
 * Makes the pictures for link previews of public games whose title, cover or choice changed, the newest changes first. One
 * that fails is tried again; after the last try its game keeps the store's own picture.
 * @returns how many were made
 */
export async function drawSharePictures(store: Store): Promise<number> {
  if (await areRemovalsHeld(store.db)) return 0 // the ones they replace could not be removed
  let made = 0
  for (const game of await takeDue(store.db))
    try {
      if (await makePicture(store, game)) made += 1
    } catch (error) {
      store.log.warn({ err: error, gameId: game.id }, 'a picture for link previews could not be made')
    }
  if (made > 0) await store.catalogChanged.announce(store.db)
  return made
}

type DueGame = {
  id: string
  title: string
  category: ContentCategory
  cover: Picture | null
  slug: string
  username: string
  wanted: number
  url: string | null
}

/** Counts the try before it is made, so that one which ends the process is not made forever, and no two processes make it. */
async function takeDue(db: Database): Promise<DueGame[]> {
  const { rows } = await sql<DueGame>`
    with due as (
      select share.game_id from share_pictures as share join games on games.id = share.game_id
      where share.drawn < share.wanted and share.tries < ${sql.lit(TRIES)} and share.next_try_at <= now() and ${LISTED}
      order by share.next_try_at desc limit ${BATCH} for no key update of share skip locked
    )
    update share_pictures as share
    set tries = share.tries + 1, next_try_at = now() + interval '1 minute' * 4 ^ share.tries
    from due join games on games.id = due.game_id join accounts as developer on developer.id = games.developer_id
    where share.game_id = due.game_id
    returning games.id, games.title, games.category, games.cover, games.slug, developer.username, share.wanted, share.url`.execute(
    db,
  )
  return rows
}

/** @returns false when the game changed meanwhile: the next one is of that change */
async function makePicture({ db, storage, config, log }: Store, game: DueGame): Promise<boolean> {
  const backdrop = await backdropOf(storage, game)
  const bytes = await oneAtATime(() => drawSharePicture(game.title, backdrop, config.STORE_NAME))
  const url = bytes && (await storePicture(storage, game, bytes))
  const { numUpdatedRows } = await db
    .updateTable('share_pictures')
    .set({ drawn: game.wanted, url })
    .where('game_id', '=', game.id)
    .where('wanted', '=', game.wanted)
    .executeTakeFirst()
  const isCurrent = numUpdatedRows > 0n
  const unused = isCurrent ? game.url : url
  if (unused !== null && unused !== (isCurrent ? url : game.url))
    await removePicture({ db, storage }, unused).catch((error) =>
      log.warn({ err: error, url: unused }, 'a replaced picture for link previews stays'),
    )
  return isCurrent
}

/** The cover of an SFW game alone is read; of any other its placeholder is in the row. */
async function backdropOf(storage: Storage, { category, cover }: DueGame): Promise<Backdrop> {
  if (cover === null) return null
  if (category === 'SFW') return { kind: 'cover', bytes: await buffer(storage.read(cover.url.slice(1))) }
  return { kind: 'placeholder', bytes: Buffer.from(cover.blur.replace(/^.*,/, ''), 'base64') }
}

/** In the folder of the game's pictures, under a name that no other game's has: what is equal is replaced one by one. */
async function storePicture(storage: Storage, game: DueGame, bytes: Buffer): Promise<string> {
  const name = hashOf(Buffer.concat([Buffer.from(game.id), bytes])).toString('hex')
  const key = `uploads/${slugOf(game.username)}/${pictureFolder(game.slug)}/share/${name}.webp`
  await writeOnce(storage, key, bytes)
  return `/${key}`
}

/** It may show a cover that its game should no longer show. The transaction keeps a backup from beginning meanwhile. */
const removePicture = ({ db, storage }: Pick<Store, 'db' | 'storage'>, url: string): Promise<void> =>
  db.transaction().execute(async (tx) => {
    if (await areRemovalsHeld(tx)) throw new Error('a backup is running')
    await storage.remove(url.slice(1))
  })
