import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  type BtcpayPayout,
  type BtcpayPayoutServer,
  btcpayPayoutServer,
} from '../../../testing/fakes/btcpay-payout-server.ts'
import { type Fault, providerServer, UNCLEAR_FAULTS } from '../../../testing/fakes/provider-server.ts'
import { type PayoutProvider, PayoutRefused, PayoutUncertain } from '../payout-provider.ts'
import { type BtcpayPayoutSettings, btcpayPayouts } from './btcpay-payouts.ts'

let server: BtcpayPayoutServer
let provider: PayoutProvider

const open = (change: Partial<BtcpayPayoutSettings> = {}) =>
  btcpayPayouts({ ...server.account, deadline: server.timeout, ...change })

beforeEach(async () => {
  server = await btcpayPayoutServer()
  provider = open()
})
afterEach(() => server.close())

const REQUEST = {
  externalId: '0199a2c4-7d1e-7c1a-9d53-6a2f4be0c7d1',
  coin: 'BTC',
  amount: '0.00051234',
  address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
}
const callsTo = (pattern: RegExp) =>
  server.calls.filter(({ method, path }) => pattern.test(`${method} ${path}`))
const made = (): BtcpayPayout => {
  const [payout] = server.payouts
  if (!payout) throw new Error('nothing was made')
  return payout
}
const byId = () => provider.lookup({ externalId: REQUEST.externalId, since: new Date() })
const errorOf = (call: Promise<unknown>): Promise<Error> =>
  call.then(
    () => new Error('it succeeded'),
    (failure) => failure,
  )

const LIST = /^GET .*\/pull-payments$/
const NEW_PULL_PAYMENT = /^POST .*\/pull-payments$/
const NEW_PAYOUT = /^POST .*\/payouts$/
const APPROVE = /^POST .*\/payouts\/\w+$/
const READ = /^GET .*\/payouts\/\w+$/
const CANCEL = /^DELETE .*\/payouts\/\w+$/

describe('making a payout', () => {
  it('makes a pull payment of exactly the payout’s amount in the coin itself, and a waiting payout under it', async () => {
    expect(await provider.prepare(REQUEST)).toEqual({
      reference: made().id,
      externalId: REQUEST.externalId,
      coin: 'BTC',
      address: REQUEST.address,
      amount: REQUEST.amount,
      phase: 'prepared',
      transactionId: null,
      networkFee: null,
      providerStatus: 'AwaitingApproval',
    })
    const bodies = server.calls.filter(({ method }) => method === 'POST').map(({ body }) => JSON.parse(body))
    expect(bodies).toEqual([
      {
        name: REQUEST.externalId,
        amount: REQUEST.amount,
        currency: 'BTC',
        payoutMethods: ['BTC-CHAIN'],
        autoApproveClaims: false,
      },
      {
        destination: REQUEST.address,
        amount: REQUEST.amount,
        payoutMethodId: 'BTC-CHAIN',
        pullPaymentId: server.pullPayments[0]?.id,
        approved: false,
        metadata: { payoutId: REQUEST.externalId },
      },
    ])
    expect(server.released).toEqual([])
  })

  it('making a payout uses only the creating key', async () => {
    await provider.prepare(REQUEST)
    const keys = server.calls.map(({ headers }) => headers.authorization)
    expect(new Set(keys)).toEqual(new Set([`token ${server.account.creatingKey}`]))
  })

  it.each(['0.123456789', '0', '-1', 'all'])('requests no amount that cannot be sent: %s', async (amount) => {
    await expect(provider.prepare({ ...REQUEST, amount })).rejects.toThrow(PayoutRefused)
    expect(server.calls).toEqual([])
  })

  it('sends no Lightning, and no coin whose wallet the store lacks', async () => {
    expect(provider.coins).toEqual(['BTC', 'LTC', 'DOGE'])
    for (const coin of ['BTC-LN', 'USDC-SOL', 'DOGE'])
      await expect(provider.prepare({ ...REQUEST, coin })).rejects.toThrow(PayoutRefused)
    expect(server.pullPayments).toEqual([])
  })

  it('a payout’s id fits into a name', async () => {
    await expect(provider.prepare({ ...REQUEST, externalId: 'x'.repeat(51) })).rejects.toThrow(PayoutRefused)
    expect(await provider.prepare({ ...REQUEST, externalId: 'x'.repeat(50) })).toMatchObject({
      externalId: 'x'.repeat(50),
    })
  })

  it.each([NEW_PULL_PAYMENT, NEW_PAYOUT])('a payout is refused by a clear refusal of %s', async (call) => {
    for (const status of [400, 401, 403, 404, 422]) {
      await server.fail(status, 1, call)
      await expect(provider.prepare({ ...REQUEST, externalId: String(status) })).rejects.toThrow(
        PayoutRefused,
      )
    }
    expect(server.payouts).toEqual([])
  })

  const CALLS = [LIST, NEW_PULL_PAYMENT, NEW_PAYOUT]
  it.each(CALLS.flatMap((call) => [...UNCLEAR_FAULTS, 409, 429].map((fault) => [call, fault] as const)))(
    'is uncertain when %s fails with %j, and asks for it once',
    async (call, fault) => {
      await server.fail(fault, 1, call)
      await expect(provider.prepare(REQUEST)).rejects.toThrow(PayoutUncertain)
      expect(callsTo(call).length).toBe(fault === 'refuse' ? 0 : 1)
      expect(server.released).toEqual([])
    },
  )

  it.each(['lost', 'unanswered'] as const)(
    'shares one budget with a try whose answer was %s',
    async (fault) => {
      await server.fail(fault, 1, NEW_PULL_PAYMENT)
      await expect(provider.prepare(REQUEST)).rejects.toThrow(PayoutUncertain)
      expect(await byId()).toEqual([])
      await server.fail(fault, 1, NEW_PAYOUT)
      await expect(provider.prepare(REQUEST)).rejects.toThrow(PayoutUncertain)
      expect(await byId()).toMatchObject([{ reference: made().id, phase: 'prepared' }])
      await expect(provider.prepare(REQUEST)).rejects.toThrow('there is a payout with this id')
      expect(server.pullPayments).toHaveLength(1)
      expect(server.payouts).toHaveLength(1)
    },
  )

  it.each([
    ['address', REQUEST.address, 'there is a payout with this id'],
    ['budget', 'bc1qother', 'used up'],
  ])('is not refused where its own payout, that came late, has the %s', async (_what, address, message) => {
    // The payout of a slow first try appears between the second try's look-up and its creation.
    await server.fail('lost', 1, NEW_PULL_PAYMENT)
    await expect(provider.prepare(REQUEST)).rejects.toThrow(PayoutUncertain)
    const second = errorOf(provider.prepare(REQUEST))
    await asked(/^GET .*\/pull-payments\/\w+\/payouts$/)
    for (const budget of server.pullPayments) server.claim(budget, address, REQUEST.amount)
    expect(await second).toBeInstanceOf(PayoutUncertain)
    expect((await second).message).toContain(message)
  })

  it('a payout is refused while another payout to the address is open, and not after', async () => {
    await provider.prepare(REQUEST)
    const next = { ...REQUEST, externalId: 'next' }
    await expect(provider.prepare(next)).rejects.toThrow(PayoutRefused)
    await server.send(made())
    await server.confirm(made())
    expect(await provider.prepare(next)).toMatchObject({ phase: 'prepared', externalId: 'next' })
  })

  it('a payout may be made again after it was cancelled', async () => {
    const { reference } = await provider.prepare(REQUEST)
    await provider.discard(reference)
    const again = await provider.prepare(REQUEST)
    expect(again.reference).not.toBe(reference)
    expect(server.pullPayments).toHaveLength(1)
  })

  it.each([
    ['another amount', { amount: '0.9' }],
    ['another currency', { currency: 'USD' }],
    ['an archive', { archived: true }],
    ['approval by itself', { autoApproveClaims: true }],
  ])('is not made under a pull payment with %s', async (_what, change) => {
    await provider.prepare(REQUEST)
    await provider.discard(made().id)
    Object.assign(server.pullPayments[0] ?? {}, change)
    await expect(provider.prepare(REQUEST)).rejects.toThrow(PayoutUncertain)
    expect(server.payouts).toHaveLength(1)
  })

  it('a payout is unclear, and not released by the store, when it was approved automatically', async () => {
    server.approval = 'automatic'
    const seen = await provider.prepare(REQUEST)
    expect(seen).toMatchObject({ phase: 'unclear', providerStatus: 'AwaitingPayment' })
    expect(await provider.release(seen.reference)).toBe('refused')
    expect(callsTo(APPROVE)).toEqual([])
  })
})

/** Waits until a call has arrived; its response is not received yet. */
async function asked(pattern: RegExp): Promise<void> {
  while (callsTo(pattern).length === 0) await new Promise(setImmediate)
}

describe('reading back', () => {
  const PROOF = { proofType: 'PayoutTransactionOnChainBlob', transactionId: 'tx-1', accounted: true }
  const BY_HAND = { ...PROOF, proofType: 'ManualPayoutProof' }
  it.each([
    ['AwaitingApproval', null, 'prepared'],
    ['AwaitingApproval', PROOF, 'unclear'],
    ['AwaitingPayment', null, 'sending'],
    ['InProgress', PROOF, 'sending'],
    ['InProgress', null, 'sending'],
    ['Completed', PROOF, 'paid'],
    ['Completed', null, 'unclear'],
    ['Completed', BY_HAND, 'unclear'],
    ['Completed', { ...PROOF, transactionId: '' }, 'unclear'],
    ['Cancelled', null, 'not_sent'],
    ['Cancelled', PROOF, 'unclear'],
    ['Teleported', null, 'unclear'],
    ['', null, 'unclear'],
  ] as const)('reads %s with proof %j as %s', async (state, paymentProof, phase) => {
    const { reference } = await provider.prepare(REQUEST)
    await server.change(made(), { state, paymentProof })
    const seen = { reference, phase, providerStatus: state }
    expect(await provider.lookup({ reference })).toMatchObject([seen])
    expect(await byId()).toMatchObject([seen])
  })

  it('reports each state as it is, in whatever order they come', async () => {
    const { reference } = await provider.prepare(REQUEST)
    const phases: string[] = []
    for (const state of ['Cancelled', 'AwaitingPayment', 'AwaitingApproval']) {
      await server.change(made(), { state })
      phases.push((await provider.lookup({ reference }))[0]?.phase ?? 'nothing')
    }
    expect(phases).toEqual(['not_sent', 'sending', 'prepared'])
  })

  it.each([
    ['an amount', { payoutAmount: '0.9' }, { amount: '0.9' }],
    ['an address', { destination: 'bc1qother' }, { address: 'bc1qother' }],
    ['an id', { metadata: { payoutId: 'another' } }, { externalId: 'another' }],
    ['no id', { metadata: {} }, { externalId: null }],
    ['dollars behind it', { originalCurrency: 'USD', originalAmount: '48.25' }, { coin: null }],
    ['a coin', { payoutCurrency: 'LTC', payoutMethodId: 'LTC-CHAIN' }, { coin: null }],
    ['Lightning', { payoutMethodId: 'BTC-LN' }, { coin: null }],
  ])('shows %s that was not asked for', async (_what, change, seen) => {
    const { reference } = await provider.prepare(REQUEST)
    await server.change(made(), change)
    expect(await provider.lookup({ reference })).toMatchObject([seen])
  })

  it('finds nothing under an archived pull payment, which proves nothing', async () => {
    const { reference } = await provider.prepare(REQUEST)
    Object.assign(server.pullPayments[0] ?? {}, { archived: true })
    expect(await provider.lookup({ reference })).toEqual([])
    expect(await byId()).toEqual([])
    expect(await provider.release(reference)).toBe('refused')
  })

  it('does not take a stranger’s claim for one of the store’s payouts', async () => {
    await server.fail('lost', 1, NEW_PULL_PAYMENT)
    await errorOf(provider.prepare(REQUEST))
    const [budget] = server.pullPayments
    if (budget) server.claim(budget, 'bc1qthief', REQUEST.amount)
    expect(await byId()).toEqual([])
    await expect(provider.prepare(REQUEST)).rejects.toThrow(PayoutUncertain)
    expect(server.payouts).toHaveLength(1)
  })

  it('finds all payouts of an id, under all its pull payments', async () => {
    await provider.prepare(REQUEST)
    const twin = { ...server.pullPayments[0], id: 'twin' } as (typeof server.pullPayments)[number]
    server.pullPayments.push(twin)
    server.payouts.push({ ...made(), id: 'twin2', pullPaymentId: 'twin', state: 'Cancelled' })
    expect((await byId()).map(({ reference }) => reference)).toEqual([made().id, 'twin2'])
  })

  it('reads a list of thousands of payouts', async () => {
    await provider.prepare(REQUEST)
    const [first] = server.pullPayments
    for (let more = 0; first && more < 5_000; more += 1)
      server.pullPayments.push({ ...first, id: `pp${more}`, name: `${'x'.repeat(200)}${more}`.slice(-200) })
    expect(await byId()).toMatchObject([{ reference: made().id }])
  })

  it.each([
    ['no amount', { originalAmount: 'much' }],
    ['no state', { state: undefined }],
    ['no address', { destination: undefined }],
  ])('is uncertain of a payout with %s', async (_what, change) => {
    const { reference } = await provider.prepare(REQUEST)
    Object.assign(made(), change)
    await expect(provider.lookup({ reference })).rejects.toThrow(PayoutUncertain)
    await expect(byId()).rejects.toThrow(PayoutUncertain)
  })

  it.each(UNCLEAR_FAULTS)('is uncertain after %j, and asks once', async (fault) => {
    const { reference } = await provider.prepare(REQUEST)
    server.calls.length = 0
    for (const ask of [() => provider.lookup({ reference }), byId]) {
      await server.fail(fault, 1, 'GET')
      await expect(ask()).rejects.toThrow(PayoutUncertain)
    }
    expect(server.calls.length).toBe(fault === 'refuse' ? 0 : 2)
  })
})

describe('releasing', () => {
  it('approves the revision that was read, with the releasing key', async () => {
    const { reference } = await provider.prepare(REQUEST)
    made().revision = 3
    expect(await provider.release(reference)).toBe('accepted')
    const [call] = callsTo(APPROVE)
    expect(JSON.parse(call?.body ?? '')).toEqual({ revision: 3 })
    expect(call?.headers.authorization).toBe(`token ${server.account.releasingKey}`)
    expect(server.released).toEqual([made()])
    await server.send(made())
    expect(await provider.lookup({ reference })).toMatchObject([{ phase: 'sending' }])
    await server.confirm(made())
    expect(await provider.lookup({ reference })).toMatchObject([
      { phase: 'paid', transactionId: expect.stringMatching(/^[0-9a-f]{64}$/), amount: REQUEST.amount },
    ])
  })

  it.each(['AwaitingPayment', 'InProgress', 'Completed', 'Cancelled', 'Teleported'])(
    'is refused without asking for it when it is %s',
    async (state) => {
      const { reference } = await provider.prepare(REQUEST)
      made().state = state
      expect(await provider.release(reference)).toBe('refused')
      expect(callsTo(APPROVE)).toEqual([])
    },
  )

  it.each<Fault>([400, 401, 403, 404, 422])('is refused by a clear no: %j', async (fault) => {
    const { reference } = await provider.prepare(REQUEST)
    await server.fail(fault, 1, APPROVE)
    expect(await provider.release(reference)).toBe('refused')
    expect(callsTo(APPROVE)).toHaveLength(1)
    expect(server.released).toEqual([])
  })

  it.each([...UNCLEAR_FAULTS, 409, 429])('is uncertain after %j, and asked for once', async (fault) => {
    const { reference } = await provider.prepare(REQUEST)
    await server.fail(fault, 1, APPROVE)
    await expect(provider.release(reference)).rejects.toThrow(PayoutUncertain)
    expect(callsTo(APPROVE).length).toBe(fault === 'refuse' ? 0 : 1)
    await server.heal()
    const isDone = fault === 'lost' || fault === 'unanswered'
    expect(await provider.lookup({ reference })).toMatchObject([{ phase: isDone ? 'sending' : 'prepared' }])
    expect(await provider.release(reference)).toBe(isDone ? 'refused' : 'accepted')
    expect(server.released).toHaveLength(1)
  })

  it.each(UNCLEAR_FAULTS)('approves nothing that it could not read: %j', async (fault) => {
    const { reference } = await provider.prepare(REQUEST)
    await server.fail(fault, 1, READ)
    await expect(provider.release(reference)).rejects.toThrow(PayoutUncertain)
    expect(callsTo(APPROVE)).toEqual([])
  })

  it('a release is uncertain when the response shows no approval', async () => {
    const { reference } = await provider.prepare(REQUEST)
    const other = await providerServer(() => ({ status: 200, body: made() }))
    await expect(open({ url: other.url }).release(reference)).rejects.toThrow(PayoutUncertain)
    await other.close()
  })
})

describe('giving up', () => {
  it('cancels a payout that waits for approval, with the releasing key, and once', async () => {
    const { reference } = await provider.prepare(REQUEST)
    await provider.discard(reference)
    expect(callsTo(CANCEL)[0]?.headers.authorization).toBe(`token ${server.account.releasingKey}`)
    expect(await provider.lookup({ reference })).toMatchObject([{ phase: 'not_sent' }])
    await provider.discard(reference)
    expect(callsTo(CANCEL)).toHaveLength(1)
  })

  it.each(['AwaitingPayment', 'InProgress', 'Completed'])('cancels no payout in %s', async (state) => {
    const { reference } = await provider.prepare(REQUEST)
    made().state = state
    await expect(provider.discard(reference)).rejects.toThrow(PayoutUncertain)
    await expect(provider.discard('unknown')).rejects.toThrow(PayoutUncertain)
    expect(callsTo(CANCEL)).toEqual([])
  })

  const FAILING = [READ, CANCEL].flatMap((call) =>
    UNCLEAR_FAULTS.filter((fault) => fault !== 'garbage').map((fault) => [call, fault] as const),
  )
  it.each(FAILING)('is uncertain when %s fails with %j', async (call, fault) => {
    const { reference } = await provider.prepare(REQUEST)
    await server.fail(fault, 1, call)
    await expect(provider.discard(reference)).rejects.toThrow(PayoutUncertain)
  })
})
