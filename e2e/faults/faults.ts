/** What can go wrong around a store that sells. Each goes wrong for a while, and is put right again. */
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { checkout } from '../../server/testing/buying.ts'
import { clientOf } from '../../server/testing/client.ts'
import { addGame } from '../../server/testing/fixtures/games.ts'
import { signedIn } from '../../server/testing/fixtures/people.ts'
import { eventually, type TestStore } from '../../server/testing/store.ts'
import type { Shop } from './shop.ts'

export type Fault = { name: string; happen(shop: Shop): Promise<void> }

const AWAY_MS = 20_000
const LIES = 20
/** Below what one address may hold open, so that the buyers, who share it here, get in. */
const DRIPPING = 100

export const FAULTS: readonly Fault[] = [
  {
    name: 'one process dies, then the other',
    happen: async ({ cluster }) => {
      for (const process of cluster.processes) {
        await process.end('SIGKILL')
        await process.start()
      }
    },
  },
  {
    name: 'PostgreSQL stops for 20 s',
    happen: async ({ cluster }) => {
      await cluster.postgres.stop()
      await sleep(AWAY_MS)
      await cluster.postgres.start()
    },
  },
  { name: 'the replica lags', happen: lag },
  {
    name: 'the replica takes the place of a database that is lost',
    happen: async ({ cluster }) => cluster.replicated?.failOver(),
  },
  {
    name: 'PgBouncer restarts',
    happen: async ({ cluster: { replicated } }) => {
      await replicated?.pooler.kill()
      await replicated?.pooler.start()
    },
  },
  {
    name: 'the object store answers nothing for 20 s',
    happen: async ({ objects }) => {
      objects.pause()
      await sleep(AWAY_MS)
      objects.resume()
    },
  },
  {
    name: 'the object store is slow',
    happen: async ({ objects }) => {
      for (const until = Date.now() + AWAY_MS; Date.now() < until; await sleep(100)) {
        objects.pause()
        await sleep(900)
        objects.resume()
      }
    },
  },
  {
    name: 'the mail server takes connections and says nothing',
    happen: async ({ emails }) => {
      emails.failBy(() => 'silence')
      await sleep(AWAY_MS)
      emails.failBy(() => null)
    },
  },
  {
    name: 'the payment provider does not answer',
    happen: async ({ provider }) => {
      await provider.fail('hang')
      await sleep(AWAY_MS)
      await provider.heal()
    },
  },
  { name: 'the payment provider says "paid" of what is not', happen: lie },
  {
    name: 'the clock of a process jumps ahead, back and home',
    happen: async ({ cluster: { processes } }) => {
      for (let jump = 0; jump < 3; jump += 1) {
        processes[0].signal('SIGUSR2')
        await sleep(AWAY_MS / 3)
      }
    },
  },
  {
    name: 'requests drip in a byte at a time',
    happen: async ({ cluster }) => {
      const { hostname, port } = new URL(cluster.url)
      const sockets = Array.from({ length: DRIPPING }, () =>
        connect(Number(port), hostname).on('error', () => undefined),
      )
      for (const socket of sockets) socket.write('GET /api/games HTTP/1.1\r\nHost: x\r\nX-Slow: ')
      const drip = setInterval(() => {
        for (const socket of sockets) socket.write('a')
      }, 1_000)
      await sleep(AWAY_MS)
      clearInterval(drip)
      for (const socket of sockets) socket.destroy()
    },
  },
]

/** Shows nothing new for a while, and meanwhile moderation hides a game: no process shows it again. */
async function lag({ cluster, game }: Shop): Promise<void> {
  const { processes, replicated, db } = cluster
  const { developer_id: developerId } = await db
    .selectFrom('games')
    .select('developer_id')
    .where('id', '=', game.id)
    .executeTakeFirstOrThrow()
  const place = { db, storage: {} as TestStore['storage'] } // it has no files
  const hidden = await addGame(place, { developerId, files: [] })
  const statuses = async () => {
    const answers = processes.map(({ url }) => clientOf(url).get(`/api/games/${hidden.slug}`))
    return (await Promise.all(answers)).map(({ status }) => status)
  }
  const isGone = async () => (await statuses()).every((status) => status === 404)
  await eventually(async () => (await statuses()).every((status) => status === 200))
  const admin = await signedIn(cluster, 'admin')
  await replicated?.replica.pause()
  await admin.post(`/api/admin/games/${hidden.id}/take-down`, { reason: 'A test.', illegal: false })
  await eventually(isGone)
  for (const until = Date.now() + AWAY_MS; Date.now() < until; await sleep(100))
    expect(await statuses()).not.toContain(200)
  await replicated?.replica.resume()
  await eventually(isGone)
}

/** Validly signed messages, each with its own number, report a payment that was never made. */
async function lie({ cluster, provider, game }: Shop): Promise<void> {
  const buyer = await signedIn(cluster)
  const { body } = await checkout(buyer, game)
  const invoice = provider.choose(body.invoiceUrl.split('/').at(-1))
  for (let told = 0; told < LIES; told += 1) await provider.notify(invoice, 'InvoiceSettled')
  await sleep(AWAY_MS / 4)
  expect((await buyer.get(`/api/order-status/${body.orderId}`)).body.status).not.toBe('PAID')
  expect((await buyer.get('/api/library')).body).toEqual([])
}
