import { afterAll, beforeAll, expect, it } from 'vitest'
import { onConnection } from '../../platform/database/connection.ts'
import { freshDatabase, type TestDatabase } from '../../testing/database.ts'
import { playedPayouts } from '../../testing/fakes/payout-provider.ts'
import { eventually } from '../../testing/store.ts'
import { PayoutUncertain } from '../providers/payout-provider.ts'
import { takeTurn, whileHeld } from './sending-turn.ts'

const log = { warn: () => undefined }
const never = new AbortController().signal

let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

/** Like PostgreSQL when it restarts: ends the connections that hold the turn or wait for it. */
const endConnections = (whose: 'holders' | 'waiters') =>
  onConnection({ connectionString: database.url }, (client) =>
    client.query(
      `select pg_terminate_backend(pid) from pg_locks join pg_database on pg_database.oid = database
        where datname = current_database() and locktype = 'advisory' and granted = $1`,
      [whose === 'holders'],
    ),
  )

it('one process holds the turn at a time, and the next one once it is lost', async () => {
  const first = await takeTurn(database.url, log, never)
  const waiting = takeTurn(database.url, log, never)
  await eventually(async () => (await waiter()) !== null)
  expect(first?.isHeld()).toBe(true)
  const before = await waiter()
  await endConnections('waiters')
  await eventually(async () => ![null, before].includes(await waiter())) // on a new connection
  await endConnections('holders')
  await eventually(() => first?.signal.aborted)
  expect(first?.isHeld()).toBe(false)
  const second = await waiting
  expect(second?.isHeld()).toBe(true)
  await second?.end()
})

it('a wait for the turn ends when the process stops, and retries a database that is down until then', async () => {
  const held = await takeTurn(database.url, log, never)
  const stopping = new AbortController()
  const waiting = [
    takeTurn(database.url, log, stopping.signal),
    takeTurn('postgresql://nobody@127.0.0.1:1/none', log, stopping.signal),
  ]
  await eventually(async () => (await waiter()) !== null)
  stopping.abort()
  expect(await Promise.all(waiting)).toEqual([null, null])
  await held?.end()
})

it('makes no call to the provider once the turn is lost', async () => {
  const { provider } = playedPayouts(() => ({
    prepare: 'made',
    release: 'accepted',
    end: 'paid',
    unanswered: 0,
  }))
  let isHeld = true
  const guarded = whileHeld(provider, () => isHeld)
  await expect(guarded.quote('BTC')).resolves.toBeDefined()
  isHeld = false
  for (const call of [
    () => guarded.quote('BTC'),
    () => guarded.release('a reference'),
    () => guarded.discard('a reference'),
    () => guarded.lookup({ reference: 'a reference' }),
    () => guarded.prepare({ externalId: 'a', coin: 'BTC', amount: '1', address: 'b' }),
  ])
    await expect(call()).rejects.toThrow(PayoutUncertain)
})

/** The PostgreSQL process that waits for the turn; null for none. */
const waiter = () =>
  onConnection({ connectionString: database.url }, async (client): Promise<number | null> => {
    const { rows } = await client.query(
      `select pid from pg_locks where locktype = 'advisory' and not granted
         and database = (select oid from pg_database where datname = current_database())`,
    )
    return rows[0]?.pid ?? null
  })
