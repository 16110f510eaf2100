/** A BTCPay Server as its Greenfield API describes it, on a port of ours, with its webhooks. */
import { createHmac, randomBytes } from 'node:crypto'
import {
  type Answer,
  type Call,
  deliver,
  type ProviderServer,
  providerServer,
  type SentMessage,
  sendOrLose,
} from './provider-server.ts'

export type BtcpayPayment = {
  id: string
  receivedDate: number
  value: string
  fee: string
  status: string
  destination: string
}

/** An invoice as it is read back, and what lies behind its `payment-methods`. */
export type BtcpayInvoice = {
  id: string
  storeId: string
  amount: string | null
  currency: string
  type: string
  checkoutLink: string
  createdTime: number
  expirationTime: number
  monitoringExpiration: number
  status: string
  additionalStatus: string
  metadata: Record<string, unknown>
  checkout: Record<string, unknown>
  activated: boolean
  /** Other methods of the server that were activated. */
  alsoActivated: string[]
  rate: string
  due: string
  payments: BtcpayPayment[]
}

/** A method beside `BTC-CHAIN`; `link` is the wallet link's scheme. */
type OtherMethod = { paymentMethodId: string; currency: string; rate: number; fee: string; link: string }

export type BtcpayServer = ProviderServer & {
  settings: Record<string, string>
  storeId: string
  otherMethods: OtherMethod[]
  /** Whether a lazy method can be activated; the server does not report that a wallet is down, and refuses a key without the right. */
  activation: 'works' | 'without wallet' | 'refused'
  invoices: Map<string, BtcpayInvoice>
  /** Which addresses of single invoices it has: `invoice` alone is documented since 2.4.1, `store` was before. */
  serves: 'store' | 'invoice' | 'both'
  /** Registers the store's webhook, as its owner does in the dashboard. */
  sendMessagesTo(storeUrl: string): void
  /** The buyer opens the page and picks a coin. BTCPay sends no message. */
  choose(invoiceId: string): BtcpayInvoice
  /** Money is seen on the network, as a share of what was asked. */
  see(invoice: BtcpayInvoice, share?: number): Promise<void>
  /** All that was seen is confirmed. */
  confirm(invoice: BtcpayInvoice): Promise<void>
  /** The time of the invoice is over. */
  expire(invoice: BtcpayInvoice): Promise<void>
  /** Detected money is replaced before it was confirmed. BTCPay sends no message. */
  replace(invoice: BtcpayInvoice): void
  /** The owner decides. */
  mark(invoice: BtcpayInvoice, status: 'Settled' | 'Invalid'): Promise<void>
  /** Sends a message of this type, whatever the invoice says. */
  notify(invoice: BtcpayInvoice, type: string, more?: object): Promise<SentMessage>
  /** A delivery that is made again: a new number, the old content. */
  redeliver(message: SentMessage): Promise<number>
}

const API_KEY = 'btcpay-api-key-for-tests'
const WEBHOOK_SECRET = 'btcpay-webhook-secret-for-tests'
const STORE_ID = 'S9storeDemo'
const RATE = 90_000

export async function btcpayServer(): Promise<BtcpayServer> {
  const invoices: BtcpayServer['invoices'] = new Map()
  const http = await providerServer((call) => answerTo(call))
  const invoicesPath = `/api/v1/stores/${STORE_ID}/invoices`
  const methodsPath = `/api/v1/stores/${STORE_ID}/payment-methods`
  let webhookUrl = ''

  function answerTo(call: Call): Answer {
    if (call.headers.authorization !== `token ${API_KEY}`)
      return { status: 401, body: { code: 'unauthenticated', message: 'Authentication is required' } }
    if (call.path === methodsPath) return ok([{ paymentMethodId: 'BTC-CHAIN', enabled: true, config: null }])
    if (call.path === invoicesPath) return call.method === 'POST' ? create(call) : list(call)
    const bases = {
      store: [invoicesPath],
      invoice: ['/api/v1/invoices'],
      both: [invoicesPath, '/api/v1/invoices'],
    }
    const [, id, part, methodId] =
      new RegExp(
        `^(?:${bases[server.serves].join('|')})/([^/]+)(/payment-methods/([^/]+)/activate|/payment-methods|/status)?$`,
      ).exec(call.path) ?? []
    if (id === undefined) return { status: 404, body: '' }
    const invoice = invoices.get(id)
    if (!invoice)
      return { status: 404, body: { code: 'invoice-not-found', message: 'The invoice was not found' } }
    if (part === '/status') return changeStatus(invoice, call)
    if (methodId) return activate(invoice, methodId, call)
    return ok(part ? methodsOf(invoice, server.otherMethods) : shown(invoice))
  }

  function activate(invoice: BtcpayInvoice, methodId: string, { method }: Call): Answer {
    if (method !== 'POST' || server.activation === 'refused')
      return { status: 403, body: { code: 'missing-permission', message: 'Insufficient API permissions' } }
    if (server.activation === 'works' && invoice.status === 'New') {
      if (methodId === 'BTC-CHAIN') invoice.activated = true
      else invoice.alsoActivated.push(methodId)
    }
    return { status: 200, body: '' }
  }

  function changeStatus(invoice: BtcpayInvoice, { method, body }: Call): Answer {
    const { status } = JSON.parse(body)
    const isMarkable = ['New', 'Processing', 'Expired'].includes(invoice.status)
    if (method !== 'POST' || status !== 'Invalid' || !isMarkable)
      return { status: 400, body: { code: 'invalid-status', message: 'The status cannot be changed' } }
    void server.mark(invoice, status)
    return ok(shown(invoice))
  }

  function create({ body }: Call): Answer {
    const { amount, currency, metadata, checkout } = JSON.parse(body)
    if (!/^\d+(\.\d+)?$/.test(amount) || checkout.expirationMinutes < 0.5)
      return { status: 422, body: [{ path: 'amount', message: 'The amount should be 0 or more' }] }
    const now = Math.floor(Date.now() / 1_000)
    const expirationTime = now + checkout.expirationMinutes * 60
    const id = randomBytes(16).toString('base64url')
    const invoice: BtcpayInvoice = {
      id,
      storeId: STORE_ID,
      amount,
      currency,
      type: 'Standard',
      checkoutLink: `${http.url}/i/${id}`,
      createdTime: now,
      expirationTime,
      monitoringExpiration: expirationTime + checkout.monitoringMinutes * 60,
      status: 'New',
      additionalStatus: 'None',
      metadata,
      checkout,
      activated: !checkout.lazyPaymentMethods,
      alsoActivated: [],
      rate: RATE.toFixed(2),
      due: (Math.ceil((Number(amount) / RATE) * 1e8) / 1e8).toFixed(8),
      payments: [],
    }
    invoices.set(id, invoice)
    return ok(shown(invoice))
  }

  function list({ query }: Call): Answer {
    const hits = [...invoices.values()].filter(({ metadata }) => metadata.orderId === query.get('orderId'))
    return ok(hits.slice(0, Number(query.get('take'))).map(shown))
  }

  async function send(invoice: BtcpayInvoice, type: string, more: object = {}): Promise<SentMessage> {
    const deliveryId = randomBytes(16).toString('base64url')
    const message = signed({
      deliveryId,
      webhookId: 'W7yR5tQ9',
      originalDeliveryId: deliveryId,
      isRedelivery: false,
      type,
      timestamp: Math.floor(Date.now() / 1_000),
      storeId: invoice.storeId,
      invoiceId: invoice.id,
      metadata: invoice.metadata,
      ...more,
    })
    return sendOrLose(server, message)
  }

  function signed(content: object): SentMessage {
    const body = JSON.stringify(content, null, 2)
    const signature = createHmac('sha256', WEBHOOK_SECRET).update(body).digest('hex')
    return {
      url: webhookUrl,
      headers: { 'content-type': 'application/json', 'BTCPay-Sig': `sha256=${signature}` },
      body,
    }
  }

  /** Moves the state as the server's own watcher does. */
  async function watch(invoice: BtcpayInvoice): Promise<void> {
    const isOver = invoice.status === 'Expired'
    const seen = paidShare(invoice, ['Processing', 'Settled'])
    const settled = paidShare(invoice, ['Settled'])
    const over = seen > 1.0000001 ? 'PaidOver' : 'None'
    if (isOver && seen >= 1) return move('Expired', 'PaidLate', 'InvoicePaidAfterExpiration')
    if (isOver || invoice.status === 'Settled') return
    if (settled >= 1)
      return move('Settled', over, 'InvoiceSettled', { manuallyMarked: false, overPaid: over === 'PaidOver' })
    if (seen >= 1) return move('Processing', over, 'InvoiceProcessing', { overPaid: over === 'PaidOver' })
    invoice.status = 'New'
    invoice.additionalStatus = seen > 0 ? 'PaidPartial' : 'None'

    async function move(
      status: string,
      additionalStatus: string,
      type: string,
      more?: object,
    ): Promise<void> {
      if (invoice.status === status && invoice.additionalStatus === additionalStatus) return
      Object.assign(invoice, { status, additionalStatus })
      await send(invoice, type, more)
    }
  }

  const server: BtcpayServer = {
    ...http,
    settings: {
      PAYMENT_PROVIDER: 'btcpay',
      BTCPAY_URL: http.url,
      BTCPAY_API_KEY: API_KEY,
      BTCPAY_STORE_ID: STORE_ID,
      BTCPAY_WEBHOOK_SECRET: WEBHOOK_SECRET,
      PAYMENT_READS_PER_SECOND: '1000',
    },
    storeId: STORE_ID,
    otherMethods: [],
    serves: 'both',
    activation: 'works',
    invoices,
    sendMessagesTo(storeUrl) {
      webhookUrl = `${storeUrl}/api/webhooks/btcpay`
    },
    choose(invoiceId) {
      const invoice = invoices.get(invoiceId)
      if (!invoice) throw new Error(`there is no invoice ${invoiceId}`)
      invoice.activated = true
      return invoice
    },
    async see(invoice, share = 1) {
      invoice.payments.push({
        id: `${randomBytes(32).toString('hex')}-0`,
        receivedDate: Math.floor(Date.now() / 1_000),
        value: (Number(invoice.due) * share).toFixed(8),
        fee: '0',
        status: 'Processing',
        destination: 'bcrt1qdemo',
      })
      await send(invoice, 'InvoiceReceivedPayment', { afterExpiration: invoice.status === 'Expired' })
      await watch(invoice)
    },
    async confirm(invoice) {
      for (const payment of invoice.payments) if (payment.status === 'Processing') payment.status = 'Settled'
      await send(invoice, 'InvoicePaymentSettled', { afterExpiration: invoice.status === 'Expired' })
      await watch(invoice)
    },
    async expire(invoice) {
      const isPartial = invoice.additionalStatus === 'PaidPartial'
      invoice.status = 'Expired'
      await send(invoice, 'InvoiceExpired', { partiallyPaid: isPartial })
      if (isPartial) await send(invoice, 'InvoiceExpiredPaidPartial')
    },
    replace(invoice) {
      for (const payment of invoice.payments) payment.status = 'Invalid'
      if (invoice.status === 'Processing') Object.assign(invoice, { status: 'New', additionalStatus: 'None' })
    },
    async mark(invoice, status) {
      Object.assign(invoice, { status, additionalStatus: 'Marked' })
      await send(invoice, `Invoice${status}`, { manuallyMarked: true, overPaid: false })
    },
    notify: send,
    redeliver(message) {
      const content = JSON.parse(message.body)
      return deliver(
        signed({ ...content, deliveryId: randomBytes(16).toString('base64url'), isRedelivery: true }),
      )
    },
  }
  return server
}

const ok = (body: unknown): Answer => ({ status: 200, body })

const shown = ({
  activated: _activated,
  alsoActivated: _alsoActivated,
  rate: _rate,
  due: _due,
  payments: _payments,
  ...invoice
}: BtcpayInvoice) => invoice

const paidShare = ({ payments, due }: BtcpayInvoice, statuses: string[]): number =>
  payments
    .filter(({ status }) => statuses.includes(status))
    .reduce((sum, { value }) => sum + Number(value), 0) / Number(due)

/** What one method has received is due in none; a method has nowhere to pay to until it is activated. */
function methodsOf(invoice: BtcpayInvoice, others: readonly OtherMethod[]): object[] {
  const { rate, due, payments, activated, alsoActivated } = invoice
  const accounted = payments.filter(({ status }) => status !== 'Invalid')
  const paid = accounted.reduce((sum, { value }) => sum + Number(value), 0)
  const left = Number(due) - paid
  const place = (isActive: boolean, destination: string, link: string) => ({
    activated: isActive,
    destination: isActive ? destination : null,
    paymentLink: isActive ? `${link}:${destination}` : '',
  })
  return [
    {
      paymentMethodId: 'BTC-CHAIN',
      currency: 'BTC',
      rate,
      amount: due,
      due: left.toFixed(8),
      paymentMethodFee: '0',
      payments: accounted,
      ...place(activated, 'bcrt1qdemo', 'bitcoin'),
    },
    ...others.map(({ link, fee, ...other }) => ({
      ...other,
      amount: ((Number(due) * RATE) / other.rate).toFixed(8),
      due: ((left * RATE) / other.rate).toFixed(8),
      paymentMethodFee: fee,
      payments: [],
      ...place(alsoActivated.includes(other.paymentMethodId), `${other.paymentMethodId}-demo`, link),
    })),
  ]
}
