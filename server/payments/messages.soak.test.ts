import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { untilStatus } from '../testing/buying.ts'
import { deliver } from '../testing/fakes/provider-server.ts'
import { signedIn } from '../testing/fixtures/people.ts'
import { openSellingStore, REAL_PROVIDERS, type SellingStore } from '../testing/fixtures/selling-store.ts'

describe.each(REAL_PROVIDERS)('a store that sells through %s', (name) => {
  let store: SellingStore
  beforeAll(async () => {
    store = await openSellingStore(name)
  })
  afterAll(() => store.close())

  it('R7 ends in the same state in 120 orders of five messages, each of them sent twice', async () => {
    const { provider, test } = store
    const order = await store.buy(await signedIn(test))
    provider.delivery = 'lost'
    await store.pay(order)
    const paid = provider.messages.filter(({ body }) => body.includes(order.invoiceId))
    const five = [...paid, provider.lie(order.invoiceId, order.orderId)].slice(-5)
    for (const messages of ordersOf(five))
      for (const message of [...messages, ...messages]) expect(await deliver(message)).toBe(200)
    await untilStatus(test, order, 'PAID')
    await test.drain()
    await store.expectSoldOnce(order)
  }, 1_800_000)
})

/** Every sequence in which these can arrive. */
function ordersOf<T>(all: readonly T[]): T[][] {
  if (all.length === 0) return [[]]
  return all.flatMap((one, at) => ordersOf(all.toSpliced(at, 1)).map((others) => [one, ...others]))
}
