import { expect, it } from 'vitest'
import { checkout, untilStatus } from '../../testing/buying.ts'
import { btcpayServer } from '../../testing/fakes/btcpay-server.ts'
import { addGame } from '../../testing/fixtures/games.ts'
import { signedIn } from '../../testing/fixtures/people.ts'
import { freePort, openTestStore } from '../../testing/store.ts'

it('finds the order of a message that only names the invoice, and accepts a repeated message', async () => {
  const port = await freePort()
  const server = await btcpayServer()
  const url = `http://127.0.0.1:${port}`
  const test = await openTestStore({
    settings: { ...server.settings, PORT: String(port), PUBLIC_URL: url, PAYMENT_POLL_SCALE: '1' },
  })
  server.sendMessagesTo(url)
  const developerId = (await signedIn(test, 'developer')).id
  const game = await addGame(test, { developerId })
  const { orderId } = (await checkout(await signedIn(test), game)).body
  const [invoiceId = ''] = server.invoices.keys()
  const order = { orderId, invoiceId }
  const invoice = server.choose(invoiceId)
  const sent = await server.notify(invoice, 'InvoiceReceivedPayment', { metadata: undefined })
  await untilStatus(test, order, 'WAITING')
  server.delivery = 'lost'
  await server.see(invoice)
  await server.confirm(invoice)
  expect(await server.redeliver(sent)).toBe(200)
  await untilStatus(test, order, 'PAID')
  const stored = await test.db.selectFrom('provider_messages').select('order_id').execute()
  expect(stored).toEqual([{ order_id: orderId }])
  await test.close()
  await server.close()
})
