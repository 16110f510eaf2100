/** Public reads from a real streaming replica that lags, fails and returns. */
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { checkReplica } from '../../operations/doctor/check-database.ts'
import {
  type DebianPostgres,
  type DebianReplica,
  hasDebianPostgres,
  openDebianPostgres,
} from '../../testing/fakes/debian-postgres.ts'
import { addGame, type TestGame } from '../../testing/fixtures/games.ts'
import { type Person, signedIn } from '../../testing/fixtures/people.ts'
import { eventually, openTestStore, type TestStore } from '../../testing/store.ts'
import { onConnection } from './connection.ts'
import { type Replica, replayedBy, whyUnusable, writtenBy } from './replica.ts'

describe.skipIf(!hasDebianPostgres)('with a streaming replica', () => {
  let primary: DebianPostgres
  let standby: DebianReplica
  let test: TestStore
  let replica: Replica
  let developer: Person
  let game: TestGame

  beforeAll(async () => {
    primary = await openDebianPostgres()
    const url = await primary.newDatabase()
    standby = await primary.openReplica()
    const name = new URL(url).pathname.slice(1)
    test = await openTestStore({
      database: { url, drop: async () => undefined },
      settings: { DATABASE_URL: url, DATABASE_REPLICA_URL: standby.url(name) },
    })
    if (!test.store.replica) throw new Error('the store has a replica')
    replica = test.store.replica
    developer = await signedIn(test, 'developer')
  })
  afterAll(async () => {
    await test?.close()
    await standby?.stop()
    await primary?.stop()
  })
  beforeEach(async () => {
    game = await addGame(test, { developerId: developer.id })
    await test.forgetCatalog()
    await untilRead()
  })

  let asked = 0
  const nth = () => {
    asked += 1
    return asked
  }
  /** A page of the list that nobody requested before, so no cache has it. */
  const newPage = () => test.nobody.get(`/api/games?limit=50&q=nothing${nth()}`)
  /** The server that handles a public read. */
  const readFrom = async (): Promise<'replica' | 'primary'> => {
    const before = replica.reads.replica
    expect((await newPage()).status).toBe(200)
    return replica.reads.replica > before ? 'replica' : 'primary'
  }
  const untilRead = () => eventually(async () => (await readFrom()) === 'replica')

  it('shows a change to its author at once, and to everybody after it is announced, while the replica lags', async () => {
    await standby.pause()
    await test.db.updateTable('games').set({ title: 'Renamed' }).where('id', '=', game.id).execute()
    expect((await developer.get(`/api/games/${game.id}`)).body.title).toBe('Renamed')
    await test.forgetCatalog()
    expect((await test.nobody.get(`/api/games/${game.id}`)).body.title).toBe('Renamed')
    await standby.resume()
    await untilRead()
    expect((await test.nobody.get(`/api/games/${game.id}`)).body.title).toBe('Renamed')
  })

  it('reads from the primary while the replica lags, and logs it', async () => {
    await standby.pause()
    await test.sql`select pg_logical_emit_message(true, 'test', 'something is written')`
    await eventually(async () => (await readFrom()) === 'primary')
    await eventually(() =>
      test.logged.some((line) => line.includes('is unavailable or lags, and is not read')),
    )
    await eventually(async () => {
      const [, lag] =
        /^store_replica_lag_seconds (\S+)$/m.exec((await test.nobody.get('/metrics')).text) ?? []
      return Number(lag) > 2
    })
    await standby.resume()
    await untilRead()
    await eventually(() => test.logged.some((line) => line.includes('the replica is read again')))
  })

  it('the doctor explains what is wrong with the replica', async () => {
    const [replicaUrl, primaryUrl] = [test.store.config.DATABASE_REPLICA_URL ?? '', test.databaseUrl]
    expect(await checkReplica(replicaUrl, primaryUrl)).toMatchObject({ state: 'good' })
    expect(await checkReplica(primaryUrl, primaryUrl)).toMatchObject({ state: 'bad' })
    await expect(checkReplica(replicaUrl.replace(/:\d+\//, ':1/'), primaryUrl)).rejects.toThrow(
      'correct DATABASE_REPLICA_URL',
    )
    await standby.pause()
    await test.sql`select pg_logical_emit_message(true, 'test', 'something is written')`
    expect(await checkReplica(replicaUrl, primaryUrl)).toMatchObject({
      state: 'warn',
      sentence: expect.stringMatching(/lacks \d+ bytes/),
    })
    await standby.resume()
  })

  it('answers without an error when the replica is killed, and reads from it when it is back', async () => {
    let isOver = false
    const statuses: number[] = []
    const asking = Promise.all(
      Array.from({ length: 4 }, async () => {
        while (!isOver) statuses.push((await newPage()).status)
      }),
    )
    await standby.end('SIGKILL')
    const heard = statuses.length
    await eventually(() => statuses.length > heard + 20)
    isOver = true
    await asking
    expect(new Set(statuses)).toEqual(new Set([200]))
    await standby.start()
    await untilRead()
  })

  it('does not read from the replica while the primary is down and its lag is unknown', async () => {
    await primary.end('SIGQUIT')
    await eventually(async () => (await newPage()).status === 503)
    await primary.start()
    await untilRead()
  })

  it('stops reading from a replica that was promoted', async () => {
    await standby.promote()
    await eventually(async () => (await readFrom()) === 'primary')
    await eventually(() => test.logged.some((line) => line.includes('it is no replica, or was promoted')))
  })
})

describe.skipIf(!hasDebianPostgres)('with idle servers', () => {
  let primary: DebianPostgres
  let standby: DebianReplica
  let sessions: { ofPrimary: pg.Pool; ofStandby: pg.Pool; ofOther: pg.Pool }
  let other: DebianPostgres

  beforeAll(async () => {
    primary = await openDebianPostgres()
    other = await openDebianPostgres()
    const asPlainUser = (server: Pick<DebianPostgres, 'url'>) =>
      new pg.Pool({ connectionString: server.url('postgres').replace('store:', 'plain:'), max: 1 })
    for (const { url } of [primary, other])
      await onConnection({ connectionString: url('postgres') }, (client) =>
        client.query('create role plain login'),
      )
    standby = await primary.openReplica()
    sessions = {
      ofPrimary: asPlainUser(primary),
      ofStandby: asPlainUser(standby),
      ofOther: asPlainUser(other),
    }
  })
  afterAll(async () => {
    for (const session of Object.values(sessions ?? {})) await session.end()
    for (const server of [standby, primary, other]) await server?.stop()
  })

  it('does not count a replica as lagging when its idle primary starts a new log file', async () => {
    for (let files = 0; files < 3; files += 1) {
      await onConnection({ connectionString: primary.url('postgres') }, async (client) => {
        await client.query(`select pg_logical_emit_message(true, 'test', 'something is written')`)
        await client.query('select pg_switch_wal()')
      })
      const written = await writtenBy(sessions.ofPrimary)
      await eventually(async () => {
        const replayed = await replayedBy(sessions.ofStandby)
        return whyUnusable(written, replayed) === null && Number(replayed.bytes) >= Number(written.bytes)
      })
    }
  })

  it("tells a replica from a standalone server and from another store's server", async () => {
    const written = await writtenBy(sessions.ofPrimary)
    expect(whyUnusable(written, await replayedBy(sessions.ofPrimary))).toMatch(/no replica/)
    const replayed = await replayedBy(sessions.ofStandby)
    expect(whyUnusable(await writtenBy(sessions.ofOther), replayed)).toMatch(/another server/)
  })
})
