import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Game } from '@nofiller/contract/catalog/catalog'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { accessTokens } from '../accounts/sessions/access-token.ts'
import type { Account } from '../platform/caller.ts'
import { systemClock } from '../platform/clock.ts'
import { type Connection, connect } from '../platform/database/database.ts'
import { CutOff, cutDatabase } from '../testing/cut-database.ts'
import { freshDatabase, type TestDatabase } from '../testing/database.ts'
import { aZip, upload } from '../testing/fixtures/game-form.ts'
import { addGame } from '../testing/fixtures/games.ts'
import { type Person, signedIn } from '../testing/fixtures/people.ts'
import { publishGame } from '../testing/fixtures/publishing.ts'
import { addDrafts, addReleasedGames, announcements, liveLabels } from '../testing/fixtures/releases.ts'
import { SECRET_KEY, type StoreProcess, storeProcess } from '../testing/process.ts'
import { RELEASE_KILLS, RELEASES_AT_ONCE } from '../testing/rounds.ts'
import { aStore, eventually } from '../testing/store.ts'
import { publishRelease } from './publish-release.ts'

const TIMEOUT_MS = 300_000

/** Two processes of one store, which share its files. */
let folder: string
let processes: StoreProcess[] = []
let database: TestDatabase
let connection: Connection
let dev: Person
beforeAll(async () => {
  database = await freshDatabase()
  connection = connect(database.url, console)
  folder = await mkdtemp(join(tmpdir(), 'nofiller-shared-'))
  const settings = { DATABASE_URL: database.url, DATA_DIR: folder, SECRET_KEY, DEMO: '0' }
  processes = [await storeProcess(settings), await storeProcess(settings)]
  for (const process of processes) await process.start()
  const tokens = accessTokens([SECRET_KEY], systemClock)
  dev = await signedIn({ db: connection.db, url: one().url, tokens }, 'developer')
}, TIMEOUT_MS)
afterAll(async () => {
  for (const process of processes) await process.remove()
  await connection.close()
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

const one = () => processes[0] as StoreProcess

it(`VE3 ${RELEASES_AT_ONCE} releases of one second go live once each and are announced once, although one of two processes is killed`, async () => {
  const { db } = connection
  const gameIds = await addReleasedGames(db, dev.id, RELEASES_AT_ONCE)
  const ids = [...(await addDrafts(db, gameIds, '0.5')).values()]
  await sql`update releases set opens_at = clock_timestamp() + interval '1 second'
    where id = any(${sql.val(ids)}::uuid[])`.execute(db)
  await sql`select pg_notify('catalogue_changed', '')`.execute(db)
  const live = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from releases
      where id = any(${sql.val(ids)}::uuid[]) and live_at is not null`.execute(db)
    return rows[0]?.count ?? 0
  }
  await eventually(async () => (await live()) > ids.length / 5, TIMEOUT_MS)
  await one().end('SIGKILL')
  await eventually(async () => (await live()) === ids.length, TIMEOUT_MS)
  for (const gameId of gameIds) expect(await liveLabels(db, gameId)).toEqual(['0.5'])
  const told = await announcements(db)
  expect(ids.map((id) => told.get(id))).toEqual(ids.map(() => 1))
  await one().start()
}, 900_000)

it(`VE2 A store that is killed ${RELEASE_KILLS} times on the way of a release to its buyers never has half of it live`, async () => {
  const { db } = connection
  const game = await publishGame(dev, ['Windows', 'Linux'])
  const label = (kill: number) => `0.${kill + 5}`
  const draft = (kill: number) => sql`releases where game_id = ${game._id} and label = ${label(kill)}`
  // Upload, draft, check, going live, telling.
  const points = [
    () => sql`select from uploads where created_at > now() - interval '1 minute'`,
    (kill: number) => sql`select from ${draft(kill)}`,
    (kill: number) => sql`select from file_builds join release_builds on build_id = file_builds.id
      where sha256 is not null and release_id in (select id from ${draft(kill)})`,
    (kill: number) => sql`select from ${draft(kill)} and live_at is not null`,
    (kill: number) => sql`select from jobs.job where name = 'announce-release' and state = 'completed'
      and data ->> 'releaseId' in (select id::text from ${draft(kill)})`,
  ]
  for (let kill = 0; kill < RELEASE_KILLS; kill += 1) {
    const before = (await liveLabels(db, game._id))[0] ?? ''
    const published = publishTwo(game, label(kill)).catch(() => null) // the kill may come before an answer
    await eventually(
      async () => (await points[kill % points.length]?.(kill).execute(db))?.rows.length,
      TIMEOUT_MS,
    )
    await one().end('SIGKILL')
    await published
    const [first = ''] = await liveLabels(db, game._id)
    expect([before, label(kill)]).toContain(first)
    expect(await liveLabels(db, game._id)).toEqual([first, first])
    await one().start()
    if (first !== label(kill)) await publishTwo(game, `${label(kill)}-again`)
    expect(new Set(await liveLabels(db, game._id)).size).toBe(1)
  }
}, 900_000)

/** Publishes new builds of both files of a game. */
async function publishTwo(game: Game, label: string): Promise<void> {
  const files = game.gameFiles.map(async ({ _id, device }) => ({
    _id,
    device,
    tempKey: await upload(dev, aZip()),
  }))
  const made = await dev.post(`/api/games/${game._id}/releases`, { label, files: await Promise.all(files) })
  if (made.status !== 200) throw new Error(made.text)
  await eventually(
    async () => (await dev.post(`/api/releases/${made.body.id}/live`, {})).status === 200,
    TIMEOUT_MS,
  )
}

it('VE2 A process that dies at any statement of going live leaves all of the release before or all of this one', async () => {
  const test = await aStore()
  const dev = await signedIn(test, 'developer')
  const author = { ...dev, role: 'developer' } as unknown as Account // what a release asks of its author
  const connection = connect(test.databaseUrl, console)
  onTestFinished(() => connection.pool.end())
  const cuts = cutDatabase(connection.pool)
  const store = { ...test.store, db: cuts.db }
  const game = await addGame(test, { developerId: dev.id, files: [{}, { name: 'map.zip' }] })
  let dead = 0
  for (const when of ['before', 'after'] as const)
    for (let statement = 0, isCut = true; isCut; statement += 1) {
      const label = `${when} ${statement}`
      const [old] = await liveLabels(test.db, game.id)
      const id = (await addDrafts(test.db, [game.id], label)).get(game.id) ?? ''
      isCut = await cuts
        .cutting({ statement, when }, () => publishRelease(store, author, id, {}))
        .then(
          () => false,
          (error) => {
            expect(error).toBeInstanceOf(CutOff)
            return true
          },
        )
      const live = await liveLabels(test.db, game.id)
      expect(live).toEqual(live[0] === label ? [label, label] : [old, old])
      const told = (await announcements(test.db)).get(id) ?? 0
      expect(told).toBe(live[0] === label ? 1 : 0)
      if (isCut) dead += 1
      if (live[0] !== label) await publishRelease(test.store, author, id, {})
      expect(await liveLabels(test.db, game.id)).toEqual([label, label])
      expect((await announcements(test.db)).get(id)).toBe(1)
    }
  expect(dead).toBeGreaterThan(20)
}, 300_000)
