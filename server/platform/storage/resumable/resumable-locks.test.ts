import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freshDatabase } from '../../../testing/database.ts'
import { type UploadLocks, uploadLocks } from './resumable-locks.ts'

let database: Awaited<ReturnType<typeof freshDatabase>>
/** Each stands for the process that made it. */
let one: UploadLocks
let other: UploadLocks
const warned: string[] = []

beforeAll(async () => {
  database = await freshDatabase()
  const log = { warn: (_detail: object, message: string) => void warned.push(message) }
  one = uploadLocks(database.url, log)
  other = uploadLocks(database.url, log)
})
afterAll(async () => {
  await one.stop()
  await other.stop()
  await database.drop()
})

const never = new AbortController().signal
const ignore = () => undefined

it('D3 lets one process at a time write an upload, and any number write others', async () => {
  const lock = one.newLock('a')
  await lock.lock(never, ignore)
  const events: string[] = []
  const waiting = other
    .newLock('a')
    .lock(never, ignore)
    .then(() => events.push('locked'))
  await other.newLock('b').lock(never, ignore)
  events.push('released')
  await lock.unlock()
  await waiting
  expect(events).toEqual(['released', 'locked'])
  await other.newLock('a').unlock()
})

it('D3 of many waiting writers in one process, each gets its turn alone', async () => {
  let inside = 0
  let most = 0
  const turn = async () => {
    const lock = one.newLock('c')
    await lock.lock(never, ignore)
    inside += 1
    most = Math.max(most, inside)
    await new Promise((resolve) => setTimeout(resolve, 5))
    inside -= 1
    await lock.unlock()
  }
  await Promise.all(Array.from({ length: 8 }, turn))
  expect(most).toBe(1)
})

it('asks the previous writer to end', async () => {
  const first = one.newLock('d')
  await first.lock(never, () => first.unlock())
  await one.newLock('d').lock(never, ignore)
  await one.newLock('d').unlock()
})

it('does not wait for a caller who has left', async () => {
  await one.newLock('e').lock(never, ignore)
  await expect(other.newLock('e').lock(AbortSignal.abort(), ignore)).rejects.toMatchObject({ status: 423 })
  await one.newLock('e').unlock()
})

it('D3 asks every writer to end when the lock’s connection breaks, and locks again afterwards', async () => {
  const asked: string[] = []
  await one.newLock('f').lock(never, () => void asked.push('f'))
  await other.newLock('g').lock(never, ignore)
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await client.query(
    `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`,
  )
  await client.end()
  await expect.poll(() => asked).toEqual(['f'])
  await one.newLock('f').unlock()
  await one.newLock('f').lock(never, ignore)
  await one.newLock('f').unlock()
  expect(warned).toContain('the connection that holds the locks of uploads broke')
})
