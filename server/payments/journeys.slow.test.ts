import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkout, type TestOrder, untilStatus } from '../testing/buying.ts'
import { deliver } from '../testing/fakes/provider-server.ts'
import { signedIn } from '../testing/fixtures/people.ts'
import { openSellingStore, REAL_PROVIDERS, type SellingStore } from '../testing/fixtures/selling-store.ts'
import { FORGED, ORDERS_STEP } from '../testing/rounds.ts'
import { providerOf } from '../testing/store.ts'

describe.each(REAL_PROVIDERS)('a store that sells through %s', (name) => {
  let store: SellingStore
  beforeAll(async () => {
    store = await openSellingStore(name)
  })
  afterAll(() => store.close())

  it('R4 answers 503 when the provider hangs, while the rest of the store is open, and sells after it', async () => {
    const { provider, test, game } = store
    const june = await signedIn(test)
    await provider.fail('hang')
    const buying = checkout(june, game)
    for (const path of ['/api/games', '/api/library', '/api/orders'])
      expect((await june.get(path)).status, path).toBe(200)
    expect((await buying).status).toBe(503)
    expect((await june.get('/api/orders')).body).toEqual([])
    await provider.heal()
    await store.buy(june)
  }, 60_000)

  it(`R7 ends in the same state in ${120 / ORDERS_STEP} orders of five messages, each of them sent twice`, async () => {
    const { provider, test } = store
    const june = await signedIn(test)
    const order = await store.buy(june)
    provider.delivery = 'lost'
    await store.pay(order)
    const paid = provider.messages.filter(({ body }) => body.includes(order.orderId))
    const five = [...paid, provider.lie(order.invoiceId, order.orderId)].slice(-5)
    for (const messages of ordersOf(five).filter((_, at) => at % ORDERS_STEP === 0))
      for (const message of [...messages, ...messages]) expect(await deliver(message)).toBe(200)
    await untilStatus(test, order, 'PAID')
    await store.expectSoldOnce(order)
    provider.delivery = 'sent'
  }, 120_000)

  it(`R7 accepts none of ${FORGED} forged messages`, async () => {
    const { provider, test } = store
    const order: TestOrder = await store.buy(await signedIn(test))
    const { url, headers, body } = provider.lie(order.invoiceId, order.orderId)
    const verify = (signature: string) =>
      providerOf(test).verifyMessage(
        { [provider.signatureHeader.toLowerCase()]: signature },
        Buffer.from(body),
      )
    expect(verify(provider.sign(body))).toMatchObject({ orderId: order.orderId })
    for (let forged = 0; forged < FORGED; forged += 1)
      expect(verify(provider.sign(`${body}${forged}`))).toBeNull()
    const before = await store.storedMessages()
    const forged = { ...headers, [provider.signatureHeader]: provider.sign(`${body} `) }
    expect((await test.nobody.send('POST', url, { body, headers: forged })).status).toBe(401)
    expect(await store.storedMessages()).toBe(before)
    await store.expectNotSold(order)
  })
})

/** Every order in which these can come. */
function ordersOf<T>(all: readonly T[]): T[][] {
  if (all.length === 0) return [[]]
  return all.flatMap((one, at) => ordersOf(all.toSpliced(at, 1)).map((others) => [one, ...others]))
}
