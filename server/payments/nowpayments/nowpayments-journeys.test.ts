import { afterAll, beforeAll, expect, it } from 'vitest'
import { queueDue } from '../../orders/settlement/read-back.ts'
import { checkout, untilStatus } from '../../testing/buying.ts'
import { type NowpaymentsServer, nowpaymentsServer } from '../../testing/fakes/nowpayments-server.ts'
import { addGame } from '../../testing/fixtures/games.ts'
import { signedIn } from '../../testing/fixtures/people.ts'
import { openTestStore, type TestStore } from '../../testing/store.ts'

/** A store without the dashboard's login, so it cannot list payments. */
let server: NowpaymentsServer
let test: TestStore
let developerId: string
beforeAll(async () => {
  server = await nowpaymentsServer()
  const { NOWPAYMENTS_EMAIL: _email, NOWPAYMENTS_PASSWORD: _password, ...settings } = server.settings
  test = await openTestStore({ settings: { ...settings, PAYMENT_POLL_SCALE: '1' } })
  developerId = (await signedIn(test, 'developer')).id
})
afterAll(async () => {
  await test.close()
  await server.close()
})

it('refuses with a sentence a price below every coin’s minimum, and opens no order', async () => {
  const cheap = await addGame(test, { developerId, priceCents: 152 })
  const june = await signedIn(test)
  expect(await checkout(june, cheap)).toMatchObject({
    status: 400,
    body: {
      code: 'price_too_small',
      error: 'This is below the smallest payment possible right now, $1.53.',
    },
  })
  expect(server.invoices.size).toBe(0)
  expect((await test.db.selectFrom('orders').select('id').execute()).length).toBe(0)
  const enough = await addGame(test, { developerId, priceCents: 153 })
  expect((await checkout(june, enough)).status).toBe(200)
})

it('one message is enough to find a payment again', async () => {
  const game = await addGame(test, { developerId })
  const { orderId } = (await checkout(await signedIn(test), game)).body
  const invoiceId = [...server.invoices.keys()].at(-1) ?? ''
  const order = { orderId, invoiceId }
  const payment = await server.choose(invoiceId, 'sol')
  await untilStatus(test, order, 'WAITING')
  server.delivery = 'lost'
  await server.pay(payment)
  await test.db.updateTable('orders').set({ next_check_at: new Date() }).where('id', '=', orderId).execute()
  await queueDue(test.store)
  await untilStatus(test, order, 'PAID')
  expect(server.calls.filter((call) => call.path === '/v1/auth')).toEqual([])
})
