/** The payouts of a BTCPay Server as its Greenfield API and source describe them, on a port of ours, with their webhooks. */
import { createHmac, randomBytes } from 'node:crypto'
import {
  type Answer,
  type Call,
  type ProviderServer,
  providerServer,
  type SentMessage,
  sendOrLose,
} from './provider-server.ts'

export type BtcpayPullPayment = {
  id: string
  name: string
  currency: string
  amount: string
  archived: boolean
  autoApproveClaims: boolean
}

export type BtcpayPayout = {
  id: string
  revision: number
  pullPaymentId: string
  date: number
  destination: string
  originalCurrency: string
  originalAmount: string
  payoutCurrency: string
  payoutAmount: string | null
  payoutMethodId: string
  state: string
  paymentProof: object | null
  metadata: Record<string, unknown>
}

export type BtcpayPayoutServer = ProviderServer & {
  /** What a store is configured with. */
  account: {
    url: string
    creatingKey: string
    releasingKey: string
    storeId: string
    webhookSecret: string
  }
  pullPayments: BtcpayPullPayment[]
  payouts: BtcpayPayout[]
  /** Payouts that were approved, as often as they were: what would have been paid. */
  released: BtcpayPayout[]
  /** Confirmed coins by payment method; a store has a wallet for each that is here. */
  wallets: Record<string, string>
  /** Whether the creating key may see the wallets. */
  walletsAreSeen: boolean
  /** Dollars by coin; null is a rate that cannot be had. */
  rates: Record<string, string | null>
  /** Whether new payouts wait for approval. */
  approval: 'waits' | 'automatic'
  /** Registers the store's webhook for payouts, as its owner does in the dashboard. */
  sendMessagesTo(webhookUrl: string): void
  /** Somebody who knows a pull payment's id claims from it. */
  claim(pullPayment: BtcpayPullPayment, destination: string, amount: string): Answer
  change(payout: BtcpayPayout, change: Partial<BtcpayPayout>): Promise<SentMessage>
  /** The processor makes the transaction of an approved one. */
  send(payout: BtcpayPayout): Promise<void>
  /** The transaction has its first confirmation. */
  confirm(payout: BtcpayPayout): Promise<void>
}

const STORE_ID = 'S9storeDemo'
const CREATING_KEY = 'btcpay-creating-key-for-tests'
const RELEASING_KEY = 'btcpay-releasing-key-for-tests'
const WEBHOOK_SECRET = 'btcpay-payout-webhook-secret-for-tests'
const STORE_PATH = `/api/v1/stores/${STORE_ID}`

export async function btcpayPayoutServer(): Promise<BtcpayPayoutServer> {
  const pullPayments: BtcpayPullPayment[] = []
  const payouts: BtcpayPayout[] = []
  let webhookUrl = ''
  const http = await providerServer((call) => answerTo(call))

  const created: Record<string, (call: Call) => Answer> = {
    [`POST ${STORE_PATH}/pull-payments`]: ({ body }) => createPullPayment(JSON.parse(body)),
    [`GET ${STORE_PATH}/pull-payments`]: ({ query }) =>
      ok(pullPayments.filter(({ archived }) => !archived || query.get('includeArchived') === 'true')),
    [`POST ${STORE_PATH}/payouts`]: ({ body }) => createPayout(JSON.parse(body)),
    [`GET ${STORE_PATH}/rates`]: ({ query }) => ok([rateOf(query.get('currencyPair') ?? '')]),
    [`GET ${STORE_PATH}/payment-methods`]: () =>
      ok(Object.keys(server.wallets).map((paymentMethodId) => ({ paymentMethodId, enabled: true }))),
  }

  function answerTo(call: Call): Answer {
    const name = `${call.method} ${call.path}`
    const [, claimsOf] = /^GET \/api\/v1\/pull-payments\/(\w+)\/payouts$/.exec(name) ?? []
    if (claimsOf) return listUnder(claimsOf, call.query.get('includeCancelled') === 'true')
    const key = /^token (.+)$/.exec(call.headers.authorization ?? '')?.[1]
    if (key !== CREATING_KEY && key !== RELEASING_KEY)
      return refused(401, 'unauthenticated', `Authentication by ${key} failed`)
    const isCreating = key === CREATING_KEY
    if (created[name]) return isCreating ? created[name](call) : forbidden()
    const [, method] = new RegExp(`^GET ${STORE_PATH}/payment-methods/([\\w-]+)/wallet$`).exec(name) ?? []
    if (method) return isCreating && server.walletsAreSeen ? walletOf(method) : forbidden()
    const [, verb, id] = new RegExp(`^(\\w+) ${STORE_PATH}/payouts/(\\w+)$`).exec(name) ?? []
    const payout = visible().find((one) => one.id === id)
    if (!payout) return refused(404, 'payout-not-found', 'The payout was not found')
    if (verb === 'GET') return isCreating ? ok(payout) : forbidden()
    if (isCreating) return forbidden()
    return verb === 'DELETE' ? cancel(payout) : approve(payout, JSON.parse(call.body))
  }

  /** Nothing that is under an archived pull payment is shown. */
  const visible = () =>
    payouts.filter((payout) =>
      pullPayments.some(({ id, archived }) => id === payout.pullPaymentId && !archived),
    )

  function listUnder(pullPaymentId: string, withCancelled: boolean): Answer {
    if (!pullPayments.some(({ id }) => id === pullPaymentId))
      return refused(404, 'pullpayment-not-found', 'The pull payment was not found')
    return ok(
      visible()
        .filter((payout) => payout.pullPaymentId === pullPaymentId)
        .filter(({ state }) => withCancelled || state !== 'Cancelled'),
    )
  }

  function createPullPayment({
    name,
    amount,
    currency,
    payoutMethods,
    autoApproveClaims,
  }: NewPullPayment): Answer {
    if (autoApproveClaims) return forbidden()
    if (name.length > 50) return invalid('name', 'The name should be maximum 50 characters.')
    if (!(Number(amount) > 0)) return invalid('amount', 'The amount should more than 0.')
    if (!payoutMethods.every((method) => method in server.wallets))
      return invalid('payoutMethods', 'Invalid or unsupported payment method')
    const pullPayment = { id: randomId(), name, currency, amount, archived: false, autoApproveClaims }
    pullPayments.push(pullPayment)
    return ok({ ...pullPayment, description: '', startsAt: 1_767_225_600, expiresAt: null })
  }

  function createPayout(request: NewPayout): Answer {
    const { destination, amount, payoutMethodId, approved, metadata } = request
    if (approved !== false) return forbidden()
    const pullPayment = pullPayments.find(({ id }) => id === request.pullPaymentId)
    if (!pullPayment) return refused(404, 'pullpayment-not-found', 'The pull payment was not found')
    if (destination.startsWith('bad')) return invalid('destination', 'Invalid address')
    return claim(pullPayment, { destination, amount, payoutMethodId, metadata })
  }

  function claim(
    pullPayment: BtcpayPullPayment,
    { destination, amount, payoutMethodId, metadata }: Omit<NewPayout, 'approved' | 'pullPaymentId'>,
  ): Answer {
    if (pullPayment.archived) return refused(400, 'archived', 'The pull payment has been archived')
    if (payouts.some((one) => one.destination === destination && !isOver(one)))
      return refused(400, 'duplicate-destination', 'This address is already used for another payout')
    const claimed = payouts
      .filter(({ pullPaymentId, state }) => pullPaymentId === pullPayment.id && state !== 'Cancelled')
      .reduce((sum, { originalAmount }) => sum + Number(originalAmount), 0)
    if (claimed + Number(amount) > Number(pullPayment.amount))
      return refused(400, 'overdraft', "The payout amount overdraft the pull payment's limit")
    const isApproved = server.approval === 'automatic'
    const payout: BtcpayPayout = {
      id: randomId(),
      revision: 0,
      pullPaymentId: pullPayment.id,
      date: 1_767_225_600,
      destination,
      originalCurrency: pullPayment.currency,
      originalAmount: amount,
      payoutCurrency: payoutMethodId.replace('-CHAIN', ''),
      payoutAmount: isApproved ? amount : null,
      payoutMethodId,
      state: isApproved ? 'AwaitingPayment' : 'AwaitingApproval',
      paymentProof: null,
      metadata,
    }
    payouts.push(payout)
    if (isApproved) server.released.push(payout)
    return ok(payout)
  }

  function approve(payout: BtcpayPayout, { revision }: { revision?: number }): Answer {
    if (revision === undefined) return invalid('revision', 'The `revision` property is required')
    if (payout.state !== 'AwaitingApproval')
      return refused(400, 'invalid-state', 'The payout is not in a state that allows approval')
    if (payout.revision !== revision) return refused(400, 'old-revision', 'The payout revision is outdated')
    Object.assign(payout, { state: 'AwaitingPayment', payoutAmount: payout.originalAmount })
    server.released.push(payout)
    void notify(payout, 'PayoutApproved')
    return ok(payout)
  }

  function cancel(payout: BtcpayPayout): Answer {
    if (payout.state === 'InProgress' || payout.state === 'Completed')
      return refused(400, 'invalid-state', 'The payout cannot be cancelled')
    payout.state = 'Cancelled'
    void notify(payout, 'PayoutUpdated')
    return { status: 200, body: '' }
  }

  function rateOf(currencyPair: string): object {
    const rate = server.rates[currencyPair.replace('_USD', '')] ?? null
    return { currencyPair, rate, errors: rate === null ? ['No rate'] : [] }
  }

  function walletOf(method: string): Answer {
    const coins = server.wallets[method]
    return coins === undefined
      ? refused(404, 'paymentmethod-not-found', 'The payment method is not set up')
      : ok({ balance: coins, unconfirmedBalance: '0', confirmedBalance: coins })
  }

  async function notify(payout: BtcpayPayout, type: string): Promise<SentMessage> {
    const deliveryId = randomId()
    const content = {
      deliveryId,
      webhookId: 'W7yR5tQ9',
      originalDeliveryId: deliveryId,
      isRedelivery: false,
      type,
      timestamp: 1_767_225_600,
      storeId: STORE_ID,
      payoutId: payout.id,
      pullPaymentId: payout.pullPaymentId,
      payoutState: payout.state,
    }
    const body = JSON.stringify(content, null, 2)
    const signature = createHmac('sha256', WEBHOOK_SECRET).update(body).digest('hex')
    const message = {
      url: webhookUrl,
      headers: { 'content-type': 'application/json', 'btcpay-sig': `sha256=${signature}` },
      body,
    }
    return sendOrLose(server, message)
  }

  const server: BtcpayPayoutServer = {
    ...http,
    account: {
      url: http.url,
      creatingKey: CREATING_KEY,
      releasingKey: RELEASING_KEY,
      storeId: STORE_ID,
      webhookSecret: WEBHOOK_SECRET,
    },
    pullPayments,
    payouts,
    released: [],
    wallets: { 'BTC-CHAIN': '0.75', 'LTC-CHAIN': '20' },
    walletsAreSeen: true,
    rates: { BTC: '90000.5', LTC: '80', DOGE: '0.2' },
    approval: 'waits',
    sendMessagesTo(url) {
      webhookUrl = url
    },
    claim: (pullPayment, destination, amount) =>
      claim(pullPayment, {
        destination,
        amount,
        payoutMethodId: `${pullPayment.currency}-CHAIN`,
        metadata: {},
      }),
    async change(payout, change) {
      Object.assign(payout, change)
      return notify(payout, 'PayoutUpdated')
    },
    async send(payout) {
      const transactionId = randomBytes(32).toString('hex')
      const paymentProof = { proofType: 'PayoutTransactionOnChainBlob', transactionId, accounted: true }
      await server.change(payout, { state: 'InProgress', paymentProof })
    },
    async confirm(payout) {
      await server.change(payout, { state: 'Completed' })
    },
  }
  return server
}

type NewPullPayment = {
  name: string
  amount: string
  currency: string
  payoutMethods: string[]
  autoApproveClaims: boolean
}
type NewPayout = {
  destination: string
  amount: string
  payoutMethodId: string
  pullPaymentId: string
  approved: boolean
  metadata: Record<string, unknown>
}

const isOver = ({ state }: BtcpayPayout): boolean => state === 'Completed' || state === 'Cancelled'
const randomId = (): string => randomBytes(14).toString('hex')

const ok = (body: unknown): Answer => ({ status: 200, body })
const refused = (status: number, code: string, message: string): Answer => ({
  status,
  body: { code, message },
})
const invalid = (path: string, message: string): Answer => ({ status: 422, body: [{ path, message }] })
const forbidden = (): Answer => refused(403, 'missing-permission', 'Insufficient API permissions')
