import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { NowpaymentsPayoutServer } from '../../../testing/fakes/nowpayments-payout-server.ts'
import { type Fault, UNCLEAR_FAULTS } from '../../../testing/fakes/provider-server.ts'
import {
  errorOf,
  NOWPAYMENTS_REQUEST,
  type NowpaymentsPayoutTest,
  openNowpaymentsPayouts,
} from '../../../testing/fixtures/nowpayments-payouts.ts'
import { type PayoutProvider, PayoutRefused, PayoutUncertain } from '../payout-provider.ts'

let test: NowpaymentsPayoutTest
let server: NowpaymentsPayoutServer
let provider: PayoutProvider
beforeEach(async () => {
  test = await openNowpaymentsPayouts()
  server = test.server
  provider = test.provider
})
afterEach(() => server.close())

const byId = (since = test.now()) => provider.lookup({ externalId: NOWPAYMENTS_REQUEST.externalId, since })

describe('making a payout', () => {
  it('requests a batch of one, in the documented words, with key and login', async () => {
    const snapshot = await provider.prepare(NOWPAYMENTS_REQUEST)
    expect(snapshot).toEqual({
      reference: test.made().batch_withdrawal_id,
      externalId: NOWPAYMENTS_REQUEST.externalId,
      coin: 'USDC-SOL',
      address: NOWPAYMENTS_REQUEST.address,
      amount: '48.25',
      phase: 'prepared',
      transactionId: null,
      networkFee: null,
      providerStatus: 'CREATING',
    })
    const [call] = test.callsTo('POST /v1/payout')
    expect(JSON.parse(call?.body ?? '')).toEqual({
      ipn_callback_url: 'https://store.example/api/webhooks/payouts/nowpayments',
      withdrawals: [
        {
          address: NOWPAYMENTS_REQUEST.address,
          currency: 'usdcsol',
          amount: 48.25,
          unique_external_id: NOWPAYMENTS_REQUEST.externalId,
        },
      ],
    })
    expect(call?.headers['x-api-key']).toBe(server.account.apiKey)
    expect(call?.headers.authorization).toMatch(/^Bearer /)
    expect(server.released).toEqual([])
  })

  it('logs in once for four minutes', async () => {
    await provider.prepare(NOWPAYMENTS_REQUEST)
    await provider.prepare(NOWPAYMENTS_REQUEST)
    expect(test.callsTo('POST /v1/auth')).toHaveLength(1)
    test.pass(4 * 60_000)
    await provider.prepare(NOWPAYMENTS_REQUEST)
    expect(test.callsTo('POST /v1/auth')).toHaveLength(2)
  })

  it.each(['0.1234567', '0', '-1', '1e3x', '', '12345678901234567890.5'])(
    'does not ask for an amount that cannot be told exactly: %s',
    async (amount) => {
      await expect(provider.prepare({ ...NOWPAYMENTS_REQUEST, amount })).rejects.toThrow(PayoutRefused)
      expect(test.callsTo('POST /v1/payout')).toEqual([])
    },
  )

  it('refuses an unknown coin', async () => {
    await expect(provider.prepare({ ...NOWPAYMENTS_REQUEST, coin: 'BTC-LN' })).rejects.toThrow(PayoutRefused)
    expect(provider.coins).not.toContain('BTC-LN')
  })

  it.each<Fault>([400, 401, 403, 404, 422])('is refused by a clear no: %j', async (fault) => {
    await server.fail(fault, 1, 'POST /v1/payout')
    await expect(provider.prepare(NOWPAYMENTS_REQUEST)).rejects.toThrow(PayoutRefused)
    expect(test.callsTo('POST /v1/payout')).toHaveLength(1)
  })

  it('does not call an address bad by the code of a refusal', async () => {
    const error = await errorOf(provider.prepare({ ...NOWPAYMENTS_REQUEST, address: 'bad-address' }))
    expect(error).toBeInstanceOf(PayoutRefused)
    expect(error.message).toContain('BAD_CREATE_WITHDRAWAL_REQUEST')
  })

  it.each([...UNCLEAR_FAULTS, 409, 429, { limit: '1' }])(
    'is uncertain after %j, and asked for once',
    async (fault) => {
      await server.fail(fault, 1, 'POST /v1/payout')
      await expect(provider.prepare(NOWPAYMENTS_REQUEST)).rejects.toThrow(PayoutUncertain)
      expect(test.callsTo('POST /v1/payout').length).toBe(fault === 'refuse' ? 0 : 1)
      expect(server.released).toEqual([])
    },
  )

  it.each(UNCLEAR_FAULTS)('makes no request when the login fails with %j', async (fault) => {
    await server.fail(fault, 1, 'POST /v1/auth')
    await expect(provider.prepare(NOWPAYMENTS_REQUEST)).rejects.toThrow(PayoutUncertain)
    expect(server.withdrawals).toEqual([])
    await server.heal()
    expect(await provider.prepare(NOWPAYMENTS_REQUEST)).toMatchObject({ phase: 'prepared' })
  })

  it('a payout is found by its id when the response was lost', async () => {
    for (const fault of ['lost', 'unanswered'] as const) {
      await server.fail(fault, 1, 'POST /v1/payout')
      await expect(provider.prepare(NOWPAYMENTS_REQUEST)).rejects.toThrow(PayoutUncertain)
    }
    const payouts = await byId()
    expect(payouts.map(({ reference }) => reference).toSorted()).toEqual(
      server.withdrawals.map((one) => one.batch_withdrawal_id),
    )
    expect(payouts.every(({ phase }) => phase === 'prepared')).toBe(true)
  })

  it('a payout is unclear, and not released by the store, when it is sent without a code', async () => {
    server.secondFactor = 'off'
    expect(await provider.prepare(NOWPAYMENTS_REQUEST)).toMatchObject({
      phase: 'unclear',
      providerStatus: 'PROCESSING',
    })
  })

  it('a payout is uncertain when the batch holds another number of withdrawals', async () => {
    const batch = { id: '7', withdrawals: [] as object[] }
    await test.answering(batch, async (other) => {
      await expect(other.prepare(NOWPAYMENTS_REQUEST)).rejects.toThrow('does not hold one withdrawal')
    })
  })
})

describe('releasing', () => {
  it('sends the code of a step that has not been used, and releases that batch alone', async () => {
    const { reference } = await provider.prepare(NOWPAYMENTS_REQUEST)
    await provider.prepare({ ...NOWPAYMENTS_REQUEST, externalId: 'another' })
    expect(await provider.release(reference)).toBe('accepted')
    expect(server.released).toEqual([test.made()])
    const [call] = test.callsTo('POST /v1/payout/')
    expect(call?.path).toBe(`/v1/payout/${reference}/verify`)
    expect(JSON.parse(call?.body ?? '')).toEqual({ verification_code: server.code() })
  })

  it('waits for the next step before the first release, and before each one after', async () => {
    const references: string[] = []
    for (const externalId of ['one', 'two', 'three'])
      references.push((await provider.prepare({ ...NOWPAYMENTS_REQUEST, externalId })).reference)
    for (const reference of references) expect(await provider.release(reference)).toBe('accepted')
    expect(test.slept).toEqual([20_000, 30_000, 30_000])
    test.pass(45_000) // 15 s into a later step
    await provider.release(references[0] ?? '').catch(() => undefined)
    expect(test.slept).toHaveLength(3)
  })

  it('gives concurrent releases a time step each', async () => {
    const codes: string[] = []
    const { reference } = await provider.prepare(NOWPAYMENTS_REQUEST)
    await Promise.all([1, 2, 3].map(() => provider.release(reference).catch(() => undefined)))
    for (const { body } of test.callsTo('POST /v1/payout/')) codes.push(JSON.parse(body).verification_code)
    expect(new Set(codes).size).toBe(codes.length)
    expect(server.released).toHaveLength(1)
  })

  it('uses no code that ends before it can arrive', async () => {
    const { reference } = await provider.prepare(NOWPAYMENTS_REQUEST)
    test.pass(48_500) // 1.5 s before the end of a later step
    expect(await provider.release(reference)).toBe('accepted')
    expect(test.slept).toEqual([1_500])
  })

  it('tries a second code after a refused one, and no third', async () => {
    const { reference } = await provider.prepare(NOWPAYMENTS_REQUEST)
    await server.fail(400, 1, 'POST /v1/payout/')
    expect(await provider.release(reference)).toBe('accepted')
    expect(test.callsTo('POST /v1/payout/')).toHaveLength(2)
    expect(server.released).toHaveLength(1)
    await server.fail(400, 5, 'POST /v1/payout/')
    expect(await provider.release(reference)).toBe('refused')
    expect(test.callsTo('POST /v1/payout/')).toHaveLength(4)
  })

  it.each<Fault>([401, 403, 404, 429, { limit: '1' }])('is refused at once by %j', async (fault) => {
    const { reference } = await provider.prepare(NOWPAYMENTS_REQUEST)
    await server.fail(fault, 1, 'POST /v1/payout/')
    expect(await provider.release(reference)).toBe('refused')
    expect(test.callsTo('POST /v1/payout/')).toHaveLength(1)
    expect(server.released).toEqual([])
  })

  it.each([...UNCLEAR_FAULTS, 409])('is uncertain after %j, and not tried again', async (fault) => {
    const { reference } = await provider.prepare(NOWPAYMENTS_REQUEST)
    await server.fail(fault, 1, 'POST /v1/payout/')
    await expect(provider.release(reference)).rejects.toThrow(PayoutUncertain)
    expect(test.callsTo('POST /v1/payout/').length).toBe(fault === 'refuse' ? 0 : 1)
    const isDone = fault === 'lost' || fault === 'unanswered'
    expect(server.released).toHaveLength(isDone ? 1 : 0)
  })

  it('a release is uncertain when the provider says it was already released', async () => {
    const { reference } = await provider.prepare(NOWPAYMENTS_REQUEST)
    await provider.release(reference)
    await expect(provider.release(reference)).rejects.toThrow(PayoutUncertain)
    expect(server.released).toHaveLength(1)
  })

  it('no other word counts as an accepted release', async () => {
    await test.answering({ result: 'FINE' }, async (other) => {
      await expect(other.release('7')).rejects.toThrow('something other than OK')
    })
    await test.answering('"OK"', async (other) => {
      expect(await other.release('7')).toBe('accepted')
    })
  })

  it('sends no code when the login fails', async () => {
    await server.fail(401, 1, 'POST /v1/auth')
    expect(await provider.release('7')).toBe('refused')
    await server.fail(503, 1, 'POST /v1/auth')
    await expect(provider.release('7')).rejects.toThrow(PayoutUncertain)
    expect(test.callsTo('POST /v1/payout/')).toEqual([])
  })

  it('cancelling a payout does nothing: it is rejected after an hour', async () => {
    const { reference } = await provider.prepare(NOWPAYMENTS_REQUEST)
    const calls = server.calls.length
    await provider.discard(reference)
    expect(server.calls).toHaveLength(calls)
    await server.rejectUnverified()
    expect(await provider.lookup({ reference })).toMatchObject([{ phase: 'not_sent' }])
  })
})

it('C9 repeats no secret in an error, even one that the provider quotes', async () => {
  const secrets = Object.values(server.account)
  const wrong = { apiKey: 'wrong-key', email: 'who@example.test', password: 'wrong-password' }
  const errors: Error[] = []
  for (const change of [{}, wrong, { password: wrong.password }, { apiKey: wrong.apiKey }]) {
    provider = test.open(change)
    for (const fault of [...UNCLEAR_FAULTS, 400, null]) {
      if (fault !== null) await server.fail(fault)
      errors.push(await errorOf(provider.prepare(NOWPAYMENTS_REQUEST)))
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
