import { createHmac } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  type NowpaymentsPayoutServer,
  type NowWithdrawal,
  nowpaymentsPayoutServer,
} from '../../testing/fakes/nowpayments-payout-server.ts'
import { type Fault, providerServer } from '../../testing/fakes/provider-server.ts'
import { type NowpaymentsPayoutSettings, nowpaymentsPayouts } from './nowpayments-payouts.ts'
import { type PayoutProvider, PayoutRefused, PayoutUncertain } from './payout-provider.ts'

let server: NowpaymentsPayoutServer
let provider: PayoutProvider
let now: Date
let slept: number[]

const open = (change: Partial<NowpaymentsPayoutSettings> = {}) =>
  nowpaymentsPayouts({
    apiUrl: server.apiUrl,
    ...server.account,
    publicUrl: 'https://store.example',
    clock: () => now,
    sleep: async (ms) => {
      slept.push(ms)
      pass(ms)
    },
    timeoutMs: 150,
    ...change,
  })
const pass = (ms: number) => {
  now = new Date(now.getTime() + ms)
}

beforeEach(async () => {
  now = new Date('2026-03-02T06:00:10Z')
  slept = []
  server = await nowpaymentsPayoutServer(() => now)
  server.delivery = 'lost'
  provider = open()
})
afterEach(() => server.close())

const REQUEST = {
  externalId: '0199a2c4-7d1e-7c1a-9d53-6a2f4be0c7d1',
  coin: 'USDC-SOL',
  amount: '48.25',
  address: '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU',
}
const errorOf = (call: Promise<unknown>): Promise<Error> =>
  call.then(
    () => new Error('it succeeded'),
    (failure) => failure,
  )
const callsTo = (name: string) =>
  server.calls.filter(({ method, path }) => `${method} ${path}`.startsWith(name))
const made = (): NowWithdrawal => {
  const [withdrawal] = server.withdrawals
  if (!withdrawal) throw new Error('nothing was made')
  return withdrawal
}
const byId = (since = now) => provider.lookup({ externalId: REQUEST.externalId, since })
/** Whatever is done with a call that the provider gives no clear answer to. */
const FAULTS: Fault[] = ['refuse', 'hang', 'unanswered', 'lost', 'half', 'garbage', 'redirect', 500, 502, 408]

describe('making a payout', () => {
  it('asks for a batch of one, in the documented words, with key and login', async () => {
    const snapshot = await provider.prepare(REQUEST)
    expect(snapshot).toEqual({
      reference: made().batch_withdrawal_id,
      externalId: REQUEST.externalId,
      coin: 'USDC-SOL',
      address: REQUEST.address,
      amount: '48.25',
      phase: 'prepared',
      transactionId: null,
      networkFee: null,
      providerStatus: 'CREATING',
    })
    const [call] = callsTo('POST /v1/payout')
    expect(JSON.parse(call?.body ?? '')).toEqual({
      ipn_callback_url: 'https://store.example/api/webhooks/payouts/nowpayments',
      withdrawals: [
        {
          address: REQUEST.address,
          currency: 'usdcsol',
          amount: 48.25,
          unique_external_id: REQUEST.externalId,
        },
      ],
    })
    expect(call?.headers['x-api-key']).toBe(server.account.apiKey)
    expect(call?.headers.authorization).toMatch(/^Bearer /)
    expect(server.released).toEqual([])
  })

  it('logs in once for four minutes', async () => {
    await provider.prepare(REQUEST)
    await provider.prepare(REQUEST)
    expect(callsTo('POST /v1/auth')).toHaveLength(1)
    pass(4 * 60_000)
    await provider.prepare(REQUEST)
    expect(callsTo('POST /v1/auth')).toHaveLength(2)
  })

  it.each(['0.1234567', '0', '-1', '1e3x', '', '12345678901234567890.5'])(
    'does not ask for an amount that cannot be told exactly: %s',
    async (amount) => {
      await expect(provider.prepare({ ...REQUEST, amount })).rejects.toThrow(PayoutRefused)
      expect(callsTo('POST /v1/payout')).toEqual([])
    },
  )

  it('takes no coin that it does not know', async () => {
    await expect(provider.prepare({ ...REQUEST, coin: 'BTC-LN' })).rejects.toThrow(PayoutRefused)
    expect(provider.coins).not.toContain('BTC-LN')
  })

  it.each<Fault>([400, 401, 403, 404, 422])('is refused by a clear no: %j', async (fault) => {
    await server.fail(fault, 1, 'POST /v1/payout')
    await expect(provider.prepare(REQUEST)).rejects.toThrow(PayoutRefused)
    expect(callsTo('POST /v1/payout')).toHaveLength(1)
  })

  it('does not call an address bad by the code of a refusal', async () => {
    const error = await errorOf(provider.prepare({ ...REQUEST, address: 'bad-address' }))
    expect(error).toBeInstanceOf(PayoutRefused)
    expect(error.message).toContain('BAD_CREATE_WITHDRAWAL_REQUEST')
  })

  it.each([...FAULTS, 409, 429, { limit: '1' }])(
    'is uncertain after %j, and asked for once',
    async (fault) => {
      await server.fail(fault, 1, 'POST /v1/payout')
      await expect(provider.prepare(REQUEST)).rejects.toThrow(PayoutUncertain)
      expect(callsTo('POST /v1/payout').length).toBe(fault === 'refuse' ? 0 : 1)
      expect(server.released).toEqual([])
    },
  )

  it.each(FAULTS)('asks for nothing when the login fails with %j', async (fault) => {
    await server.fail(fault, 1, 'POST /v1/auth')
    await expect(provider.prepare(REQUEST)).rejects.toThrow(PayoutUncertain)
    expect(server.withdrawals).toEqual([])
    await server.heal()
    expect(await provider.prepare(REQUEST)).toMatchObject({ phase: 'prepared' })
  })

  it('is found by its id when the answer was lost', async () => {
    for (const fault of ['lost', 'unanswered'] as const) {
      await server.fail(fault, 1, 'POST /v1/payout')
      await expect(provider.prepare(REQUEST)).rejects.toThrow(PayoutUncertain)
    }
    const found = await byId()
    expect(found.map(({ reference }) => reference).toSorted()).toEqual(
      server.withdrawals.map((one) => one.batch_withdrawal_id),
    )
    expect(found.every(({ phase }) => phase === 'prepared')).toBe(true)
  })

  it('is unclear, and not for us to release, where it goes out without a code', async () => {
    server.secondFactor = 'off'
    expect(await provider.prepare(REQUEST)).toMatchObject({ phase: 'unclear', providerStatus: 'PROCESSING' })
  })

  it('is uncertain when the batch holds another number of withdrawals', async () => {
    const batch = { id: '7', withdrawals: [] as object[] }
    await answering(batch, async (other) => {
      await expect(other.prepare(REQUEST)).rejects.toThrow('does not hold one withdrawal')
    })
  })
})

/** A provider whose every answer, but to the login, is this one. */
async function answering(body: unknown, run: (provider: PayoutProvider) => Promise<void>): Promise<void> {
  const other = await providerServer(({ path }) => ({
    status: 200,
    body: path === '/auth' ? { token: 'some-token' } : body,
  }))
  try {
    await run(open({ apiUrl: other.url }))
  } finally {
    await other.close()
  }
}

const record = (change: object = {}) => ({
  id: '11',
  batch_withdrawal_id: '7',
  status: 'CREATING',
  currency: 'USDCSOL',
  amount: '48.250000',
  address: REQUEST.address,
  extra_id: null,
  hash: null,
  unique_external_id: REQUEST.externalId,
  ...change,
})

describe('reading back', () => {
  it.each([
    ['a batch without a status', { id: '7', createdAt: 'x', withdrawals: [record()] }],
    ['a batch with numbers', { id: 7, withdrawals: [record({ batch_withdrawal_id: 7, amount: 48.25 })] }],
    [
      'a batch that its withdrawals do not name',
      { id: '7', withdrawals: [{ ...record(), batch_withdrawal_id: '7' }] },
    ],
    ['a bare list', [record()]],
    ['one withdrawal', record()],
  ])('reads %s', async (_shape, body) => {
    await answering(body, async (other) => {
      expect(await other.lookup({ reference: '7' })).toMatchObject([
        {
          reference: '7',
          externalId: REQUEST.externalId,
          coin: 'USDC-SOL',
          amount: '48.25',
          phase: 'prepared',
        },
      ])
    })
  })

  it.each(['list', 'batch', 'single'] as const)('finds a batch where it is read as %s', async (readShape) => {
    // The first two withdrawals have the numbers of no batch, the third that of the first batch.
    const batches: string[] = []
    for (const externalId of ['one', 'two', 'three'])
      batches.push((await provider.prepare({ ...REQUEST, externalId })).reference)
    expect(server.withdrawals.at(-1)?.id).toBe(batches[0])
    server.readShape = readShape
    expect(await provider.lookup({ reference: batches[0] ?? '' })).toMatchObject([
      { reference: batches[0], externalId: 'one' },
    ])
  })

  it('finds nothing where there is nothing', async () => {
    expect(await provider.lookup({ reference: '99' })).toEqual([])
    expect(await byId()).toEqual([])
  })

  it.each([
    ['CREATING', null, 'prepared'],
    ['WAITING', null, 'prepared'],
    ['waiting', null, 'prepared'],
    ['PROCESSING', null, 'sending'],
    ['SENDING', null, 'sending'],
    ['SENDING', 'tx-1', 'sending'],
    ['FINISHED', 'tx-1', 'paid'],
    ['FINISHED', null, 'unclear'],
    ['FINISHED', '', 'unclear'],
    ['REJECTED', null, 'not_sent'],
    ['CANCELLED', null, 'not_sent'],
    ['REJECTED', 'tx-1', 'unclear'],
    ['CREATING', 'tx-1', 'unclear'],
    ['FAILED', null, 'unclear'],
    ['TELEPORTED', null, 'unclear'],
    ['', null, 'unclear'],
  ])('reads %s with transaction %s as %s', async (status, hash, phase) => {
    await provider.prepare(REQUEST)
    await server.change(made(), { status, hash })
    expect(await provider.lookup({ reference: made().batch_withdrawal_id })).toMatchObject([
      { phase, providerStatus: status, transactionId: hash || null },
    ])
  })

  it('tells each state as it stands, in whatever order they come', async () => {
    await provider.prepare(REQUEST)
    const phases: string[] = []
    for (const [status, hash] of [
      ['FINISHED', 'tx-1'],
      ['PROCESSING', null],
      ['REJECTED', null],
    ] as const) {
      await server.change(made(), { status, hash })
      phases.push((await byId())[0]?.phase ?? 'nothing')
    }
    expect(phases).toEqual(['paid', 'sending', 'not_sent'])
  })

  it('shows what the provider shows, also where it is not what was asked for', async () => {
    await provider.prepare(REQUEST)
    const { batch_withdrawal_id: reference } = made()
    await server.change(made(), {
      amount: '482.5',
      address: 'another',
      currency: 'shib',
      unique_external_id: null,
    })
    expect(await provider.lookup({ reference })).toMatchObject([
      { amount: '482.5', address: 'another', coin: null, externalId: null },
    ])
  })

  it('leaves to people what shares a batch, and what has a memo', async () => {
    await answering([record(), record({ id: '12' })], async (other) => {
      const seen = await other.lookup({ reference: '7' })
      expect(seen.map(({ phase }) => phase)).toEqual(['unclear', 'unclear'])
    })
    await answering([record({ extra_id: '4711' })], async (other) => {
      expect(await other.lookup({ reference: '7' })).toMatchObject([{ phase: 'unclear' }])
    })
  })

  it.each([
    ['no amount', record({ amount: 'much' })],
    ['less than nothing', record({ amount: '-1' })],
    ['no address', record({ address: null })],
    ['no batch', record({ batch_withdrawal_id: null })],
    ['an error', { status: false, statusCode: 403, message: 'Access denied' }],
    ['nothing', null],
  ])('is uncertain of %s', async (_what, body) => {
    await answering(body, async (other) => {
      await expect(other.lookup({ reference: '7' })).rejects.toThrow(PayoutUncertain)
    })
  })

  it.each(FAULTS)('is uncertain after %j, and asks once', async (fault) => {
    const { reference } = await provider.prepare(REQUEST)
    await server.fail(fault, 1, 'GET')
    await expect(provider.lookup({ reference })).rejects.toThrow(PayoutUncertain)
    expect(callsTo('GET').length).toBe(fault === 'refuse' ? 0 : 1)
  })
})

describe('the list', () => {
  it.each([0, 1] as const)('is read to its end, whether its pages begin at %i', async (firstPage) => {
    server.firstPage = firstPage
    await provider.prepare(REQUEST)
    for (let more = 0; more < 230; more += 1)
      server.withdrawals.push({
        ...made(),
        id: String(6_000_000_000 + more),
        batch_withdrawal_id: String(7_000_000_000 + more),
        unique_external_id: 'another',
      })
    expect(await byId()).toMatchObject([{ externalId: REQUEST.externalId }])
  })

  it('is read two hours back and not further', async () => {
    const begun = now
    await provider.prepare(REQUEST)
    const old = { ...made(), created_at: new Date(begun.getTime() - 3 * 3_600_000).toISOString() }
    for (let more = 0; more < 300; more += 1)
      server.withdrawals.unshift({
        ...old,
        id: String(1_000 + more),
        batch_withdrawal_id: String(2_000 + more),
        unique_external_id: 'another',
      })
    pass(3_600_000)
    expect(await byId(begun)).toHaveLength(1)
    expect(callsTo('GET /v1/payout')).toHaveLength(1)
  })

  it('is read on where it is not in order, or says no times', async () => {
    await provider.prepare(REQUEST)
    const early = made()
    for (const created_at of ['2020-01-01T00:00:00Z', '2020-01-02T00:00:00Z', 'never'])
      server.withdrawals.push({
        ...early,
        id: String(6_000_000_000 + server.withdrawals.length),
        batch_withdrawal_id: String(7_000_000_000 + server.withdrawals.length),
        unique_external_id: 'another',
        created_at,
      })
    server.withdrawals.unshift({
      ...early,
      id: '1',
      batch_withdrawal_id: '2',
      created_at: '2020-01-01T00:00:00Z',
    })
    expect(await byId()).toHaveLength(2)
  })

  it('that does not end is no answer', async () => {
    await answering({ payouts: [{ ...record(), created_at: now.toISOString() }] }, async (other) => {
      await expect(other.lookup({ externalId: REQUEST.externalId, since: now })).rejects.toThrow(
        'longer than 50 pages',
      )
    })
  })
})

describe('releasing', () => {
  it('sends the code of a step that has not been used, and releases that batch alone', async () => {
    const { reference } = await provider.prepare(REQUEST)
    await provider.prepare({ ...REQUEST, externalId: 'another' })
    expect(await provider.release(reference)).toBe('accepted')
    expect(server.released).toEqual([made()])
    const [call] = callsTo('POST /v1/payout/')
    expect(call?.path).toBe(`/v1/payout/${reference}/verify`)
    expect(JSON.parse(call?.body ?? '')).toEqual({ verification_code: server.code() })
  })

  it('waits for the next step before the first release, and before each one after', async () => {
    const references: string[] = []
    for (const externalId of ['one', 'two', 'three'])
      references.push((await provider.prepare({ ...REQUEST, externalId })).reference)
    for (const reference of references) expect(await provider.release(reference)).toBe('accepted')
    expect(slept).toEqual([20_000, 30_000, 30_000])
    expect(provider.releasesPerMinute).toBe(2)
    pass(45_000) // 15 s into a later step
    await provider.release(references[0] ?? '').catch(() => undefined)
    expect(slept).toHaveLength(3)
  })

  it('gives those who release at once a step each', async () => {
    const codes: string[] = []
    const { reference } = await provider.prepare(REQUEST)
    await Promise.all([1, 2, 3].map(() => provider.release(reference).catch(() => undefined)))
    for (const { body } of callsTo('POST /v1/payout/')) codes.push(JSON.parse(body).verification_code)
    expect(new Set(codes).size).toBe(codes.length)
    expect(server.released).toHaveLength(1)
  })

  it('uses no code that ends before it can arrive', async () => {
    const { reference } = await provider.prepare(REQUEST)
    pass(48_500) // 1.5 s before the end of a later step
    expect(await provider.release(reference)).toBe('accepted')
    expect(slept).toEqual([1_500])
  })

  it('tries a second code after a refused one, and no third', async () => {
    const { reference } = await provider.prepare(REQUEST)
    await server.fail(400, 1, 'POST /v1/payout/')
    expect(await provider.release(reference)).toBe('accepted')
    expect(callsTo('POST /v1/payout/')).toHaveLength(2)
    expect(server.released).toHaveLength(1)
    await server.fail(400, 5, 'POST /v1/payout/')
    expect(await provider.release(reference)).toBe('refused')
    expect(callsTo('POST /v1/payout/')).toHaveLength(4)
  })

  it.each<Fault>([401, 403, 404, 429, { limit: '1' }])('is refused at once by %j', async (fault) => {
    const { reference } = await provider.prepare(REQUEST)
    await server.fail(fault, 1, 'POST /v1/payout/')
    expect(await provider.release(reference)).toBe('refused')
    expect(callsTo('POST /v1/payout/')).toHaveLength(1)
    expect(server.released).toEqual([])
  })

  it.each([...FAULTS, 409])('is uncertain after %j, and not tried again', async (fault) => {
    const { reference } = await provider.prepare(REQUEST)
    await server.fail(fault, 1, 'POST /v1/payout/')
    await expect(provider.release(reference)).rejects.toThrow(PayoutUncertain)
    expect(callsTo('POST /v1/payout/').length).toBe(fault === 'refuse' ? 0 : 1)
    const isDone = fault === 'lost' || fault === 'unanswered'
    expect(server.released).toHaveLength(isDone ? 1 : 0)
  })

  it('is uncertain where it is said to be released already', async () => {
    const { reference } = await provider.prepare(REQUEST)
    await provider.release(reference)
    await expect(provider.release(reference)).rejects.toThrow(PayoutUncertain)
    expect(server.released).toHaveLength(1)
  })

  it('is not accepted by any other word', async () => {
    await answering({ result: 'FINE' }, async (other) => {
      await expect(other.release('7')).rejects.toThrow('something other than OK')
    })
    await answering('"OK"', async (other) => {
      expect(await other.release('7')).toBe('accepted')
    })
  })

  it('sends no code when the login fails', async () => {
    await server.fail(401, 1, 'POST /v1/auth')
    expect(await provider.release('7')).toBe('refused')
    await server.fail(503, 1, 'POST /v1/auth')
    await expect(provider.release('7')).rejects.toThrow(PayoutUncertain)
    expect(callsTo('POST /v1/payout/')).toEqual([])
  })

  it('is given up by doing nothing: it is rejected after an hour', async () => {
    const { reference } = await provider.prepare(REQUEST)
    const calls = server.calls.length
    await provider.discard(reference)
    expect(server.calls).toHaveLength(calls)
    await server.rejectUnverified()
    expect(await provider.lookup({ reference })).toMatchObject([{ phase: 'not_sent' }])
  })
})

describe('what can be sent', () => {
  it('is told by the provider: balance, minimum, fee and rate', async () => {
    server.coinsPerDollar.ltc = 0.0125
    expect(await provider.quote('LTC')).toEqual({
      available: '3',
      minimum: '0.00002496',
      networkFee: '0.0001',
      rate: '80',
      decimals: 6,
    })
    expect(await provider.quote('USDC-SOL')).toEqual({
      available: '812.5',
      minimum: '4.1',
      networkFee: '0.84',
      rate: '1',
      decimals: 6,
    })
  })

  it('is nothing of a coin that the balance does not name', async () => {
    server.balance = {}
    expect(await provider.quote('LTC')).toMatchObject({ available: '0' })
  })

  it.each<[string, unknown]>([
    ['the other key', { min_amount: 4.1 }],
    ['no success', { success: false, result: 4.1 }],
    ['nothing', { success: true, result: null }],
    ['zero', { success: true, result: 0 }],
    ['a word', { success: true, result: 'little' }],
  ])('is not known with a minimum of %s', async (_what, minimum) => {
    server.minimums.usdcsol = minimum
    await expect(provider.quote('USDC-SOL')).rejects.toThrow(PayoutUncertain)
  })

  it('has a rate of one dollar for a stablecoin without a price, and none for another coin', async () => {
    server.coinsPerDollar = {}
    expect(await provider.quote('USDC-SOL')).toMatchObject({ rate: '1' })
    await expect(provider.quote('LTC')).rejects.toThrow(PayoutUncertain)
  })

  it.each([0.85, 1.2])('is not known for a stablecoin at %d a dollar', async (rate) => {
    server.coinsPerDollar.usdcsol = rate
    await expect(provider.quote('USDC-SOL')).rejects.toThrow('far from a dollar')
  })

  it('is not known of a coin that it does not send', async () => {
    await expect(provider.quote('BTC-LN')).rejects.toThrow(PayoutUncertain)
    expect(server.calls).toEqual([])
  })

  const QUESTIONS = ['/v1/balance', '/v1/payout-withdrawal', '/v1/payout/fee', '/v1/estimate']
  it.each(QUESTIONS.flatMap((path) => FAULTS.map((fault) => [path, fault] as const)))(
    'is not known while %s fails with %j, and nothing is asked twice',
    async (path, fault) => {
      await server.fail(fault, 1, `GET ${path}`)
      await expect(provider.quote('USDC-SOL')).rejects.toThrow(PayoutUncertain)
      expect(callsTo(`GET ${path}`).length).toBe(fault === 'refuse' ? 0 : 1)
    },
  )
})

describe('messages', () => {
  it('name their batch, as often as they come', async () => {
    const { reference } = await provider.prepare(REQUEST)
    await server.pay(made())
    for (const { headers, body } of [...server.messages, ...server.messages])
      expect(provider.verifyMessage?.(headers, Buffer.from(body))).toEqual({ reference })
    expect(server.messages).toHaveLength(3)
  })

  it('C5 count only with the right signature over the whole body', async () => {
    await provider.prepare(REQUEST)
    const { headers, body } = await server.change(made(), { status: 'FINISHED', hash: 'tx-1' })
    const signature = headers['x-nowpayments-sig'] ?? ''
    const verify = (value: unknown, text = body) =>
      provider.verifyMessage?.({ 'x-nowpayments-sig': value as string }, Buffer.from(text))
    expect(verify(signature)).not.toBeNull()
    expect(verify(signature, body.replace('48.25', '58.25'))).toBeNull()
    for (const forged of [undefined, '', signature.slice(1), `${signature}0`, signature.replace(/^./, 'x')])
      expect(verify(forged)).toBeNull()
    const other = open({ ipnSecret: 'another secret' })
    expect(other.verifyMessage?.(headers, Buffer.from(body))).toBeNull()
  })

  it.each([{ payment_id: 5, batch_withdrawal_id: '7' }, { id: '7', status: 'FINISHED' }, [], 'text', null])(
    'of something else are left: %j',
    (content) => {
      const body = JSON.stringify(content)
      const signature = createHmac('sha512', server.account.ipnSecret).update(body).digest('hex')
      expect(provider.verifyMessage?.({ 'x-nowpayments-sig': signature }, Buffer.from(body))).toBeNull()
    },
  )

  it('C5 cannot be taken without a secret, nor anything be sent', () => {
    for (const change of [{ ipnSecret: ' ' }, { totpSecret: '' }, { apiKey: '' }, { password: '' }])
      expect(() => open(change)).toThrow()
  })
})

it('C9 repeats no secret in an error, even one that the provider quotes', async () => {
  const secrets = Object.values(server.account)
  const wrong = { apiKey: 'wrong-key', email: 'who@example.test', password: 'wrong-password' }
  const errors: Error[] = []
  for (const change of [{}, wrong, { password: wrong.password }, { apiKey: wrong.apiKey }]) {
    provider = open(change)
    for (const fault of [...FAULTS, 400, null]) {
      if (fault !== null) await server.fail(fault)
      errors.push(await errorOf(provider.prepare(REQUEST)))
      errors.push(await errorOf(provider.release('7')))
      errors.push(await errorOf(provider.lookup({ reference: '7' })))
      errors.push(await errorOf(provider.quote('LTC')))
      await server.heal()
    }
  }
  const said = errors.map(
    (error) => `${error.message} ${error.stack} ${JSON.stringify(error)} ${error.cause}`,
  )
  expect(said.some((text) => text.includes('[secret]'))).toBe(true)
  for (const secret of [...secrets, ...Object.values(wrong), 'Bearer np', 'np-payout-bearer'])
    expect(said.filter((text) => text.includes(secret))).toEqual([])
})
