/** NOWPayments' mass payouts as its documentation describes them, on a port of ours, with the messages it sends. */
import { createHmac } from 'node:crypto'
import { canonicalJson } from '../../payments/nowpayments/nowpayments-signature.ts'
import { codeOfStep, secretBytes, stepAt } from '../../payouts/providers/nowpayments/totp.ts'
import type { Clock } from '../../platform/clock.ts'
import {
  type Answer,
  type Call,
  type ProviderServer,
  providerServer,
  type SentMessage,
  sendOrLose,
} from './provider-server.ts'

/** A withdrawal as it is read back. */
export type NowWithdrawal = {
  id: string
  batch_withdrawal_id: string
  status: string
  currency: string
  amount: string
  address: string
  extra_id: string | null
  hash: string | null
  error: string | null
  fee: string | null
  is_request_payouts: boolean
  payout_description: string | null
  unique_external_id: string | null
  ipn_callback_url: string | null
  created_at: string
  requested_at: string | null
  updated_at: string | null
}

export type NowpaymentsPayoutServer = ProviderServer & {
  apiUrl: string
  /** What a store is configured with. */
  account: { apiKey: string; email: string; password: string; totpSecret: string; ipnSecret: string }
  withdrawals: NowWithdrawal[]
  /** Withdrawals whose release was accepted, as often as it was: what would have been paid. */
  released: NowWithdrawal[]
  balance: Record<string, { amount: number; pendingAmount: number }>
  /** The answer to a question for a minimum; a coin that is not here is refused. */
  minimums: Record<string, unknown>
  fees: Record<string, number>
  /** Coins for a dollar; a coin that is not here cannot be priced. */
  coinsPerDollar: Record<string, number>
  /** `off` is an account on which payouts go out without a code. */
  secondFactor: 'on' | 'off'
  /** How one batch is read: as the documentation says, as it is reported, or not at all, by the single withdrawal alone. */
  readShape: 'list' | 'batch' | 'single'
  /** The number of the list's first page. */
  firstPage: 0 | 1
  /** Changes a withdrawal, and sends the store a message. */
  change(withdrawal: NowWithdrawal, change: Partial<NowWithdrawal>): Promise<SentMessage>
  /** A released one is paid, with each message on the way. */
  pay(withdrawal: NowWithdrawal): Promise<void>
  /** An hour is over: what was not released is rejected. */
  rejectUnverified(): Promise<void>
  /** The code that the authenticator app shows now. */
  code(): string
}

const ACCOUNT = {
  apiKey: 'np-payout-key-for-tests',
  email: 'Payouts@example.test',
  password: 'np-payout-password-for-tests',
  totpSecret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  ipnSecret: 'np-payout-ipn-secret-for-tests',
}
const TOKEN = 'np-payout-bearer-for-tests'
const ATTEMPTS_MAX = 10

/** @param clock the time by which codes are checked */
export async function nowpaymentsPayoutServer(clock: Clock): Promise<NowpaymentsPayoutServer> {
  const withdrawals: NowWithdrawal[] = []
  const attempts = new Map<string, number>()
  const usedSteps = new Set<number>()
  // Batches and withdrawals are counted apart, so that one's number can be the other's.
  let batches = 5_000_000_002
  let singles = 5_000_000_000
  const http = await providerServer((call) => answerTo(call))

  const open: Record<string, (call: Call) => Answer> = {
    'POST /v1/auth': ({ body }) => {
      const { email, password } = JSON.parse(body)
      return email === ACCOUNT.email && password === ACCOUNT.password
        ? ok({ token: TOKEN })
        : refused(401, 'AUTH_REQUIRED', `Wrong password ${password} of ${email}`)
    },
  }
  const keyed: Record<string, (call: Call) => Answer> = {
    'GET /v1/balance': () => ok(server.balance),
    'GET /v1/payout/fee': ({ query }) => {
      const currency = query.get('currency') ?? ''
      const fee = server.fees[currency]
      return fee === undefined ? unavailable() : ok({ currency: currency.toUpperCase(), fee })
    },
    'GET /v1/estimate': ({ query }) => {
      const rate = server.coinsPerDollar[query.get('currency_to') ?? '']
      if (query.get('currency_from') !== 'usd' || rate === undefined) return unavailable()
      return ok({ currency_from: 'usd', estimated_amount: rate * Number(query.get('amount')) })
    },
  }
  const signedIn: Record<string, (call: Call) => Answer> = {
    'POST /v1/payout': ({ body }) => create(JSON.parse(body)),
    'GET /v1/payout': ({ query }) => list(query),
  }

  function answerTo(call: Call): Answer {
    const name = `${call.method} ${call.path}`
    if (open[name]) return open[name](call)
    if (call.headers['x-api-key'] !== ACCOUNT.apiKey)
      return refused(403, 'INVALID_API_KEY', `Invalid api key ${call.headers['x-api-key']}`)
    if (keyed[name]) return keyed[name](call)
    const [, coin] = /^GET \/v1\/payout-withdrawal\/min-amount\/(\w+)$/.exec(name) ?? []
    if (coin) return server.minimums[coin] === undefined ? unavailable() : ok(server.minimums[coin])
    if (call.headers.authorization !== `Bearer ${TOKEN}`)
      return refused(401, 'AUTH_REQUIRED', `Bearer ${call.headers.authorization} is not valid`)
    if (signedIn[name]) return signedIn[name](call)
    const [, batch, verification] = /^\w+ \/v1\/payout\/(\d+)(\/verify)?$/.exec(name) ?? []
    if (batch && verification && call.method === 'POST') return verify(batch, JSON.parse(call.body))
    return batch && call.method === 'GET' ? readOne(batch) : refused(404, 'NOT_FOUND', 'No such address')
  }

  function create({ withdrawals: requested, ipn_callback_url, ...rest }: CreateBody): Answer {
    if (Object.keys(rest).length > 0) return refused(400, 'INVALID_REQUEST_PARAMS', Object.keys(rest).join())
    const bad = requested.find(({ address, amount }) => address.startsWith('bad') || !hasSixDecimals(amount))
    if (bad) return refused(400, 'BAD_CREATE_WITHDRAWAL_REQUEST', 'Invalid payout_address')
    const batchId = String(++batches)
    const made = requested.map(
      (one): NowWithdrawal => ({
        id: String(++singles),
        batch_withdrawal_id: batchId,
        status: server.secondFactor === 'on' ? 'CREATING' : 'PROCESSING',
        currency: one.currency,
        amount: String(one.amount),
        address: one.address,
        extra_id: null,
        hash: null,
        error: null,
        fee: null,
        is_request_payouts: false,
        payout_description: null,
        unique_external_id: one.unique_external_id ?? null,
        ipn_callback_url,
        created_at: clock().toISOString(),
        requested_at: null,
        updated_at: null,
      }),
    )
    withdrawals.push(...made)
    if (server.secondFactor === 'off') server.released.push(...made)
    return ok({ id: batchId, withdrawals: made })
  }

  function verify(batchId: string, { verification_code }: { verification_code: string }): Answer {
    const batch = withdrawals.filter(({ batch_withdrawal_id }) => batch_withdrawal_id === batchId)
    if (batch.length === 0) return refused(404, 'NOT_FOUND', 'Payout not found')
    const tries = (attempts.get(batchId) ?? 0) + 1
    attempts.set(batchId, tries)
    const step = stepAt(clock())
    const isRight = verification_code === codeOfStep(secretBytes(ACCOUNT.totpSecret), step)
    if (!isRight || usedSteps.has(step) || tries > ATTEMPTS_MAX)
      return refused(400, 'BAD_REQUEST', 'Incorrect verification code')
    usedSteps.add(step)
    if (batch.some(({ status }) => status !== 'CREATING'))
      return refused(400, 'BAD_REQUEST', 'Payout has already been verified')
    for (const withdrawal of batch) withdrawal.status = 'WAITING'
    server.released.push(...batch)
    return { status: 200, body: 'OK' }
  }

  function readOne(id: string): Answer {
    const batch = withdrawals.filter(({ batch_withdrawal_id }) => batch_withdrawal_id === id)
    const [first] = batch
    if (server.readShape === 'single') {
      const single = withdrawals.find((withdrawal) => withdrawal.id === id)
      return single ? ok([single]) : refused(404, 'NOT_FOUND', 'Payout not found')
    }
    if (!first) return refused(404, 'NOT_FOUND', 'Payout not found')
    return ok(server.readShape === 'list' ? batch : { id, createdAt: first.created_at, withdrawals: batch })
  }

  function list(query: URLSearchParams): Answer {
    const batchId = query.get('batch_id')
    const hits = withdrawals
      .filter(({ batch_withdrawal_id }) => batchId === null || batch_withdrawal_id === batchId)
      .toSorted((one, other) => Number(one.id) - Number(other.id))
    if (query.get('order') === 'desc') hits.reverse()
    const limit = Number(query.get('limit') ?? 10)
    const page = Math.max(0, Number(query.get('page') ?? server.firstPage) - server.firstPage)
    return ok({ payouts: hits.slice(page * limit, (page + 1) * limit) })
  }

  async function change(withdrawal: NowWithdrawal, to: Partial<NowWithdrawal>): Promise<SentMessage> {
    Object.assign(withdrawal, to, { updated_at: clock().toISOString() })
    const { is_request_payouts: _, payout_description: __, unique_external_id: ___, ...told } = withdrawal
    const body = canonicalJson(JSON.stringify(told)) ?? ''
    const signature = createHmac('sha512', ACCOUNT.ipnSecret).update(body).digest('hex')
    const message = {
      url: withdrawal.ipn_callback_url ?? '',
      headers: { 'content-type': 'application/json', 'x-nowpayments-sig': signature },
      body,
    }
    return sendOrLose(server, message)
  }

  const server: NowpaymentsPayoutServer = {
    ...http,
    apiUrl: `${http.url}/v1`,
    account: ACCOUNT,
    withdrawals,
    released: [],
    balance: { usdcsol: { amount: 812.5, pendingAmount: 40 }, ltc: { amount: 3, pendingAmount: 0 } },
    minimums: { usdcsol: { success: true, result: 4.1 }, ltc: { success: true, result: 0.00002496 } },
    fees: { usdcsol: 0.84, ltc: 0.0001 },
    coinsPerDollar: { usdcsol: 1, ltc: 0.0125 },
    secondFactor: 'on',
    readShape: 'batch',
    firstPage: 0,
    change,
    async pay(withdrawal) {
      for (const status of ['PROCESSING', 'SENDING']) await change(withdrawal, { status })
      await change(withdrawal, { status: 'FINISHED', hash: `tx-${withdrawal.id}`, fee: '0.81' })
    },
    async rejectUnverified() {
      for (const withdrawal of withdrawals)
        if (withdrawal.status === 'CREATING') await change(withdrawal, { status: 'REJECTED' })
    },
    code: () => codeOfStep(secretBytes(ACCOUNT.totpSecret), stepAt(clock())),
  }
  return server
}

type CreateBody = {
  ipn_callback_url: string
  withdrawals: { address: string; currency: string; amount: number; unique_external_id?: string }[]
}

const hasSixDecimals = (amount: unknown): boolean =>
  typeof amount === 'number' && amount > 0 && Number(amount.toFixed(6)) === amount

const ok = (body: unknown): Answer => ({ status: 200, body })
const refused = (status: number, code: string, message: string): Answer => ({
  status,
  body: { status: false, statusCode: status, code, message },
})
const unavailable = (): Answer => refused(400, 'CURRENCY_UNAVAILABLE', 'Currency is not available')
