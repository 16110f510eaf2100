import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { NowpaymentsPayoutServer } from '../../../testing/fakes/nowpayments-payout-server.ts'
import { UNCLEAR_FAULTS } from '../../../testing/fakes/provider-server.ts'
import {
  NOWPAYMENTS_REQUEST,
  type NowpaymentsPayoutTest,
  openNowpaymentsPayouts,
} from '../../../testing/fixtures/nowpayments-payouts.ts'
import { type PayoutProvider, PayoutUncertain } from '../payout-provider.ts'

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

const record = (change: object = {}) => ({
  id: '11',
  batch_withdrawal_id: '7',
  status: 'CREATING',
  currency: 'USDCSOL',
  amount: '48.250000',
  address: NOWPAYMENTS_REQUEST.address,
  extra_id: null,
  hash: null,
  unique_external_id: NOWPAYMENTS_REQUEST.externalId,
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
    await test.answering(body, async (other) => {
      expect(await other.lookup({ reference: '7' })).toMatchObject([
        {
          reference: '7',
          externalId: NOWPAYMENTS_REQUEST.externalId,
          coin: 'USDC-SOL',
          amount: '48.25',
          phase: 'prepared',
        },
      ])
    })
  })

  it.each(['list', 'batch', 'single'] as const)('finds a batch where it is read as %s', async (readShape) => {
    // The ids of the first two withdrawals match no batch, the third one's matches the first batch.
    const batches: string[] = []
    for (const externalId of ['one', 'two', 'three'])
      batches.push((await provider.prepare({ ...NOWPAYMENTS_REQUEST, externalId })).reference)
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
    await provider.prepare(NOWPAYMENTS_REQUEST)
    await server.change(test.made(), { status, hash })
    expect(await provider.lookup({ reference: test.made().batch_withdrawal_id })).toMatchObject([
      { phase, providerStatus: status, transactionId: hash || null },
    ])
  })

  it('reports each state as it is, in whatever order they come', async () => {
    await provider.prepare(NOWPAYMENTS_REQUEST)
    const phases: string[] = []
    for (const [status, hash] of [
      ['FINISHED', 'tx-1'],
      ['PROCESSING', null],
      ['REJECTED', null],
    ] as const) {
      await server.change(test.made(), { status, hash })
      phases.push((await byId())[0]?.phase ?? 'nothing')
    }
    expect(phases).toEqual(['paid', 'sending', 'not_sent'])
  })

  it('shows the provider’s record, even if it differs from the request', async () => {
    await provider.prepare(NOWPAYMENTS_REQUEST)
    const { batch_withdrawal_id: reference } = test.made()
    await server.change(test.made(), {
      amount: '482.5',
      address: 'another',
      currency: 'shib',
      unique_external_id: null,
    })
    expect(await provider.lookup({ reference })).toMatchObject([
      { amount: '482.5', address: 'another', coin: null, externalId: null },
    ])
  })

  it('leaves payouts with a shared batch or a memo to admins', async () => {
    await test.answering([record(), record({ id: '12' })], async (other) => {
      const seen = await other.lookup({ reference: '7' })
      expect(seen.map(({ phase }) => phase)).toEqual(['unclear', 'unclear'])
    })
    await test.answering([record({ extra_id: '4711' })], async (other) => {
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
    await test.answering(body, async (other) => {
      await expect(other.lookup({ reference: '7' })).rejects.toThrow(PayoutUncertain)
    })
  })

  it.each(UNCLEAR_FAULTS)('is uncertain after %j, and asks once', async (fault) => {
    const { reference } = await provider.prepare(NOWPAYMENTS_REQUEST)
    await server.fail(fault, 1, 'GET')
    await expect(provider.lookup({ reference })).rejects.toThrow(PayoutUncertain)
    expect(test.callsTo('GET').length).toBe(fault === 'refuse' ? 0 : 1)
  })
})

describe('the list', () => {
  /** Withdrawals of others, with ids above or below the store's. */
  const addOthers = (count: number, firstId: number, dateOf: (at: number) => string) => {
    for (let at = 0; at < count; at += 1)
      server.withdrawals.push({
        ...test.made(),
        id: String(firstId + at),
        batch_withdrawal_id: String(2 * firstId + at),
        unique_external_id: 'another',
        created_at: dateOf(at),
      })
  }

  it.each([0, 1] as const)('reads the list to its end, with pages from %i', async (firstPage) => {
    server.firstPage = firstPage
    const newest = await provider.prepare(NOWPAYMENTS_REQUEST)
    addOthers(230, 1_000, () => test.now().toISOString())
    server.withdrawals.push({ ...test.made(), id: '1', batch_withdrawal_id: '2' })
    expect(await byId()).toMatchObject([
      { reference: newest.reference, phase: 'prepared' },
      { reference: '2', phase: 'prepared' },
    ])
  })

  it('the list is read two hours back and not further', async () => {
    const begun = test.now()
    await provider.prepare(NOWPAYMENTS_REQUEST)
    addOthers(300, 1_000, () => new Date(begun.getTime() - 3 * 3_600_000).toISOString())
    test.pass(3_600_000)
    expect(await byId(begun)).toHaveLength(1)
    expect(test.callsTo('GET /v1/payout')).toHaveLength(1)
  })

  it.each([
    ['its order is another', (at: number) => `2020-01-01T00:00:${String(59 - (at % 60)).padStart(2, '0')}Z`],
    ['it says no times', () => 'some day'],
  ])('is read on where %s', async (_what, dateOf) => {
    await provider.prepare(NOWPAYMENTS_REQUEST)
    addOthers(120, 6_000_000_000, dateOf)
    expect(await byId()).toHaveLength(1)
  })

  it('a list that does not end is an error', async () => {
    await test.answering(
      { payouts: [{ ...record(), created_at: test.now().toISOString() }] },
      async (other) => {
        await expect(
          other.lookup({ externalId: NOWPAYMENTS_REQUEST.externalId, since: test.now() }),
        ).rejects.toThrow('longer than 50 pages')
      },
    )
  })
})
