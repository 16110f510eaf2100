/** What a store does with any real provider, from checkout to the game and through every failure between. */
import { createHmac } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { checkout, statusOf, type TestOrder, untilStatus } from './buying.ts'
import { deliver, type Fault } from './fakes/provider-server.ts'
import { signedIn } from './fixtures/people.ts'
import { openSellingStore, REAL_PROVIDERS, type SellingStore } from './fixtures/selling-store.ts'
import { eventually } from './store.ts'

export const describeSelling = (name: (typeof REAL_PROVIDERS)[number]) =>
  describe(`a store that sells through ${name}`, () => {
    let store: SellingStore
    beforeAll(async () => {
      store = await openSellingStore(name)
    })
    afterEach(async () => {
      store.provider.delivery = 'sent'
      await store.recover()
    })
    afterAll(() => store.close())

    const flagsOf = async ({ orderId }: TestOrder) =>
      (
        await store.test.db
          .selectFrom('orders')
          .select('flags')
          .where('id', '=', orderId)
          .executeTakeFirstOrThrow()
      ).flags

    it('takes a buyer from checkout to the game, told of each step by messages', async () => {
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

    it('C6 hears of a payment none of whose messages arrives, by asking', async () => {
      store.provider.delivery = 'lost'
      const order = await store.buy(await signedIn(store.test))
      await store.pay(order)
      await store.lookNow(order)
      await untilStatus(store.test, order, 'PAID')
      await store.expectSoldOnce(order)
    })

    it('R7 C6 sells once, however often and in whatever order messages come', async () => {
      const { provider, test } = store
      const orders: TestOrder[] = []
      for (const _ of Array(5)) orders.push(await store.buy(await signedIn(test)))
      provider.delivery = 'lost'
      const first = provider.messages.length
      for (const order of orders) await store.pay(order)
      const messages = provider.messages.slice(first)
      const thrice = [...messages, ...messages.toReversed(), ...messages]
      expect(new Set(await Promise.all(thrice.map(deliver)))).toEqual(new Set([200]))
      for (const order of orders) await untilStatus(test, order, 'PAID')
      const before = await store.storedMessages()
      await Promise.all(messages.map(deliver))
      expect(await store.storedMessages()).toBe(before)
      await test.drain()
      for (const order of orders) await store.expectSoldOnce(order)
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

    it('C5 refuses forged messages and keeps none of them', async () => {
      const { provider, test } = store
      const order = await store.buy(await signedIn(test))
      const { url, headers, body } = provider.lie(order.invoiceId, order.orderId)
      const { [provider.signatureHeader]: right = '', ...others } = headers
      const send = async (signature: string | undefined, text = body, to = url) => {
        const signed = signature === undefined ? others : { ...others, [provider.signatureHeader]: signature }
        return (await test.nobody.send('POST', to, { body: text, headers: signed })).status
      }
      const wrong = [
        undefined,
        '',
        'x',
        right.slice(0, -1),
        `${right}0`,
        `${right}, ${right}`,
        provider.sign(`${body} `),
        createHmac('sha512', '').update(body).digest('hex'),
        `sha256=${createHmac('sha256', '').update(body).digest('hex')}`,
      ]
      const before = await store.storedMessages()
      for (const signature of wrong) expect(await send(signature), String(signature)).toBe(401)
      expect(await send(right, `${body.slice(0, -1)},"x":1}`)).toBe(401)
      expect(await send(right, 'x'.repeat(65 * 1024))).toBe(413)
      for (const other of ['sandbox', ...REAL_PROVIDERS].filter((one) => one !== name))
        expect(await send(right, body, `/api/webhooks/${other}`)).toBe(404)
      expect(await store.storedMessages()).toBe(before)
    })

    it('keeps a signed message that it cannot read, and does not ask for it again', async () => {
      const { provider, test } = store
      const before = await store.storedMessages()
      for (const body of ['not JSON', '[]', '{"order_id":7,"metadata":"x","storeId":null}']) {
        const headers = {
          'content-type': 'application/json',
          [provider.signatureHeader]: provider.sign(body),
        }
        expect(await deliver({ url: `${test.url}/api/webhooks/${name}`, headers, body })).toBe(200)
      }
      expect(await store.storedMessages()).toBe(before + 3)
    })

    it('leaves an order whose state it does not know, and says so', async () => {
      const { provider, test } = store
      const order = await store.buy(await signedIn(test))
      await provider.setUnknownStatus(order.invoiceId)
      await eventually(async () => (await flagsOf(order)).includes('review'))
      expect(['CREATED', 'WAITING']).toContain(await statusOf(test, order))
      expect(test.logged.some((line) => line.includes(order.orderId) && line.includes('needs review'))).toBe(
        true,
      )
    })

    it.each<Fault>(['refuse', 500, 429, { limit: '60' }, 'garbage', 'half', 'huge', 'redirect'])(
      'R4 answers 503 while the provider does this: %j, shows no order, and sells at the first try after it',
      async (fault) => {
        const { provider, test, game } = store
        const june = await signedIn(test)
        await provider.fail(fault)
        const answer = await checkout(june, game)
        expect(answer).toMatchObject({
          status: 503,
          body: { error: 'Something went wrong creating the checkout' },
        })
        expect(answer.headers.get('retry-after')).toBeTruthy()
        expect((await june.get('/api/orders')).body).toEqual([])
        await store.recover() // read-backs of other orders may have failed as well, and three failures make a pause
        await store.buy(june)
      },
    )

    it('R4 settles what was paid while the provider could not be asked', async () => {
      const { provider, test } = store
      const order = await store.buy(await signedIn(test))
      await provider.fail(503)
      await store.pay(order)
      await test.drain()
      expect(await statusOf(test, order)).toBe('CREATED')
      await store.recover()
      await store.lookNow(order)
      await untilStatus(test, order, 'PAID')
      await store.expectSoldOnce(order)
    })

    it('sells what is paid into an invoice whose address the store never heard', async () => {
      const { provider, test, game } = store
      const june = await signedIn(test)
      await provider.fail('lost', 1, 'POST')
      expect((await checkout(june, game)).status).toBe(503)
      const order = await store.buy(june)
      const made = provider.invoicesOf(order.orderId)
      expect(made).toHaveLength(name === 'btcpay' ? 1 : 2) // the other cannot be asked for it
      await store.pay({ ...order, invoiceId: made[0] ?? '' })
      await untilStatus(test, order, 'PAID')
      await store.expectSoldOnce(order)
    })

    it('F8 has no sandbox beside it', async () => {
      const { nobody } = store.test
      for (const path of ['/sandbox/mail', '/sandbox/invoice/x/state', '/sandbox/api/invoices?orderId=x'])
        expect((await nobody.get(path)).status, path).toBe(404)
      expect((await nobody.post('/sandbox/invoice/x/simulate', { event: 'pay' })).status).toBe(404)
    })

    it('H1 writes no secret of the provider to the log', () => {
      const secrets = Object.entries(store.provider.settings).filter(([key]) =>
        /KEY|SECRET|PASSWORD/.test(key),
      )
      expect(secrets.length).toBeGreaterThan(1)
      for (const [key, secret] of secrets)
        expect(store.test.logged.join('').includes(secret), key).toBe(false)
    })
  })
