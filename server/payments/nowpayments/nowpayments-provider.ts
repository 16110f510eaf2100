import { z } from 'zod'
import { sha256 } from '../../platform/signatures.ts'
import type { CallOf, PaymentProvider } from '../provider.ts'
import { askProvider, isUnknownThere, pacing, readProvider } from '../provider-http.ts'
import { jsonOf, parsed, WebAddress } from '../provider-json.ts'
import { nowpaymentsChoice } from './nowpayments-choice.ts'
import { coinOfCode, NOWPAYMENTS_CODES } from './nowpayments-coins.ts'
import { nowpaymentsEstimates } from './nowpayments-estimates.ts'
import { nowpaymentsMinimums } from './nowpayments-minimum.ts'
import { PaymentRecord, Reference, snapshotsOf } from './nowpayments-payments.ts'
import { NOWPAYMENTS_SIGNATURE_HEADER, nowpaymentsSignatureHolds } from './nowpayments-signature.ts'
import { nowpaymentsToken } from './nowpayments-token.ts'

const LIST_PAGE = 500
const LIST_PAGES_MAX = 5
/** Limits the payments read per order, so a buyer who keeps changing coins does not delay others. */
const PAYMENTS_MAX = 100

/** For a payment that is not the store's, or has no id at the provider. */
const NO_PAYMENT = ['NOT_FOUND', 'INVALID_REQUEST_PARAMS']

const CreatedInvoice = z.object({ id: Reference, invoice_url: WebAddress })
const PaymentList = z.object({
  data: z.array(PaymentRecord),
  pagesCount: z.number().int().nonnegative().default(1),
})
const SentMessage = z.object({
  payment_id: Reference.nullish().catch(null),
  invoice_id: Reference.nullish().catch(null),
  order_id: z.string().nullish().catch(null),
})

export type NowpaymentsSettings = {
  /** `https://api.nowpayments.io/v1`, or the sandbox's. */
  apiUrl: string
  /** The store's address for the provider's messages. */
  publicUrl: string
  apiKey: string
  ipnSecret: string
  /** The dashboard's login: only with it can the store find a payment without any message. */
  login: { email: string; password: string } | null
  tolerancePercent: number
  readsPerSecond: number
  log: { warn(detail: object, message: string): void }
}

/** The adapter of NOWPayments: hosted invoices in any coin, signed IPN messages, payments read back one by one. */
export function nowpaymentsProvider(settings: NowpaymentsSettings): PaymentProvider {
  if (!settings.ipnSecret.trim()) throw new Error('NOWPayments needs an IPN secret')
  const client = clientOf(settings)
  const { apiUrl, headers, jsonHeaders, token, minimums } = client
  return {
    name: 'nowpayments',
    canTopUp: false,
    createInvoice: (input, signal) => createInvoice(client, input, signal),
    /** There is no search by order. A lost invoice stays unknown; a payment into it still names the order. */
    findInvoices: async () => [],
    readBack: (known) => readBack(client, known),
    listCoins: (invoice, signal) => listCoins(client, invoice, signal),
    chooseCoin: nowpaymentsChoice({
      read: (path, signal) => readProvider(`${apiUrl}${path}`, { headers, signal }),
      post: (path, body, signal) =>
        askProvider(`${apiUrl}${path}`, {
          method: 'POST',
          headers: jsonHeaders,
          body: JSON.stringify(body),
          signal,
        }),
    }),
    verifyMessage: (messageHeaders, rawBody) => verifyMessage(settings, messageHeaders, rawBody),
    check: async (signal) => void (await readProvider(`${apiUrl}/status`, { headers, signal })),
    ...(token && { checkLogin: async (signal: AbortSignal) => void (await token(signal)) }),
    minimumCents: minimums.smallest,
  }
}

type Client = ReturnType<typeof clientOf>

function clientOf({ apiKey, login, readsPerSecond, ...settings }: NowpaymentsSettings) {
  const { apiUrl } = settings
  const headers = { 'x-api-key': apiKey }
  // A pace of its own: buyers who look at coins are not kept waiting by read-backs.
  const estimatePace = pacing(readsPerSecond)
  return {
    ...settings,
    headers,
    jsonHeaders: { ...headers, 'content-type': 'application/json' },
    pace: pacing(readsPerSecond),
    token: login && nowpaymentsToken(apiUrl, login),
    minimums: nowpaymentsMinimums((path) => readProvider(`${apiUrl}${path}`, { headers }), NOWPAYMENTS_CODES),
    estimates: nowpaymentsEstimates((path) =>
      readProvider(`${apiUrl}${path}`, { headers, pace: estimatePace }),
    ),
  }
}

const createInvoice: CallOf<Client, 'createInvoice'> = async (
  { apiUrl, publicUrl, jsonHeaders },
  input,
  signal,
) => {
  const body = JSON.stringify({
    price_amount: input.amountCents / 100,
    price_currency: input.currency.toLowerCase(),
    order_id: input.reference,
    order_description: `Order ${input.orderNumber}`,
    ipn_callback_url: `${publicUrl}/api/webhooks/nowpayments`,
    success_url: input.successUrl,
    cancel_url: input.cancelUrl,
    partially_paid_url: `${publicUrl}/orders`,
  })
  const answer = await askProvider(`${apiUrl}/invoice`, {
    method: 'POST',
    headers: jsonHeaders,
    body,
    signal,
  })
  const made = parsed(CreatedInvoice, answer)
  // An invoice has no end of its own: this is the store's.
  const expiresAt = new Date(Date.now() + input.expiresInSeconds * 1_000)
  return { providerInvoiceId: made.id, url: made.invoice_url, expiresAt }
}

const readBack: CallOf<Client, 'readBack'> = async (client, { invoiceIds, paymentIds }) => {
  const listed = await listedPayments(client, invoiceIds)
  const records = new Map(listed.map((record) => [record.payment_id, record]))
  const ids = new Set([...records.keys(), ...paymentIds])
  for (const id of ids) {
    const record = records.get(id) ?? (await readPayment(client, id))
    if (!record) continue
    records.set(id, record)
    for (const relative of relativesOf(record)) if (ids.size < PAYMENTS_MAX) ids.add(relative)
  }
  return snapshotsOf([...records.values()], client.tolerancePercent)
}

const listCoins: CallOf<Client, 'listCoins'> = async ({ minimums, estimates }, { amountCents }, signal) => {
  const known = await minimums.ofCoins(signal)
  const codes = [...NOWPAYMENTS_CODES].filter((code) => known.has(code))
  const amounts = await estimates(codes, amountCents, signal)
  return codes.map((code, at) => ({
    coin: coinOfCode(code),
    amount: amounts[at] ?? null,
    minimumCents: known.get(code) ?? 0,
    networkFeeCents: null,
  }))
}

const verifyMessage: CallOf<NowpaymentsSettings, 'verifyMessage'> = ({ ipnSecret }, headers, rawBody) => {
  if (!nowpaymentsSignatureHolds(ipnSecret, headers[NOWPAYMENTS_SIGNATURE_HEADER], rawBody)) return null
  const message = SentMessage.safeParse(jsonOf(rawBody)).data
  return {
    key: sha256(rawBody).toString('hex'), // a message has no number of its own
    reference: message?.order_id ?? null,
    invoiceId: message?.invoice_id ?? null,
    paymentId: message?.payment_id ?? null,
  }
}

async function readPayment({ apiUrl, headers, pace }: Client, id: string): Promise<PaymentRecord | null> {
  try {
    const answer = await readProvider(`${apiUrl}/payment/${encodeURIComponent(id)}`, { headers, pace })
    return parsed(PaymentRecord, answer)
  } catch (error) {
    // Made with another key, or none of ours: the others are still to be looked at.
    if (isUnknownThere(error, NO_PAYMENT)) return null
    throw error
  }
}

async function listPayments(
  { apiUrl, headers, pace, token }: Client,
  invoiceId: string,
): Promise<PaymentRecord[]> {
  if (!token) return []
  const records: PaymentRecord[] = []
  for (let page = 0, pages = 1; page < Math.min(pages, LIST_PAGES_MAX); page += 1) {
    const query = new URLSearchParams({
      limit: String(LIST_PAGE),
      page: String(page),
      sortBy: 'created_at',
      orderBy: 'desc',
      invoiceId,
    })
    const answer = await readProvider(`${apiUrl}/payment/?${query}`, {
      headers: { ...headers, authorization: `Bearer ${await token()}` },
      pace,
    })
    const list = parsed(PaymentList, answer)
    records.push(...list.data.filter((record) => record.invoice_id === invoiceId))
    pages = list.pagesCount
  }
  return records
}

/** The list only finds what no message told of; what is known is read without it. */
async function listedPayments(client: Client, invoiceIds: readonly string[]): Promise<PaymentRecord[]> {
  try {
    const lists: PaymentRecord[][] = []
    for (const id of invoiceIds) lists.push(await listPayments(client, id))
    return lists.flat()
  } catch (error) {
    client.log.warn({ err: error }, 'payments could not be listed: only those that messages told of are read')
    return []
  }
}

/** The first payment of a repeated deposit, and the repeated ones of a first. */
const relativesOf = ({ parent_payment_id, payment_extra_ids }: PaymentRecord): string[] => [
  ...(parent_payment_id ? [parent_payment_id] : []),
  ...(payment_extra_ids ?? []),
]
