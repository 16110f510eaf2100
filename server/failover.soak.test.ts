/** The primary is lost while a store sells, and its replica takes its place. */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findDifferences } from './orders/settlement/find-differences.ts'
import { replayedBy, writtenBy } from './platform/database/replica.ts'
import { type Client, clientOf } from './testing/client.ts'
import {
  type Cluster,
  insistingBuyer,
  openCluster,
  type Replicated,
  type Replication,
} from './testing/cluster.ts'
import type { TestGame } from './testing/fixtures/games.ts'
import { signedIn } from './testing/fixtures/people.ts'
import { gamesWithoutFiles, sale } from './testing/sales-under-faults.ts'
import { eventually } from './testing/store.ts'

const AT_ONCE = 8
const SALES_BEFORE = 60
const SALES_AFTER = 60
const TIMEOUT_MS = 600_000
const READ_EVERY_MS = 50

describe.each<Replication>(['synchronous', 'asynchronous'])('with %s replication', (replication) => {
  let shop: Cluster
  let replicated: Replicated
  beforeAll(async () => {
    shop = await openCluster({ replication })
    if (!shop.replicated) throw new Error('there is no replica')
    replicated = shop.replicated
  }, 300_000)
  afterAll(() => shop?.remove(), 120_000)

  it(
    'R2 a replica takes over from a lost primary, and the store continues to sell without losing an order',
    async ({ annotate }) => {
      const [game] = await gamesWithoutFiles(shop, 1)
      if (!game) throw new Error('there is no game to sell')
      const selling = steadySales(shop, game)
      const visitors = steadyReads(shop, (nth) => `/api/games?q=nothing${nth}`)
      const buyer = await signedIn(shop)
      const buyers = steadyReads(shop, () => '/api/orders', buyer.token)
      await eventually(() => selling.paid.length >= SALES_BEFORE, TIMEOUT_MS)
      const received = [...selling.paid]
      await hasReceivedAll(replicated)

      const lostAt = performance.now()
      await replicated.failOver()
      const promotedAt = performance.now()
      const known = selling.paid.length
      await eventually(() => selling.paid.length >= known + SALES_AFTER, TIMEOUT_MS)
      await selling.stop()
      await visitors.stop()
      await buyers.stop()

      const paid = await paidOrders(shop)
      const lost = selling.paid.filter((order) => !paid.has(order))
      await annotate(
        `${replication}: ${selling.paid.length} orders were acknowledged and ${lost.length} of them lost; promoted within ` +
          `${seconds(promotedAt - lostAt)}; the longest time without an answer was ${seconds(buyers.pauseMs())} for who has ` +
          `an account and ${seconds(visitors.pauseMs())} for visitors; ${selling.broken()} sales broken off`,
      )
      expect(lost.filter((order) => received.includes(order))).toEqual([])
      if (replication === 'synchronous') expect([lost, selling.broken()]).toEqual([[], 0])
      expect((await shop.db.selectFrom('grants').select('order_id').execute()).length).toBe(paid.size)
      expect(await findDifferences(shop.db)).toEqual([])
      for (const { url } of shop.processes)
        await eventually(async () => (await clientOf(url).get('/api/ready')).status === 200)
    },
    TIMEOUT_MS * 3,
  )
})

/** Buyers buy one game after the other until stopped; one with a lost account or order is replaced by another. */
function steadySales(shop: Cluster, game: TestGame) {
  const paid: string[] = []
  let isOver = false
  let broken = 0
  const sell = async () => {
    while (!isOver)
      await insistingBuyer(shop)
        .then((buyer) => sale(buyer, game))
        .then(
          (order) => paid.push(order),
          () => {
            broken += 1
          },
        )
  }
  const all = Promise.all(Array.from({ length: AT_ONCE }, sell))
  return {
    paid,
    broken: () => broken,
    stop: async () => {
      isOver = true
      await all
    },
  }
}

/** Asks each process again and again, for what no cache has. */
function steadyReads(shop: Cluster, pathOf: (nth: number) => string, token?: string) {
  let isOver = false
  let pauseMs = 0
  const visit = async (client: Client) => {
    let answeredAt = performance.now()
    for (let nth = 0; !isOver; nth += 1) {
      const reply = await client.get(pathOf(nth)).catch(() => null)
      if (reply?.status === 200) {
        pauseMs = Math.max(pauseMs, performance.now() - answeredAt)
        answeredAt = performance.now()
      }
      await sleep(READ_EVERY_MS)
    }
  }
  const all = Promise.all(shop.processes.map(({ url }) => visit(clientOf(url, token))))
  return {
    /** The longest time between two responses of one process. */
    pauseMs: () => pauseMs,
    stop: async () => {
      isOver = true
      await all
    },
  }
}

/** Waits until the replica has everything that was committed until now. */
async function hasReceivedAll({ primaryUrl, replica }: Replicated): Promise<void> {
  const sessionOf = (url: string) => new pg.Pool({ connectionString: url, max: 1 })
  const [primary, standby] = [sessionOf(primaryUrl()), sessionOf(replica.url('postgres'))]
  const { bytes: written } = await writtenBy(primary)
  await eventually(async () => Number((await replayedBy(standby)).bytes) >= Number(written))
  await primary.end()
  await standby.end()
}

async function paidOrders({ db }: Cluster): Promise<Set<string>> {
  const rows = await db.selectFrom('orders').select('id').where('status', '=', 'PAID').execute()
  return new Set(rows.map(({ id }) => id))
}

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`
