import { z } from 'zod'
import { BTCPAY_SIGNATURE_HEADER, btcpaySignatureHolds } from '../../../payments/btcpay/btcpay-signature.ts'
import { unitsOf } from '../../../payments/decimal.ts'
import { isUnknownThere, ProviderError } from '../../../payments/provider-http.ts'
import { jsonOf, parsed } from '../../../payments/provider-json.ts'
import { isRefusal, payoutCalls } from '../payout-calls.ts'
import {
  type PayoutProvider,
  PayoutRefused,
  type PayoutRequest,
  type PayoutSnapshot,
  PayoutUncertain,
} from '../payout-provider.ts'
import { btcpayQuote, DECIMALS } from './btcpay-quote.ts'
import { BTCPAY_COINS, methodOf, Payout, PullPayment, snapshotOf } from './btcpay-records.ts'

const NAME_LENGTH_MAX = 50
/** The server lists all pull payments in one response: some 500 bytes each. */
const LIST_BYTES_MAX = 32 * 1024 * 1024

const IS_THERE = 'there is a payout with this id at BTCPay Server'
const APPROVED_STATES = new Set(['AwaitingPayment', 'InProgress', 'Completed'])

const SentMessage = z.object({
  type: z.string().startsWith('Payout'),
  storeId: z.string(),
  payoutId: z.string().regex(/^\w{1,64}$/),
})

export type BtcpayPayoutSettings = {
  url: string
  /** May make unapproved pull payments and payouts, and read. */
  creatingKey: string
  /** May approve and cancel. */
  releasingKey: string
  storeId: string
  webhookSecret: string
  /** The deadline of a call that starts now, if it is sooner than 10 s. */
  deadline?: () => AbortSignal
}

/**
 * The adapter for payouts of a BTCPay Server, for one store of that server. Each payout has its own pull payment with
 * exactly its amount, in the coin itself: the server refuses a second payout under it. An approved payout is sent either by
 * the server's processor or by a person who signs, never by both.
 * @throws when a key or secret is missing
 */
export function btcpayPayouts(settings: BtcpayPayoutSettings): PayoutProvider {
  const client = clientOf(settings)
  const { orUncertain } = client
  return {
    name: 'btcpay',
    coins: BTCPAY_COINS,
    quote: (coin) => orUncertain(() => btcpayQuote(client.read, coin)),

    prepare: (request) => orUncertain(() => prepare(client, request)),

    release: (reference) =>
      orUncertain(async () => {
        const payout = await readPayout(client, reference)
        return payout?.state === 'AwaitingApproval' ? approve(client, payout) : 'refused'
      }),

    lookup: (by) =>
      orUncertain(async () => {
        if ('externalId' in by) return find(client, by.externalId)
        const payout = await readPayout(client, by.reference)
        return payout ? [snapshotOf(payout)] : []
      }),

    /** The server would cancel even an approved payout that is being sent. */
    discard: (reference) =>
      orUncertain(async () => {
        const payout = await readPayout(client, reference)
        if (payout?.state === 'Cancelled') return
        if (payout?.state !== 'AwaitingApproval')
          throw new PayoutUncertain('the payout is not there to be cancelled')
        await client.askForText(client.payoutUrl(reference), { method: 'DELETE', headers: client.releasing })
      }),

    verifyMessage: btcpayPayoutMessages(settings),
  }
}

type Client = ReturnType<typeof clientOf>

function clientOf({
  url,
  creatingKey,
  releasingKey,
  storeId,
  webhookSecret,
  deadline,
}: BtcpayPayoutSettings) {
  if (!creatingKey || !releasingKey) throw new Error('payouts at BTCPay Server need two API keys')
  const calls = payoutCalls({ secrets: [creatingKey, releasingKey, webhookSecret], deadline })
  const apiUrl = `${url}/api/v1`
  const storeUrl = `${apiUrl}/stores/${encodeURIComponent(storeId)}`
  const creating = { authorization: `token ${creatingKey}` }
  return {
    ...calls,
    apiUrl,
    storeUrl,
    creating,
    releasing: { authorization: `token ${releasingKey}` },
    read: (path: string) => calls.ask(`${storeUrl}${path}`, { method: 'GET', headers: creating }),
    payoutUrl: (id: string) => `${storeUrl}/payouts/${encodeURIComponent(id)}`,
  }
}

async function prepare(client: Client, request: PayoutRequest): Promise<PayoutSnapshot> {
  const method = methodOf(request.coin)
  if (method === undefined) throw new PayoutRefused(`BTCPay Server sends no ${request.coin}`)
  if (request.externalId.length > NAME_LENGTH_MAX)
    throw new PayoutRefused('the id is too long for the name of a pull payment')
  if (!isSendable(request.amount))
    throw new PayoutRefused(`BTCPay Server cannot send exactly ${request.amount}`)
  const pullPayment = await pullPaymentFor(client, request, method)
  const made = snapshotOf(await createPayout(client, request, method, pullPayment))
  // What is approved already would be sent without a release: auto-approval must be off.
  return made.phase === 'prepared' || made.phase === 'not_sent' ? made : { ...made, phase: 'unclear' }
}

/** Archived ones too: what was archived by hand must not be made again. */
async function pullPaymentsOf(
  { ask, storeUrl, creating }: Client,
  externalId: string,
): Promise<PullPayment[]> {
  const listUrl = `${storeUrl}/pull-payments?includeArchived=true`
  const answer = await ask(listUrl, { method: 'GET', headers: creating }, LIST_BYTES_MAX)
  const named = parsed(z.array(z.looseObject({ name: z.string().nullish() })), answer)
  return parsed(
    z.array(PullPayment),
    named.filter(({ name }) => name === externalId),
  )
}

async function payoutsUnder({ ask, apiUrl, creating }: Client, { id }: PullPayment): Promise<Payout[]> {
  const listUrl = `${apiUrl}/pull-payments/${encodeURIComponent(id)}/payouts?includeCancelled=true`
  return parsed(z.array(Payout), await ask(listUrl, { method: 'GET', headers: creating }))
}

/** The one that an earlier try left, so that both tries share one budget, or a new one. */
async function pullPaymentFor(client: Client, request: PayoutRequest, method: string): Promise<PullPayment> {
  const existing = await pullPaymentsOf(client, request.externalId)
  for (const one of existing) if (await hasOpenPayout(client, one)) throw new PayoutUncertain(IS_THERE)
  const pullPayment = existing[0] ?? (await createPullPayment(client, request, method))
  if (!isBudgetOf(pullPayment, request))
    throw new PayoutUncertain('the pull payment at BTCPay Server is not the one that was asked for')
  return pullPayment
}

const hasOpenPayout = async (client: Client, pullPayment: PullPayment): Promise<boolean> =>
  (await payoutsUnder(client, pullPayment)).some(({ state }) => state !== 'Cancelled')

async function createPullPayment(
  { ask, refusing, storeUrl, creating }: Client,
  { externalId, coin, amount }: PayoutRequest,
  method: string,
): Promise<PullPayment> {
  const body = {
    name: externalId,
    amount,
    currency: coin,
    payoutMethods: [method],
    autoApproveClaims: false,
  }
  const answer = await refusing(() =>
    ask(`${storeUrl}/pull-payments`, { method: 'POST', headers: creating, body }),
  )
  return parsed(PullPayment, answer)
}

async function createPayout(
  client: Client,
  { externalId, amount, address }: PayoutRequest,
  method: string,
  pullPayment: PullPayment,
): Promise<Payout> {
  const { ask, refusing, storeUrl, creating } = client
  const body = {
    destination: address,
    amount,
    payoutMethodId: method,
    pullPaymentId: pullPayment.id,
    approved: false,
    metadata: { payoutId: externalId },
  }
  const answer = await refusing(() =>
    ask(`${storeUrl}/payouts`, { method: 'POST', headers: creating, body }).catch((error) =>
      explain(client, error, pullPayment),
    ),
  )
  return parsed(Payout, answer)
}

/** Two refusals may be about our own payout, made by a try whose answer was lost: then it is none. */
async function explain(client: Client, error: unknown, pullPayment: PullPayment): Promise<never> {
  const code = error instanceof ProviderError ? error.code : null
  if (code === 'overdraft') throw new PayoutUncertain('the pull payment at BTCPay Server is used up')
  if (code !== 'duplicate-destination') throw error
  if (await hasOpenPayout(client, pullPayment)) throw new PayoutUncertain(IS_THERE)
  // The server takes one open payout an address, in all its stores.
  throw new PayoutRefused('another payout to this address is still open at BTCPay Server')
}

/** Null when it is not shown, which proves nothing: what is under an archived pull payment never is. */
async function readPayout({ read }: Client, id: string): Promise<Payout | null> {
  try {
    return parsed(Payout, await read(`/payouts/${encodeURIComponent(id)}`))
  } catch (error) {
    if (isUnknownThere(error, ['payout-not-found'])) return null
    throw error
  }
}

async function find(client: Client, externalId: string): Promise<PayoutSnapshot[]> {
  const snapshots: PayoutSnapshot[] = []
  for (const pullPayment of await pullPaymentsOf(client, externalId))
    snapshots.push(...(await payoutsUnder(client, pullPayment)).map(snapshotOf))
  return snapshots.filter((snapshot) => snapshot.externalId === externalId) // others can only be a stranger's claims
}

async function approve(
  { ask, payoutUrl, releasing }: Client,
  { id, revision }: Payout,
): Promise<'accepted' | 'refused'> {
  try {
    const answer = await ask(payoutUrl(id), { method: 'POST', headers: releasing, body: { revision } })
    const { state } = parsed(Payout, answer)
    if (APPROVED_STATES.has(state)) return 'accepted'
    throw new PayoutUncertain(`the payout was approved, and then ${state}`)
  } catch (error) {
    if (isRefusal(error)) return 'refused'
    throw error
  }
}

/** Reads messages about a store's payouts without any credential that could release one. */
export function btcpayPayoutMessages({
  webhookSecret,
  storeId,
}: Pick<BtcpayPayoutSettings, 'webhookSecret' | 'storeId'>): NonNullable<PayoutProvider['verifyMessage']> {
  if (!webhookSecret) throw new Error('BTCPay needs a webhook secret')
  return (headers, rawBody) => {
    if (!btcpaySignatureHolds(webhookSecret, headers[BTCPAY_SIGNATURE_HEADER], rawBody)) return null
    const message = SentMessage.safeParse(jsonOf(rawBody)).data
    return message?.storeId === storeId ? { reference: message.payoutId } : null
  }
}

function isSendable(amount: string): boolean {
  const units = unitsOf(amount)
  return units !== null && units > 0n && units % 10n ** BigInt(18 - DECIMALS) === 0n
}

/** A budget of exactly the requested amount, without automatic approval. */
const isBudgetOf = (pullPayment: PullPayment, { externalId, coin, amount }: PayoutRequest): boolean =>
  pullPayment.name === externalId &&
  pullPayment.currency === coin &&
  unitsOf(pullPayment.amount) === unitsOf(amount) &&
  pullPayment.archived !== true &&
  !pullPayment.autoApproveClaims
