import type { OrderFlag } from '@nofiller/contract/orders/order-status'
import { z } from 'zod'
import { sha256 } from '../../platform/signatures.ts'
import { covers, exactCents, nearestCents, worthOf } from '../decimal.ts'
import type { CallOf, Payment, PaymentProvider, ReadInvoice, Stage } from '../provider.ts'
import {
  askProvider,
  CoinRefused,
  isUnknownThere,
  notifyProvider,
  ProviderError,
  pacing,
  readProvider,
} from '../provider-http.ts'
import { jsonOf, parsed, WebAddress } from '../provider-json.ts'
import { coinOfMethod, findMethod, offersOf, PaymentMethod, payAddressOf } from './btcpay-methods.ts'
import { BTCPAY_SIGNATURE_HEADER, btcpaySignatureHolds } from './btcpay-signature.ts'

/** How long BTCPay watches an invoice after its end. */
const MONITORING_MINUTES = 24 * 60
const INVOICES_MAX = 50

const Decimal = z.union([z.string(), z.number()])
const UnixTime = z.number().transform((seconds) => new Date(seconds * 1_000))

const BtcpayInvoice = z.object({
  id: z.string(),
  storeId: z.string(),
  amount: Decimal.nullable(),
  currency: z.string(),
  type: z.string(),
  checkoutLink: WebAddress,
  createdTime: z.number(),
  expirationTime: UnixTime,
  status: z.string(),
  additionalStatus: z.string(),
  metadata: z.object({ orderId: z.string().nullish().catch(null) }).nullish(),
  checkout: z.object({ lazyPaymentMethods: z.boolean().nullish() }).nullish(),
})
type BtcpayInvoice = z.infer<typeof BtcpayInvoice>

const SentMessage = z.object({
  deliveryId: z.string().nullish().catch(null),
  originalDeliveryId: z.string().nullish().catch(null),
  storeId: z.string().nullish().catch(null),
  invoiceId: z.string().nullish().catch(null),
  metadata: z
    .object({ orderId: z.string().nullish().catch(null) })
    .nullish()
    .catch(null),
})

export type BtcpaySettings = {
  /** The address that buyers use: links to the invoice are made from it. */
  url: string
  publicUrl: string
  apiKey: string
  storeId: string
  webhookSecret: string
  tolerancePercent: number
  readsPerSecond: number
}

/** The adapter of a BTCPay Server, over its Greenfield API and signed webhooks, for one store of that server. */
export function btcpayProvider(settings: BtcpaySettings): PaymentProvider {
  if (!settings.webhookSecret) throw new Error('BTCPay needs a webhook secret')
  const client = clientOf(settings)
  return {
    name: 'btcpay',
    canTopUp: true,
    createInvoice: (input, signal) => createInvoice(client, input, signal),
    findInvoices: (order, signal) => findInvoices(client, order, signal),
    readBack: (known) => readBack(client, known),
    cancelInvoice: (id) => cancelInvoice(client, id),
    /** Before there is an invoice, which alone fixes prices: what the server has wallets for. */
    listCoins: async ({ providerInvoiceId }, signal) =>
      offersOf(
        providerInvoiceId === null
          ? await storeMethods(client, signal)
          : await openMethods(client, providerInvoiceId, signal),
      ),
    chooseCoin: ({ providerInvoiceId }, coin, _paymentId, signal) =>
      chooseCoin(client, providerInvoiceId, coin, signal),
    verifyMessage: (headers, rawBody) => verifyMessage(settings, headers, rawBody),
    check: (signal) => check(client, signal),
    /** The server is the shop's own and takes any amount; what is too small for a network, that network's wallet refuses. */
    minimumCents: async () => 0,
  }
}

type Client = ReturnType<typeof clientOf>

function clientOf({ url, apiKey, storeId, publicUrl, tolerancePercent, readsPerSecond }: BtcpaySettings) {
  const storeUrl = `${url}/api/v1/stores/${encodeURIComponent(storeId)}`
  const invoicesUrl = `${storeUrl}/invoices`
  const headers = { authorization: `token ${apiKey}` }
  return {
    publicUrl,
    storeId,
    tolerancePercent,
    storeUrl,
    invoicesUrl,
    /** The addresses of single invoices, the one that is asked first at the front. */
    invoiceUrls: [`${url}/api/v1/invoices`, invoicesUrl],
    headers,
    jsonHeaders: { ...headers, 'content-type': 'application/json' },
    pace: pacing(readsPerSecond),
  }
}

const createInvoice: CallOf<Client, 'createInvoice'> = async (
  { publicUrl, tolerancePercent, invoicesUrl, jsonHeaders },
  { reference, orderNumber, amountCents, currency, ...input },
  signal,
) => {
  if (amountCents <= 0) throw new Error('an invoice over nothing is paid at once')
  const body = JSON.stringify({
    amount: amountText(amountCents),
    currency,
    metadata: { orderId: reference, orderUrl: `${publicUrl}/orders`, itemDesc: `Order ${orderNumber}` },
    checkout: {
      speedPolicy: 'MediumSpeed',
      expirationMinutes: input.expiresInSeconds / 60,
      monitoringMinutes: MONITORING_MINUTES,
      paymentTolerance: tolerancePercent,
      lazyPaymentMethods: true, // so that a method in use tells that the buyer has chosen
      redirectURL: input.successUrl,
      redirectAutomatically: false,
      defaultLanguage: 'en',
    },
    additionalSearchTerms: [orderNumber],
  })
  const answer = await askProvider(invoicesUrl, { method: 'POST', headers: jsonHeaders, body, signal })
  return toInvoice(parsed(BtcpayInvoice, answer))
}

const findInvoices: CallOf<Client, 'findInvoices'> = async (client, { reference, amountCents }, signal) => {
  const invoices = await invoicesOf(client, reference, { signal })
  return invoices
    .filter((invoice) => invoice.status === 'New' && invoice.metadata?.orderId === reference)
    .filter((invoice) => exactCents(invoice.amount ?? '') === amountCents)
    .sort((one, other) => other.createdTime - one.createdTime)
    .map(toInvoice)
}

const readBack: CallOf<Client, 'readBack'> = async (client, { references, invoiceIds }) => {
  const { pace } = client
  const invoices: BtcpayInvoice[] = []
  for (const reference of references) invoices.push(...(await invoicesOf(client, reference, { pace })))
  const listed = new Set(invoices.map((invoice) => invoice.id))
  for (const id of invoiceIds) {
    const invoice = listed.has(id) ? null : await readInvoice(client, id, { pace })
    if (invoice) invoices.push(invoice)
  }
  const readings: ReadInvoice[] = []
  for (const invoice of invoices) readings.push(await look(client, invoice))
  return readings
}

const cancelInvoice: CallOf<Client, 'cancelInvoice'> = async (client, id) => {
  const invoice = await readInvoice(client, id, { pace: client.pace })
  if (!invoice || (await look(client, invoice)).stage !== 'new') return
  const body = JSON.stringify({ status: 'Invalid' })
  await atInvoice(client, id, (url) =>
    askProvider(`${url}/status`, { method: 'POST', headers: client.jsonHeaders, body }),
  )
}

async function chooseCoin(client: Client, invoiceId: string, coin: string, signal: AbortSignal) {
  const methods = await openMethods(client, invoiceId, signal)
  if (methods.length === 0) return null
  const method = findMethod(methods, coin)
  if (!method?.paymentMethodId) throw new CoinRefused('unavailable', `the invoice takes no ${coin}`)
  if (method.activated !== false) return payAddressOf(method)
  await activate(client, invoiceId, method.paymentMethodId, signal)
  return payAddressOf(findMethod(await readMethods(client, invoiceId, { signal }), coin))
}

const verifyMessage: CallOf<BtcpaySettings, 'verifyMessage'> = (
  { webhookSecret, storeId },
  headers,
  rawBody,
) => {
  if (!btcpaySignatureHolds(webhookSecret, headers[BTCPAY_SIGNATURE_HEADER], rawBody)) return null
  const message = SentMessage.safeParse(jsonOf(rawBody)).data
  const isOurs = message?.storeId === storeId
  return {
    // A repeated delivery has a number of its own and names the first.
    key: message?.originalDeliveryId ?? message?.deliveryId ?? sha256(rawBody).toString('hex'),
    reference: (isOurs && message.metadata?.orderId) || null,
    invoiceId: (isOurs && message.invoiceId) || null,
    paymentId: null,
  }
}

const check: CallOf<Client, 'check'> = async (client, signal) => {
  await invoicesOf(client, 'none', { signal })
  const asked = await Promise.allSettled(
    client.invoiceUrls.map((each) => readProvider(`${each}/none`, { headers: client.headers, signal })),
  )
  const refusals = asked.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
  if (!refusals.some((refusal) => isUnknownThere(refusal, NO_INVOICE))) throw refusals[0]
}

type Reading = { signal?: AbortSignal; pace?: Client['pace'] }

async function invoicesOf(
  { invoicesUrl, headers }: Client,
  reference: string,
  reading: Reading,
): Promise<BtcpayInvoice[]> {
  const query = new URLSearchParams({ orderId: reference, take: String(INVOICES_MAX) })
  const answer = await readProvider(`${invoicesUrl}?${query}`, { headers, ...reading })
  return parsed(z.array(BtcpayInvoice), answer)
}

/**
 * Asks at the address of one invoice. BTCPay Server 2.4.1 has another than the versions before: the one that is not served
 * answers 404 without the code of an invoice, and then the other is tried once, and asked first from then on.
 */
async function atInvoice<Result>(
  client: Client,
  id: string,
  run: (url: string) => Promise<Result>,
): Promise<Result> {
  const [first = '', other = ''] = client.invoiceUrls
  const own = `/${encodeURIComponent(id)}`
  try {
    return await run(first + own)
  } catch (error) {
    if (!isNotServed(error)) throw error
    const result = await run(other + own).catch((refused) => {
      if (isUnknownThere(refused, NO_INVOICE)) client.invoiceUrls = [other, first]
      throw refused
    })
    client.invoiceUrls = [other, first]
    return result
  }
}

/** One that the list left out, because it was archived or is another's. */
async function readInvoice(client: Client, id: string, reading: Reading): Promise<BtcpayInvoice | null> {
  try {
    const { headers } = client
    const answer = await atInvoice(client, id, (url) => readProvider(url, { headers, ...reading }))
    return parsed(BtcpayInvoice, answer)
  } catch (error) {
    if (isUnknownThere(error, NO_INVOICE)) return null
    throw error
  }
}

async function readMethods(client: Client, invoiceId: string, reading: Reading): Promise<PaymentMethod[]> {
  const { headers } = client
  const answer = await atInvoice(client, invoiceId, (url) =>
    readProvider(`${url}/payment-methods?onlyAccountedPayments=true`, { headers, ...reading }),
  )
  return parsed(z.array(PaymentMethod), answer)
}

/** How an invoice of ours can be paid that still takes money; nothing for any other. */
async function openMethods(client: Client, invoiceId: string, signal: AbortSignal): Promise<PaymentMethod[]> {
  const invoice = await readInvoice(client, invoiceId, { signal })
  return invoice && isOurs(invoice, client.storeId) && invoice.status === 'New'
    ? readMethods(client, invoiceId, { signal })
    : []
}

async function storeMethods({ storeUrl, headers }: Client, signal: AbortSignal): Promise<PaymentMethod[]> {
  const answer = await readProvider(`${storeUrl}/payment-methods?onlyEnabled=true`, { headers, signal })
  return parsed(z.array(PaymentMethod), answer)
}

/**
 * Has the address of a lazy method made. Documented: `POST …/payment-methods/{paymentMethodId}/activate` with the right to
 * view invoices, 200 with an empty body. The server's source answers the same when the wallet could make no address, so
 * what is read afterwards decides.
 */
async function activate(
  client: Client,
  invoiceId: string,
  methodId: string,
  signal: AbortSignal,
): Promise<void> {
  const path = `/payment-methods/${encodeURIComponent(methodId)}/activate`
  try {
    const { headers } = client
    await atInvoice(client, invoiceId, (url) => notifyProvider(url + path, { headers, signal }))
  } catch (error) {
    const isRefused = error instanceof ProviderError && REFUSED.has(error.status ?? 0)
    if (!isRefused) throw error
  }
}

const look = async (client: Client, invoice: BtcpayInvoice): Promise<ReadInvoice> =>
  readingOf(invoice, await readMethods(client, invoice.id, { pace: client.pace }), client)

/** The code of an invoice that the server does not know. */
const NO_INVOICE = ['invoice-not-found']

const isNotServed = (error: unknown): boolean =>
  error instanceof ProviderError && error.status === 404 && !isUnknownThere(error, NO_INVOICE)

const amountText = (cents: number): string => (cents / 100).toFixed(2)

const toInvoice = ({ id, checkoutLink, expirationTime }: BtcpayInvoice) => ({
  providerInvoiceId: id,
  url: checkoutLink,
  expiresAt: expirationTime,
})

/** An invoice of another store, or a top-up, is not the store's. */
const isOurs = (invoice: BtcpayInvoice, storeId: string): boolean =>
  invoice.storeId === storeId && invoice.type === 'Standard'

/** The wallet cannot or the key may not make an address: the server's own page still may. */
const REFUSED = new Set([400, 403, 404, 422])

type Meaning = { stage: Stage; flags: OrderFlag[] }

const MARKED_INVALID: Meaning = { stage: 'cancelled', flags: ['manual'] }
const MEANING: ReadonlyMap<string, Meaning> = new Map([
  ['New/None', { stage: 'new', flags: [] }],
  ['New/PaidPartial', { stage: 'partial', flags: ['underpaid'] }],
  ['Processing/None', { stage: 'seen', flags: [] }],
  ['Processing/PaidOver', { stage: 'seen', flags: ['overpaid'] }],
  ['Settled/None', { stage: 'paid', flags: [] }],
  ['Settled/PaidOver', { stage: 'paid', flags: ['overpaid'] }],
  ['Settled/Marked', { stage: 'paid', flags: ['manual'] }],
  ['Expired/None', { stage: 'expired', flags: [] }],
  ['Expired/PaidPartial', { stage: 'expired', flags: ['underpaid', 'review'] }],
  ['Invalid/None', { stage: 'failed', flags: ['review'] }],
  ['Invalid/PaidPartial', { stage: 'failed', flags: ['review'] }],
  ['Invalid/PaidOver', { stage: 'failed', flags: ['review'] }],
  ['Invalid/Marked', MARKED_INVALID],
])
const UNKNOWN: Meaning = { stage: 'unknown', flags: ['review'] }

/** An invoice with its payments; null for one of another store or without a fixed amount. */
function readingOf(
  invoice: BtcpayInvoice,
  methods: readonly PaymentMethod[],
  { storeId, tolerancePercent }: { storeId: string; tolerancePercent: number },
): ReadInvoice {
  const received = receivedBy(methods)
  const amountCents = exactCents(invoice.amount ?? '') ?? -1
  const meaning = (): Meaning => {
    if (!isOurs(invoice, storeId)) return UNKNOWN
    if (invoice.additionalStatus === 'PaidLate' && invoice.status === 'Expired')
      return lateMeaning(received, amountCents, tolerancePercent)
    // An invoice that support made by hand may show its addresses from the start.
    const isShown =
      invoice.checkout?.lazyPaymentMethods !== true || methods.some((method) => method.activated)
    const said = MEANING.get(`${invoice.status}/${invoice.additionalStatus}`) ?? UNKNOWN
    if (said.stage === 'new' && isShown) return { ...said, stage: 'waiting' }
    if (said === MARKED_INVALID && !isShown) return { ...said, flags: [] } // nobody can have paid
    if (said === MARKED_INVALID && received.payments.length > 0)
      return { ...said, flags: [...said.flags, 'review'] }
    return said
  }
  return {
    providerInvoiceId: invoice.id,
    reference: invoice.metadata?.orderId ?? '',
    amountCents,
    currency: invoice.currency,
    ...meaning(),
    providerStatus: `${invoice.status}/${invoice.additionalStatus}`,
    receivedCents: received.cents,
    feeCents: 0, // the server is the store's own: all incoming money is in its wallet
    payments: received.payments,
  }
}

/**
 * Money that came after the end. BTCPay marks the invoice as soon as it detects the money, and never changes that mark, so the
 * payments decide: confirmed in full, unconfirmed, too little, or replaced.
 */
function lateMeaning(received: Received, amountCents: number, tolerancePercent: number): Meaning {
  if (received.payments.length === 0) return { stage: 'expired', flags: [] }
  if (!received.payments.every((payment) => payment.confirmed)) return { stage: 'seen', flags: ['late'] }
  return covers(BigInt(received.cents), BigInt(amountCents), tolerancePercent)
    ? { stage: 'paid', flags: ['late'] }
    : { stage: 'expired', flags: ['late', 'underpaid', 'review'] }
}

/** A payment can be smaller than its network's fee, and is then worth nothing. */
const lessFee = ({ value, fee }: { value: bigint; fee: bigint }): bigint => (value > fee ? value - fee : 0n)

type Received = { payments: Payment[]; cents: number }

/** The money received, at the invoice's rates, without payments that were replaced or double-spent. */
function receivedBy(methods: readonly PaymentMethod[]): Received {
  const accounted = methods.flatMap((method) =>
    method.payments
      .filter(({ status }) => status !== 'Invalid')
      .map((payment) => ({
        id: payment.id,
        coin: coinOfMethod(method),
        worth: worthOf(lessFee(payment), method.rate),
        confirmed: payment.status === 'Settled',
      })),
  )
  const confirmed = accounted.filter((payment) => payment.confirmed)
  return {
    payments: accounted.map(({ worth, ...payment }) => ({
      ...payment,
      amountCents: nearestCents(worth),
      confirmations: null,
      transactionId: payment.id,
    })),
    cents: nearestCents(confirmed.reduce((sum, { worth }) => sum + worth, 0n)),
  }
}
