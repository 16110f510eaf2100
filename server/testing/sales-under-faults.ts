/** Sales that go on while parts of the store fail. */
import { expect } from 'vitest'
import { buy } from './buying.ts'
import type { Cluster } from './cluster.ts'
import { addGame, type TestGame } from './fixtures/games.ts'
import { type Person, signedIn } from './fixtures/people.ts'
import { eventually, type TestStore } from './store.ts'

/** A killed process of a busy machine takes minutes to start again, and two may be killed in turn. */
const PAID_MS = 600_000

/** The games sold here have no files, so nothing is stored. */
export async function gamesWithoutFiles(cluster: Cluster, count: number): Promise<TestGame[]> {
  const { id: developerId } = await signedIn(cluster, 'developer')
  const place = { db: cluster.db, storage: {} as TestStore['storage'] }
  return Promise.all(Array.from({ length: count }, () => addGame(place, { developerId, files: [] })))
}

/** From the click to the game, by a buyer who insists. @returns the order, which was acknowledged */
export async function sale(buyer: Person, game: TestGame): Promise<string> {
  const { orderId, invoiceId } = await buy(buyer, game)
  const reply = await buyer.post(`/sandbox/invoice/${invoiceId}/simulate`, { event: 'pay' })
  // A buyer without news who pays again learns that the invoice has ended: it was paid.
  expect([200, 409], reply.text).toContain(reply.status)
  await eventually(
    async () => (await buyer.get(`/api/order-status/${orderId}`)).body.status === 'PAID',
    PAID_MS,
  )
  return orderId
}
