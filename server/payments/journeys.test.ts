import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { statusOf, untilStatus } from '../testing/buying.ts'
import { deliver } from '../testing/fakes/provider-server.ts'
import { signedIn } from '../testing/fixtures/people.ts'
import { openSellingStore, REAL_PROVIDERS, type SellingStore } from '../testing/fixtures/selling-store.ts'
import { providerOf } from '../testing/store.ts'

const FORGED = 1_000

describe.each(REAL_PROVIDERS)('a store that sells through %s', (name) => {
  let store: SellingStore
  beforeAll(async () => {
    store = await openSellingStore(name)
  })
  afterAll(() => store.close())

  it('takes a buyer from checkout to the game, with a message for each step', async () => {
    const { provider, test, game } = store
    const june = await signedIn(test)
    const order = await store.buy(june)
    await provider.play(order.invoiceId, async (step) => {
      await untilStatus(test, order, step === 'chosen' ? 'WAITING' : 'PENDING')
    })
    await untilStatus(test, order, 'PAID')
    await store.expectSoldOnce(order)
    expect((await june.get('/api/library')).body).toMatchObject([{ gameId: game.id, baseOwned: true }])
    expect((await june.get('/api/orders')).body).toMatchObject([{ status: 'PAID', price: 9.99, flags: [] }])
    const payments = await test.db
      .selectFrom('provider_payments')
      .selectAll()
      .where('order_id', '=', order.orderId)
      .execute()
    expect(payments).toMatchObject([{ provider: name, amount_cents: 999, confirmed: true }])
    expect(payments[0]?.transaction_id).toBeTruthy()
  })

  it('C4 believes no message: a signed "paid" for an unpaid invoice changes nothing', async () => {
    const { provider, test } = store
    const order = await store.buy(await signedIn(test))
    const other = await store.buy(await signedIn(test))
    for (const { invoiceId } of [order, other])
      expect(await deliver(provider.lie(invoiceId, order.orderId))).toBe(200)
    await test.drain()
    expect(await statusOf(test, order)).toBe('CREATED')
    await store.expectNotSold(order)
  })

  it(`C5 R7 accepts none of ${FORGED} forged messages, and stores none`, async () => {
    const { provider, test } = store
    const { invoiceId, orderId } = await store.buy(await signedIn(test))
    const { url, headers, body } = provider.lie(invoiceId, orderId)
    const verify = (signature: string) =>
      providerOf(test).verifyMessage(
        { [provider.signatureHeader.toLowerCase()]: signature },
        Buffer.from(body),
      )
    expect(verify(provider.sign(body))).toMatchObject({ reference: orderId })
    for (let forged = 0; forged < FORGED; forged += 1)
      expect(verify(provider.sign(`${body}${forged}`))).toBeNull()
    const before = await store.storedMessages()
    const forged = { ...headers, [provider.signatureHeader]: provider.sign(`${body} `) }
    expect((await test.nobody.send('POST', url, { body, headers: forged })).status).toBe(401)
    expect(await store.storedMessages()).toBe(before)
  })

  it('F8 a store with a real provider has no sandbox', async () => {
    const { nobody } = store.test
    for (const path of ['/sandbox/mail', '/sandbox/invoice/x/state', '/sandbox/api/invoices?orderId=x'])
      expect((await nobody.get(path)).status, path).toBe(404)
    expect((await nobody.post('/sandbox/invoice/x/simulate', { event: 'pay' })).status).toBe(404)
  })

  it('H1 writes no secret of the provider to the log', () => {
    const secrets = Object.entries(store.provider.settings).filter(([key]) => /KEY|SECRET|PASSWORD/.test(key))
    expect(secrets.length).toBeGreaterThan(1)
    for (const [key, secret] of secrets) expect(store.test.logged.join('').includes(secret), key).toBe(false)
  })
})
