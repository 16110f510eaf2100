import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { unitsOf } from '../../../payments/decimal.ts'
import { codeOfCoin, coinOfCode, NOWPAYMENTS_CODES } from '../../../payments/nowpayments/nowpayments-coins.ts'
import { Reference } from '../../../payments/nowpayments/nowpayments-payments.ts'
import {
  NOWPAYMENTS_SIGNATURE_HEADER,
  nowpaymentsSignatureHolds,
} from '../../../payments/nowpayments/nowpayments-signature.ts'
import { nowpaymentsToken } from '../../../payments/nowpayments/nowpayments-token.ts'
import { ProviderError } from '../../../payments/provider-http.ts'
import { jsonOf, parsed } from '../../../payments/provider-json.ts'
import type { Clock } from '../../../platform/clock.ts'
import { isRefusal, payoutCalls } from '../payout-calls.ts'
import {
  type PayoutProvider,
  PayoutRefused,
  type PayoutRequest,
  type PayoutSnapshot,
  PayoutUncertain,
} from '../payout-provider.ts'
import { DECIMALS, nowpaymentsQuote } from './nowpayments-quote.ts'
import { batchIdOf, payoutsOf, recordsOf } from './nowpayments-withdrawals.ts'
import { codeOfStep, STEP_MS, secretBytes, stepAt } from './totp.ts'

/** Where messages about payouts are sent, below the store's address. */
export const NOWPAYMENTS_PAYOUT_MESSAGES = '/api/webhooks/payouts/nowpayments'

const VERIFY_TRIES = 2
/** These do not concern the code, so a new code would not help. */
const NOT_THE_CODE = new Set([401, 403, 404, 429])
/** The minimum that must remain of a code's 30 s for it to arrive. */
const CODE_LEFT_MS = 3_000

const HOUR_MS = 60 * 60_000
const LIST_BACK_MS = 2 * HOUR_MS
const LIST_PAGE = 100
const LIST_PAGES_MAX = 50

const PayoutList = z.object({ payouts: z.array(z.unknown()) })
const SomeDate = z
  .string()
  .nullish()
  .catch(null)
  .transform((text) => (text == null ? Number.NaN : Date.parse(text)))
const Listed = z.object({
  id: Reference,
  batch_withdrawal_id: Reference,
  unique_external_id: z.string().nullish().catch(null),
  created_at: SomeDate,
  createdAt: SomeDate,
})
const SentMessage = z.object({
  batch_withdrawal_id: Reference,
  payment_id: z.unknown().optional(),
})

export type NowpaymentsPayoutSettings = {
  /** `https://api.nowpayments.io/v1`. */
  apiUrl: string
  apiKey: string
  /** The dashboard's login. */
  email: string
  password: string
  /** The authenticator app's secret, in Base32. */
  totpSecret: string
  ipnSecret: string
  /** The store's address for the provider's messages. */
  publicUrl: string
  clock: Clock
  /** How to wait for the next code. */
  sleep?: (ms: number) => Promise<unknown>
  /** The deadline of a call that starts now, if it is sooner than 10 s. */
  deadline?: () => AbortSignal
}

/**
 * The adapter of NOWPayments' mass payouts: one withdrawal per batch, because a second factor's code releases a full batch.
 * NOWPayments rejects an unreleased payout an hour after it was made.
 * @throws when a key, the login or a secret is missing, or the app's secret is not Base32
 */
export function nowpaymentsPayouts(settings: NowpaymentsPayoutSettings): PayoutProvider {
  const client = clientOf(settings)
  const { orUncertain } = client
  return {
    name: 'nowpayments',
    coins: [...NOWPAYMENTS_CODES].map(coinOfCode),
    quote: (coin) =>
      orUncertain(() => {
        const code = codeOfCoin(coin)
        if (code === undefined) throw new PayoutUncertain(`NOWPayments sends no ${coin}`)
        return nowpaymentsQuote(client.read, coin, code)
      }),

    prepare: (request) =>
      orUncertain(async () => {
        const answer = await client.refusing(() => create(client, request))
        const [made, ...others] = payoutsOf(batchIdOf(answer), answer)
        if (!made || others.length > 0) throw new PayoutUncertain('the batch does not hold one withdrawal')
        return asPrepared(made)
      }),

    release: (reference) =>
      orUncertain(async () => {
        for (let tries = 1; ; tries += 1) {
          const refusal = await verify(client, reference)
          if (refusal === null) return 'accepted'
          if (tries === VERIFY_TRIES || NOT_THE_CODE.has(refusal)) return 'refused'
        }
      }),

    lookup: (by) =>
      orUncertain(() =>
        'reference' in by ? readBatch(client, by.reference) : find(client, by.externalId, by.since),
      ),

    /** There is no call for it. An unreleased payout ends an hour after it was made. */
    discard: async () => undefined,

    verifyMessage: nowpaymentsPayoutMessages(settings.ipnSecret),
  }
}

type Client = ReturnType<typeof clientOf>

function clientOf(settings: NowpaymentsPayoutSettings) {
  const { apiUrl, apiKey, email, password, totpSecret, ipnSecret, publicUrl, clock, deadline } = settings
  if (!apiKey || !email || !password) throw new Error('payouts at NOWPayments need an API key and a login')
  const token = nowpaymentsToken(apiUrl, { email, password }, () => clock().getTime())
  const calls = payoutCalls({ secrets: [apiKey, password, totpSecret, ipnSecret, email], deadline })
  const keyed = { 'x-api-key': apiKey }
  const signedIn = async () => ({ ...keyed, authorization: `Bearer ${await token(deadline?.())}` })
  return {
    ...calls,
    apiUrl,
    publicUrl,
    signedIn,
    nextCode: freshCodes(settings),
    read: (path: string) => calls.ask(`${apiUrl}${path}`, { method: 'GET', headers: keyed }),
    /** Some say that payouts are read with the key alone, some that they need the login as well. */
    readSignedIn: async (path: string) =>
      calls.ask(`${apiUrl}${path}`, { method: 'GET', headers: await signedIn() }),
  }
}

async function create(
  { ask, apiUrl, publicUrl, signedIn }: Client,
  request: PayoutRequest,
): Promise<unknown> {
  const body = {
    ipn_callback_url: `${publicUrl}${NOWPAYMENTS_PAYOUT_MESSAGES}`,
    withdrawals: [
      {
        address: request.address,
        currency: codeFor(request.coin),
        amount: exactNumber(request.amount),
        unique_external_id: request.externalId,
      },
    ],
  }
  return ask(`${apiUrl}/payout`, { method: 'POST', headers: await signedIn(), body })
}

/** By its address, and where that shows nothing by the list, in case only single withdrawals have an address. */
async function readBatch(client: Client, batchId: string): Promise<PayoutSnapshot[]> {
  const seen = await client.readSignedIn(`/payout/${encodeURIComponent(batchId)}`).catch((error) => {
    if (error instanceof ProviderError && (error.status === 404 || error.status === 400)) return []
    throw error
  })
  const payouts = payoutsOf(batchId, seen)
  return payouts.length > 0 ? payouts : payoutsOf(batchId, await list(client, { batch_id: batchId }))
}

/** The list knows no search for our id. Whether its pages begin at 0 or at 1, none is left out. */
async function find(client: Client, externalId: string, since: Date): Promise<PayoutSnapshot[]> {
  const from = since.getTime() - LIST_BACK_MS
  const matches = new Map<string, { batchId: string; record: unknown }>()
  for (let page = 0; page < LIST_PAGES_MAX; page += 1) {
    const records = await list(client, { order_by: 'dateCreated', order: 'desc', page: String(page) })
    const listed = parsed(z.array(Listed), records)
    for (const [at, { id, batch_withdrawal_id: batchId, unique_external_id }] of listed.entries())
      if (unique_external_id === externalId) matches.set(id, { batchId, record: records[at] })
    if (listed.length === 0 || endsBefore(listed.map(createdAt), from))
      return [...Map.groupBy(matches.values(), ({ batchId }) => batchId)].flatMap(([batchId, withdrawals]) =>
        payoutsOf(
          batchId,
          withdrawals.map(({ record }) => record),
        ),
      )
  }
  throw new PayoutUncertain(`the list of payouts is longer than ${LIST_PAGES_MAX} pages`)
}

async function list({ readSignedIn }: Client, query: Record<string, string>): Promise<unknown[]> {
  const path = `/payout?${new URLSearchParams({ limit: String(LIST_PAGE), ...query })}`
  return recordsOf(parsed(PayoutList, await readSignedIn(path)).payouts)
}

/** @returns the status of a clear no; null when it was taken @throws ProviderError PayoutUncertain */
async function verify(client: Client, reference: string): Promise<number | null> {
  try {
    const headers = await client.signedIn()
    const body = { verification_code: await client.nextCode() }
    const path = `/payout/${encodeURIComponent(reference)}/verify`
    const word = await client.askForText(`${client.apiUrl}${path}`, { method: 'POST', headers, body })
    if (/^"?OK"?$/i.test(word.trim())) return null
    throw new PayoutUncertain('the provider answered something other than OK to the code')
  } catch (error) {
    if (isRefusal(error)) return error.status
    // Who is asked too often does nothing. The reading that follows shows whether that is so.
    if (error instanceof ProviderError && error.status === 429) return error.status
    throw error
  }
}

/**
 * Reads messages about payouts without any credential that could release one. The documented message names a batch and no
 * payment; all others concern something else.
 */
export function nowpaymentsPayoutMessages(ipnSecret: string): NonNullable<PayoutProvider['verifyMessage']> {
  if (!ipnSecret.trim()) throw new Error('NOWPayments needs an IPN secret')
  return (headers, rawBody) => {
    if (!nowpaymentsSignatureHolds(ipnSecret, headers[NOWPAYMENTS_SIGNATURE_HEADER], rawBody)) return null
    const message = SentMessage.safeParse(jsonOf(rawBody)).data
    return message && message.payment_id == null ? { reference: message.batch_withdrawal_id } : null
  }
}

/**
 * A code for each call, never two of one time step: the provider may refuse a used one. Codes used before the process started are
 * unknown, so its first code is from the next step.
 */
function freshCodes({
  totpSecret,
  clock,
  sleep = (ms) => wait(ms),
}: NowpaymentsPayoutSettings): () => Promise<string> {
  const secret = secretBytes(totpSecret)
  let lastStep = stepAt(clock())
  return async () => {
    const soonest = stepAt(new Date(clock().getTime() + CODE_LEFT_MS))
    const step = Math.max(soonest, lastStep + 1)
    lastStep = step
    const pauseMs = step * STEP_MS - clock().getTime()
    if (pauseMs > 0) await sleep(pauseMs)
    return codeOfStep(secret, step)
  }
}

/** A payout that proceeds without a release, or is paid at once, must never be released by the store: the second factor is off. */
const asPrepared = (made: PayoutSnapshot): PayoutSnapshot =>
  made.phase === 'prepared' || made.phase === 'not_sent' ? made : { ...made, phase: 'unclear' }

function codeFor(coin: string): string {
  const code = codeOfCoin(coin)
  if (code === undefined) throw new PayoutRefused(`NOWPayments sends no ${coin}`)
  return code
}

/** NOWPayments wants a JSON number. @throws PayoutRefused for an amount that a number cannot hold exactly */
function exactNumber(amount: string): number {
  const units = unitsOf(amount)
  const number = Number(amount)
  const isExact = units !== null && units > 0n && unitsOf(number) === units
  if (!isExact || units % 10n ** BigInt(18 - DECIMALS) !== 0n)
    throw new PayoutRefused(`NOWPayments cannot be told to send exactly ${amount}`)
  return number
}

const createdAt = (listed: z.infer<typeof Listed>): number =>
  Number.isNaN(listed.created_at) ? listed.createdAt : listed.created_at

/** Whether all following records are older. Never if dates are missing or unsorted. */
const endsBefore = (dates: readonly number[], from: number): boolean =>
  dates.every((date, at) => at === 0 || date <= (dates[at - 1] ?? Number.NaN)) &&
  (dates.at(-1) ?? from) < from
