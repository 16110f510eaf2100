/** What a buyer does from the first click to the file on their disk, however often it has to be tried. */
import { setTimeout as sleep } from 'node:timers/promises'
import { buy, type TestOrder } from '../../server/testing/buying.ts'
import { insistingBuyer } from '../../server/testing/cluster.ts'
import type { Person } from '../../server/testing/fixtures/people.ts'
import { eventually } from '../../server/testing/store.ts'
import type { Shop } from './shop.ts'

/** What somebody buys from. */
type Selling = Pick<Shop, 'cluster' | 'provider' | 'game'>

export type Journey = TestOrder & { address: string }

/** No fault lasts as long. */
const TIMEOUT_MS = 120_000
const DOWNLOAD_MS = 5_000

/** @throws Error when the game is not paid, owned and downloaded within some minutes */
export async function journey(shop: Selling): Promise<Journey> {
  const buyer = await insistingBuyer(shop.cluster)
  const order = await buy(buyer, shop.game)
  const invoice = shop.provider.choose(order.invoiceId)
  await shop.provider.see(invoice)
  await shop.provider.confirm(invoice)
  await eventually(
    async () => (await buyer.get(`/api/order-status/${order.orderId}`)).body.status === 'PAID',
    TIMEOUT_MS,
  )
  await eventually(() => hasDownloaded(shop, buyer), TIMEOUT_MS)
  return { ...order, address: buyer.email }
}

/** Steady concurrent journeys, until stopped: then the last ones finish. */
export function steadyJourneys(shop: Selling, atOnce: number) {
  const made: Journey[] = []
  let isOver = false
  const traveler = async () => {
    for (; !isOver; await sleep(100)) made.push(await journey(shop))
  }
  const all = Promise.all(Array.from({ length: atOnce }, traveler))
  all.catch(() => undefined) // the caller that stops them gets the error
  return {
    made,
    stop: async (): Promise<Journey[]> => {
      isOver = true
      await all
      return made
    },
  }
}

async function hasDownloaded({ game }: Selling, buyer: Person): Promise<boolean> {
  const [file] = game.files
  const { status, body } = await buyer.post(`/api/library/${game.id}/download`, { fileId: file?.id })
  if (status !== 200) throw new Error(`a download was answered by ${status}`)
  const bytes = await fetch(body.downloadUrl, { signal: AbortSignal.timeout(DOWNLOAD_MS) })
    .then((answer) => answer.arrayBuffer())
    .catch(() => null)
  return bytes !== null && file !== undefined && Buffer.from(bytes).equals(file.bytes)
}
