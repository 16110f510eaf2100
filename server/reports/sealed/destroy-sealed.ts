import { slugOf } from '@nofiller/contract/authoring/slug'
import { sql } from 'kysely'
import { pictureFolder } from '../../catalog/picture-folder.ts'
import { audit, STORE_JOB } from '../../platform/database/audit.ts'
import { areRemovalsHeld } from '../../platform/database/backup-hold.ts'
import type { Database, Tx } from '../../platform/database/database.ts'
import { unavailable } from '../../platform/http/errors/errors.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { Store } from '../../store.ts'

const QUEUE = 'destroy-sealed'
const BACKUP_MINUTES = 10

/** During a backup, or while the storage is down, the job waits for a day before it shows in To do as failed. */
export const queueDestruction = (jobs: Jobs, tx: Tx, gameId: string): Promise<void> =>
  jobs.send(
    tx,
    QUEUE,
    { gameId },
    {
      singletonKey: gameId,
      retryLimit: 150,
      retryDelay: 1,
      retryBackoff: true,
      retryDelayMax: BACKUP_MINUTES * 60,
    },
  )

export const startDestroying = (store: Store): Promise<void> =>
  store.jobs.work<{ gameId: string }>(QUEUE, ({ gameId }) => destroySealed(store, gameId))

/**
 * Deletes every byte of a sealed game whose destruction was confirmed, then the copies in its rows. Objects are deleted before
 * the rows that name them, so after a crash the next try finds the remaining ones. Hashes stay.
 * @throws HttpError 503 while a backup runs; the job is retried
 */
export async function destroySealed(store: Store, gameId: string): Promise<void> {
  const game = await confirmedGame(store.db, gameId)
  if (!game) return
  if (await areRemovalsHeld(store.db)) throw unavailable('A backup is running, so files are removed later.')
  const builds = await buildsOf(store.db, gameId)
  for (const { storage_key: key } of builds) {
    await store.uploads.remove(key) // leftovers of an interrupted upload
    await store.storage.remove(key)
  }
  const named = await picturesOf(store.db, game)
  for await (const key of objectsOf(store, game, named)) await store.storage.remove(key)
  await store.db.transaction().execute(async (tx) => {
    await tx.selectFrom('games').select('id').where('id', '=', gameId).forUpdate().execute()
    const destroyed = await tx
      .updateTable('sealed_evidence')
      .set({ destroyed_at: store.clock() })
      .where('game_id', '=', gameId)
      .where('destroyed_at', 'is', null)
      .returning('game_id')
      .executeTakeFirst()
    if (!destroyed) return // another try was faster
    await forget(tx, gameId, store.clock())
    await audit(tx, STORE_JOB, {
      action: 'evidence_destroyed',
      kind: 'game',
      id: gameId,
      name: game.title,
      reason: null,
      after: { files: builds.length, pictures: named.size },
    })
    await store.catalogChanged.announce(tx)
  })
  store.log.info({ gameId, files: builds.length, pictures: named.size }, 'sealed game destroyed')
}

type Game = { id: string; title: string; slug: string; username: string }

const confirmedGame = (db: Database, gameId: string): Promise<Game | undefined> =>
  db
    .selectFrom('sealed_evidence')
    .innerJoin('games', 'games.id', 'sealed_evidence.game_id')
    .innerJoin('accounts as developer', 'developer.id', 'games.developer_id')
    .select(['games.id', 'games.title', 'games.slug', 'developer.username'])
    .where('sealed_evidence.game_id', '=', gameId)
    .where('confirmed_at', 'is not', null)
    .where('destroyed_at', 'is', null)
    .executeTakeFirst()

/** Every build of every file, including replaced and withdrawn ones. */
const buildsOf = (db: Database, gameId: string) =>
  db
    .selectFrom('file_builds as build')
    .innerJoin('game_files as file', 'file.id', 'build.file_id')
    .select('build.storage_key')
    .where('file.game_id', '=', gameId)
    .execute()

/** What names the pictures of a game's page, and that for link previews. */
const SHOWN = sql`concat_ws(' ', games.card, games.cover, games.screenshots, games.page_bg, games.buy_button, games.demo_button,
  (select url from share_pictures where share_pictures.game_id = games.id))`

/** The current and earlier pictures of a game, as named by its rows, reports and reviews. */
async function picturesOf(db: Database, { id, username }: Game): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ shown: string; named: string }>`
    select ${SHOWN} as shown, concat_ws(' ', games.description,
      written_beside_page(games),
      (select string_agg(concat_ws(' ', picture, description), ' ') from paused_parts where game_id = games.id),
      (select string_agg(snapshot::text, ' ') from report_cases where subject_id = games.id),
      (select string_agg(revision.snapshot::text, ' ') from game_revisions as revision
        join game_reviews as review on review.id = revision.review_id where review.game_id = games.id)) as named
    from games where id = ${id}`.execute(db)
  const shown = namesIn(rows[0]?.shown ?? '')
  const developers = new Set([`uploads/${slugOf(username)}`, ...shown.map(developerOf)])
  const named = namesIn(rows[0]?.named ?? '').filter((name) => developers.has(developerOf(name))) // not those of other games
  return new Set([...shown, ...named])
}

/**
 * The stored objects of these pictures in all their forms, and everything else in the game's own folders. Objects that another
 * game shows stay: equal pictures of two games with one title are one object, which is deleted with the last of them.
 */
async function* objectsOf({ db, storage }: Store, { id, slug }: Game, named: ReadonlySet<string>) {
  const keys: string[] = []
  for (const folder of foldersOf(named, slug))
    for await (const key of storage.list(folder))
      if (named.has(nameOf(key)) || folder.endsWith(`/${pictureFolder(slug)}`)) keys.push(key)
  const shared = await shownByOthers(db, id, [...new Set(keys.map(nameOf))])
  for (const key of keys) if (!shared.has(nameOf(key))) yield key
}

/** The texts of all games are read once, which takes seconds in a catalog of 100,000. */
async function shownByOthers(
  db: Database,
  id: string,
  names: readonly string[],
): Promise<ReadonlySet<string>> {
  if (names.length === 0) return new Set()
  const { rows } = await db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = '1min'`.execute(tx)
    const all = sql`concat_ws(' ', ${SHOWN}, description, written_beside_page(games))`
    return sql<{ shown: string }>`select ${all} as shown from games
      where id <> ${id} and ${all} like any (${sql.val(names.map((name) => `%${name}%`))}::text[])`.execute(
      tx,
    )
  })
  return new Set(rows.flatMap(({ shown }) => namesIn(shown)))
}

/** A picture's key without the suffix of its form: `uploads/studio/game/card/3f2a`. */
const nameOf = (key: string): string => key.replace(/(-\d+|-blurred)?\.\w+$/, '')

const namesIn = (text: string): string[] =>
  [...text.matchAll(/uploads\/[a-z0-9./-]+\.webp/g)].map(([key]) => nameOf(key))

/** `uploads/studio`. A developer who changed their name has more than one. */
const developerOf = (name: string): string => name.split('/', 2).join('/')

function foldersOf(named: ReadonlySet<string>, slug: string): Set<string> {
  const folders = [...named].map((name) => name.split('/', 3).join('/'))
  return new Set([...folders, ...[...named].map((name) => `${developerOf(name)}/${pictureFolder(slug)}`)])
}

/** Deletes the copies in the rows: texts, addresses and the placeholders of pictures. */
async function forget(tx: Tx, gameId: string, now: Date): Promise<void> {
  await tx
    .updateTable('games')
    .set({
      description: '',
      card: null,
      cover: null,
      screenshots: '[]',
      page_bg: null,
      buy_button: null,
      demo_button: null,
    })
    .where('id', '=', gameId)
    .execute()
  await tx.updateTable('share_pictures').set({ url: null }).where('game_id', '=', gameId).execute()
  const said = { summary: '', notes: '', known_problems: '', saves_note: '', withdrawn_reason: null }
  await tx.updateTable('releases').set(said).where('game_id', '=', gameId).execute()
  await tx.updateTable('posts').set({ title: '', body: '' }).where('game_id', '=', gameId).execute()
  await tx.deleteFrom('paused_parts').where('game_id', '=', gameId).execute()
  await sql`update report_cases set snapshot = ${emptied} where subject_id = ${gameId}`.execute(tx)
  await sql`update reports set snapshot = ${emptied} where subject_id = ${gameId}`.execute(tx)
  await sql`delete from report_pictures
    where report_id in (select id from reports where subject_id = ${gameId})`.execute(tx)
  await sql`update game_revisions set snapshot = '{}'
    where review_id in (select id from game_reviews where game_id = ${gameId})`.execute(tx)
  await sql`update file_builds set destroyed_at = ${now}
    where file_id in (select id from game_files where game_id = ${gameId})`.execute(tx)
}

/** A snapshot keeps its owner, and the name and hash of a file. */
const emptied = sql`snapshot || '{"text": null, "pictures": []}'`
