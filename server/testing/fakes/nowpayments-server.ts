/** NOWPayments as its documentation describes it, on a port of ours: the API a store uses, and the messages it sends. */
import { createHmac } from 'node:crypto'
import { canonicalJson } from '../../payments/nowpayments/nowpayments-signature.ts'
import { type Answer, type Call, type ProviderServer, providerServer, sendOrLose } from './provider-server.ts'

type Invoice = {
  id: string
  order_id: string
  order_description: string
  price_amount: number
  price_currency: string
  ipn_callback_url: string
  success_url: string
  cancel_url: string
  partially_paid_url: string
}

/** A payment as it is read back. */
export type NowPayment = {
  payment_id: number
  invoice_id: number
  payment_status: string
  pay_address: string | null
  payin_extra_id: string | null
  price_amount: number
  price_currency: string
  pay_amount: number
  actually_paid: number | null
  pay_currency: string
  order_id: string
  order_description: string
  purchase_id: number
  outcome_amount: number | null
  outcome_currency: string
  payin_hash: string | null
  payment_extra_ids: number[] | null
  parent_payment_id: number | null
  origin_type?: string
  created_at: string
  updated_at: string
}

export type NowpaymentsServer = ProviderServer & {
  apiUrl: string
  /** What the store is configured with. */
  settings: Record<string, string>
  invoices: Map<string, Invoice>
  payments: Map<number, NowPayment>
  /** Coins that are switched on, and the smallest payment in each, in dollars; null is one that cannot be priced. */
  coins: Record<string, number | null>
  /** Where new payments go; null is left out of the answer. */
  payIn: { address: string | null; memo: string | null }
  /** Until when the amount of a payment that was made for an invoice holds. */
  estimateEnds: Map<number, Date>
  /** The buyer picks a coin on the invoice page: a payment appears. */
  choose(invoiceId: string, coin: string, payAmount?: number): Promise<NowPayment>
  /** Changes a payment, and sends the store a message. */
  change(payment: NowPayment, change: Partial<NowPayment>): Promise<void>
  /** All of what was asked comes in and is confirmed, with each message on the way. */
  pay(payment: NowPayment): Promise<void>
  /** Another deposit to the address of a payment. */
  repeat(first: NowPayment, change: Partial<NowPayment>): Promise<NowPayment>
}

const API_KEY = 'np-api-key-for-tests'
const IPN_SECRET = 'np-ipn-secret-for-tests'
const LOGIN = { email: 'Shop@example.test', password: 'np-password-for-tests' }
const TOKEN = 'np-bearer-for-tests'
/** A made-up rate: dollars to any coin. */
const COINS_PER_DOLLAR = 0.0065
const ESTIMATE_HOLDS_MS = 20 * 60_000
/** How much more a renewed amount is. */
const RISE = 1.02

export async function nowpaymentsServer(): Promise<NowpaymentsServer> {
  const invoices: NowpaymentsServer['invoices'] = new Map()
  const payments: NowpaymentsServer['payments'] = new Map()
  let ids = 6_001_000_000
  const http = await providerServer((call) => answerTo(call))

  const routes: Record<string, (call: Call) => Answer> = {
    'GET /v1/status': () => ok({ message: 'OK' }),
    'POST /v1/auth': ({ body }) => {
      const { email, password } = JSON.parse(body)
      return email === LOGIN.email && password === LOGIN.password
        ? ok({ token: TOKEN })
        : refused(401, 'AUTH_REQUIRED', 'Wrong credentials')
    },
    'POST /v1/invoice': ({ body }) => {
      const input = JSON.parse(body)
      if (typeof input.price_amount !== 'number')
        return refused(400, 'INVALID_REQUEST_PARAMS', 'price_amount')
      const id = String(++ids)
      invoices.set(id, { ...input, id })
      const invoice_url = `https://nowpayments.io/payment/?iid=${id}`
      return { status: 201, body: { ...input, id, price_amount: String(input.price_amount), invoice_url } }
    },
    'GET /v1/payment/': ({ query, headers }) => {
      if (headers.authorization !== `Bearer ${TOKEN}`)
        return refused(401, 'AUTH_REQUIRED', 'Authorization header is empty')
      const hits = [...payments.values()].filter(
        ({ invoice_id }) => String(invoice_id) === query.get('invoiceId'),
      )
      const limit = Number(query.get('limit'))
      const page = Number(query.get('page'))
      const data = hits.slice(page * limit, (page + 1) * limit)
      return ok({ data, limit, page, pagesCount: Math.ceil(hits.length / limit), total: hits.length })
    },
    'GET /v1/merchant/coins': () =>
      ok({ selectedCurrencies: Object.keys(server.coins).map((coin) => coin.toUpperCase()) }),
    'GET /v1/min-amount': ({ query }) => {
      const dollars = server.coins[query.get('currency_from') ?? '']
      if (dollars == null) return unavailable()
      const min_amount = dollars * COINS_PER_DOLLAR
      return ok({
        currency_from: query.get('currency_from'),
        currency_to: 'usdcsol',
        min_amount,
        fiat_equivalent: dollars,
      })
    },
    'GET /v1/estimate': ({ query }) => {
      const [coin, amount] = [query.get('currency_to') ?? '', Number(query.get('amount'))]
      if (server.coins[coin] == null) return unavailable()
      return ok({
        currency_from: query.get('currency_from'),
        amount_from: amount,
        currency_to: coin,
        estimated_amount: coinsFor(amount),
      })
    },
    'POST /v1/invoice-payment': ({ body }) => {
      const { iid, pay_currency: coin } = JSON.parse(body)
      const invoice = invoices.get(String(iid))
      const minimum = server.coins[coin]
      if (!invoice) return refused(404, 'NOT_FOUND', 'Invoice not found')
      if (minimum == null) return unavailable()
      if (invoice.price_amount < minimum)
        return refused(400, 'AMOUNT_MINIMAL_ERROR', 'amountFrom is less than minimal')
      const payment = addPayment(invoice, coin)
      void notify(payment)
      return { status: 201, body: asNew(payment) }
    },
  }

  /** As the documentation's example of a new payment shows it. */
  function asNew({ payment_id, purchase_id, pay_address, ...payment }: NowPayment): object {
    return {
      payment_id: String(payment_id),
      purchase_id: String(purchase_id),
      ...(pay_address !== null && { pay_address }),
      ...payment,
      amount_received: null,
      expiration_estimate_date: server.estimateEnds.get(payment_id)?.toISOString(),
    }
  }

  /** The amount changes only once it has ended. */
  function renewEstimate(payment: NowPayment): Answer {
    const end = server.estimateEnds.get(payment.payment_id) ?? new Date(0)
    if (end.getTime() <= Date.now()) {
      payment.pay_amount = Number((payment.pay_amount * RISE).toFixed(8))
      server.estimateEnds.set(payment.payment_id, new Date(Date.now() + ESTIMATE_HOLDS_MS))
    }
    return ok({
      id: String(payment.payment_id),
      token_id: '5566778899',
      pay_amount: payment.pay_amount,
      expiration_estimate_date: server.estimateEnds.get(payment.payment_id)?.toISOString(),
    })
  }

  function addPayment(invoice: Invoice, coin: string, payAmount?: number): NowPayment {
    const now = new Date().toISOString()
    const payment: NowPayment = {
      payment_id: ++ids,
      invoice_id: Number(invoice.id),
      payment_status: 'waiting',
      pay_address: server.payIn.address,
      payin_extra_id: server.payIn.memo,
      price_amount: invoice.price_amount,
      price_currency: invoice.price_currency,
      pay_amount: payAmount ?? coinsFor(invoice.price_amount),
      actually_paid: null,
      pay_currency: coin,
      order_id: invoice.order_id,
      order_description: invoice.order_description,
      purchase_id: ++ids,
      outcome_amount: null,
      outcome_currency: 'usdcsol',
      payin_hash: null,
      payment_extra_ids: null,
      parent_payment_id: null,
      created_at: now,
      updated_at: now,
    }
    payments.set(payment.payment_id, payment)
    server.estimateEnds.set(payment.payment_id, new Date(Date.now() + ESTIMATE_HOLDS_MS))
    return payment
  }

  function answerTo(call: Call): Answer {
    const isOpen = call.path === '/v1/status' || call.path === '/v1/auth'
    if (!isOpen && call.headers['x-api-key'] !== API_KEY)
      return refused(403, 'INVALID_API_KEY', 'Invalid api key')
    const [, paymentId, renewal] = /^\/v1\/payment\/(\d+)(\/update-merchant-estimate)?$/.exec(call.path) ?? []
    if (paymentId && call.method === (renewal ? 'POST' : 'GET')) {
      const payment = payments.get(Number(paymentId))
      if (!payment) return refused(404, 'NOT_FOUND', 'Payment not found')
      return renewal ? renewEstimate(payment) : ok(payment)
    }
    return (
      routes[`${call.method} ${call.path}`]?.(call) ?? {
        status: 404,
        body: { statusCode: 404, message: `Cannot ${call.method} ${call.path}` },
      }
    )
  }

  async function notify(payment: NowPayment): Promise<void> {
    const invoice = invoices.get(String(payment.invoice_id))
    if (!invoice) return
    const body = canonicalJson(JSON.stringify(messageOf(payment))) ?? ''
    const signature = createHmac('sha512', IPN_SECRET).update(body).digest('hex')
    const message = {
      url: invoice.ipn_callback_url,
      headers: { 'content-type': 'application/json', 'x-nowpayments-sig': signature },
      body,
    }
    await sendOrLose(server, message)
  }

  async function change(payment: NowPayment, to: Partial<NowPayment>): Promise<void> {
    Object.assign(payment, to, { updated_at: new Date().toISOString() })
    await notify(payment)
  }

  const server: NowpaymentsServer = {
    ...http,
    apiUrl: `${http.url}/v1`,
    settings: {
      PAYMENT_PROVIDER: 'nowpayments',
      NOWPAYMENTS_API_URL: `${http.url}/v1`,
      NOWPAYMENTS_API_KEY: API_KEY,
      NOWPAYMENTS_IPN_SECRET: IPN_SECRET,
      NOWPAYMENTS_EMAIL: LOGIN.email,
      NOWPAYMENTS_PASSWORD: LOGIN.password,
      PAYMENT_READS_PER_SECOND: '1000',
    },
    invoices,
    payments,
    coins: { sol: 1.53, btc: 12, eth: 35 },
    payIn: { address: 'DemoAddr1111111111111111111111111111111111', memo: null },
    estimateEnds: new Map(),
    change,
    async choose(invoiceId, coin, payAmount) {
      const invoice = invoices.get(invoiceId)
      if (!invoice) throw new Error(`there is no invoice ${invoiceId}`)
      const payment = addPayment(invoice, coin, payAmount)
      await notify(payment)
      return payment
    },
    async pay(payment) {
      for (const payment_status of ['confirming', 'confirmed', 'sending'])
        await change(payment, { payment_status, payin_hash: `tx-${payment.payment_id}` })
      const outcome_amount = Number((payment.price_amount * 0.99).toFixed(2))
      await change(payment, { payment_status: 'finished', actually_paid: payment.pay_amount, outcome_amount })
    },
    async repeat(first, change) {
      const payment: NowPayment = {
        ...first,
        payment_id: ++ids,
        parent_payment_id: first.payment_id,
        origin_type: 'REPEATED',
        payment_extra_ids: null,
        payin_hash: `tx-${ids}`,
        ...change,
      }
      payments.set(payment.payment_id, payment)
      first.payment_extra_ids = [...(first.payment_extra_ids ?? []), payment.payment_id]
      await notify(payment)
      return payment
    },
  }
  return server
}

const ok = (body: unknown): Answer => ({ status: 200, body })
const refused = (status: number, code: string, message: string): Answer => ({
  status,
  body: { status: false, statusCode: status, code, message },
})

const unavailable = (): Answer => refused(400, 'CURRENCY_UNAVAILABLE', 'Currency is not available')

const coinsFor = (dollars: number): number => Number((dollars * COINS_PER_DOLLAR).toFixed(8))

/** What a message holds differs from what is read back: no hashes and dates, another type here and there, the fees. */
function messageOf({ created_at: _created, updated_at, payin_hash: _hash, ...payment }: NowPayment): object {
  return {
    ...payment,
    actually_paid: payment.actually_paid ?? 0,
    actually_paid_at_fiat: 0,
    purchase_id: String(payment.purchase_id),
    fee: { withdrawalFee: 0, serviceFee: 0.05, depositFee: 0.02, currency: payment.outcome_currency },
    updated_at: Date.parse(updated_at),
  }
}
