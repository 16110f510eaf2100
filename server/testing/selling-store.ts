/** A store that sells through a real provider's adapter, with that provider played by a server of ours. */
import { createHmac } from 'node:crypto'
import { expect } from 'vitest'
import { btcpayServer } from './btcpay-server.ts'
import { checkout, type TestOrder } from './buying.ts'
import { addGame, type TestGame } from './games.ts'
import { nowpaymentsServer } from './nowpayments-server.ts'
import { type Person, signedIn } from './people.ts'
import type { ProviderServer, SentMessage } from './provider-server.ts'
import { freePort, openTestStore, type TestStore } from './store.ts'

/** What the two providers have in common, as far as a buyer and a network can tell. */
export type PlayedProvider = ProviderServer & {
  settings: Record<string, string>
  messages: SentMessage[]
  delivery: 'sent' | 'lost'
  signatureHeader: string
  sign(body: string): string
  /** The buyer chooses a coin and pays all of it; calls back after each step. */
  play(invoiceId: string, after: (step: 'chosen' | 'seen') => Promise<void>): Promise<void>
  /** A signed message that says an invoice is paid, whatever is true. */
  lie(invoiceId: string, orderId: string): SentMessage
  /** Ids of the invoices that were made for an order, the oldest first. */
  invoicesOf(orderId: string): string[]
  /** The state of an invoice becomes a word that nobody has documented. */
  becomeStrange(invoiceId: string): Promise<void>
}

async function nowpayments(storeUrl: string): Promise<PlayedProvider> {
  const server = await nowpaymentsServer()
  const sign = (body: string) =>
    createHmac('sha512', server.settings.NOWPAYMENTS_IPN_SECRET ?? '')
      .update(body)
      .digest('hex')
  return Object.assign(server, {
    signatureHeader: 'x-nowpayments-sig',
    sign,
    async play(invoiceId: string, after: (step: 'chosen' | 'seen') => Promise<void>) {
      const payment = await server.choose(invoiceId, 'sol')
      await after('chosen')
      await server.change(payment, { payment_status: 'confirming' })
      await after('seen')
      await server.pay(payment)
    },
    lie(invoiceId: string, orderId: string): SentMessage {
      const [payment] = [...server.payments.values()].filter(
        ({ invoice_id }) => String(invoice_id) === invoiceId,
      )
      const body = JSON.stringify({
        ...payment,
        order_id: orderId,
        payment_status: 'finished',
        actually_paid: 1,
      })
      const headers = { 'content-type': 'application/json', 'x-nowpayments-sig': sign(body) }
      return { url: `${storeUrl}/api/webhooks/nowpayments`, headers, body }
    },
    invoicesOf: (orderId: string) =>
      [...server.invoices.values()].filter(({ order_id }) => order_id === orderId).map(({ id }) => id),
    async becomeStrange(invoiceId: string) {
      await server.change(await server.choose(invoiceId, 'sol'), { payment_status: 'teleported' })
    },
  })
}

async function btcpay(storeUrl: string): Promise<PlayedProvider> {
  const server = await btcpayServer()
  server.sendMessagesTo(storeUrl)
  const sign = (body: string) =>
    `sha256=${createHmac('sha256', server.settings.BTCPAY_WEBHOOK_SECRET ?? '')
      .update(body)
      .digest('hex')}`
  return Object.assign(server, {
    signatureHeader: 'BTCPay-Sig',
    sign,
    async play(invoiceId: string, after: (step: 'chosen' | 'seen') => Promise<void>) {
      const invoice = server.choose(invoiceId)
      await server.tell(invoice, 'InvoiceCreated') // BTCPay itself keeps quiet about a choice
      await after('chosen')
      await server.see(invoice)
      await after('seen')
      await server.confirm(invoice)
    },
    lie(invoiceId: string, orderId: string): SentMessage {
      const body = JSON.stringify({
        deliveryId: 'a-lie',
        type: 'InvoiceSettled',
        storeId: server.storeId,
        invoiceId,
        metadata: { orderId },
      })
      const headers = { 'content-type': 'application/json', 'BTCPay-Sig': sign(body) }
      return { url: `${storeUrl}/api/webhooks/btcpay`, headers, body }
    },
    invoicesOf: (orderId: string) =>
      [...server.invoices.values()]
        .filter(({ metadata }) => metadata.orderId === orderId)
        .map(({ id }) => id),
    async becomeStrange(invoiceId: string) {
      const invoice = server.choose(invoiceId)
      invoice.status = 'Teleported'
      await server.tell(invoice, 'InvoiceTeleported')
    },
  })
}

const OPEN = { nowpayments, btcpay }
export const REAL_PROVIDERS = ['nowpayments', 'btcpay'] as const

export type SellingStore = {
  provider: PlayedProvider
  test: TestStore
  game: TestGame
  buy(buyer: Person): Promise<TestOrder>
  pay(order: TestOrder): Promise<void>
  /** Lets the next poll find an order due. */
  lookNow(order: TestOrder): Promise<unknown>
  storedMessages(): Promise<number>
  expectSoldOnce(order: TestOrder): Promise<void>
  expectNotSold(order: TestOrder): Promise<void>
  close(): Promise<void>
}

export async function openSellingStore(
  name: (typeof REAL_PROVIDERS)[number],
  others: Record<string, string> = {},
): Promise<SellingStore> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const provider = await OPEN[name](url)
  // Polls are rare: what is heard at once was heard by a message.
  const settings = {
    ...provider.settings,
    PORT: String(port),
    PUBLIC_URL: url,
    PAYMENT_POLL_SCALE: '1',
    ...others,
  }
  const test = await openTestStore({ settings })
  const game = await addGame(test, { developerId: (await signedIn(test, 'developer')).id })
  const rowsOf = (table: 'grants' | 'ledger_entries', { orderId }: TestOrder) =>
    test.db.selectFrom(table).select('order_id').where('order_id', '=', orderId)
  const expectSales = async (order: TestOrder, times: number) => {
    expect(await rowsOf('grants', order).execute()).toHaveLength(times)
    expect(await rowsOf('ledger_entries', order).where('line', '=', 'gross').execute()).toHaveLength(times)
  }

  return {
    provider,
    test,
    game,
    async buy(buyer) {
      const answer = await checkout(buyer, game)
      expect(answer.status, answer.text).toBe(200)
      const { orderId } = answer.body
      const invoice = await test.db
        .selectFrom('invoices')
        .select('provider_invoice_id as invoiceId')
        .where('order_id', '=', orderId)
        .executeTakeFirstOrThrow()
      return { orderId, ...invoice }
    },
    pay: ({ invoiceId }) => provider.play(invoiceId, async () => undefined),
    lookNow: ({ orderId }) =>
      test.db.updateTable('orders').set({ next_check_at: new Date() }).where('id', '=', orderId).execute(),
    storedMessages: async () =>
      (await test.db.selectFrom('provider_messages').select('message_key').execute()).length,
    expectSoldOnce: (order) => expectSales(order, 1),
    expectNotSold: (order) => expectSales(order, 0),
    async close() {
      await test.close()
      await provider.close()
    },
  }
}
