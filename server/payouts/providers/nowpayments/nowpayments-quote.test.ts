import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { NowpaymentsPayoutServer } from '../../../testing/fakes/nowpayments-payout-server.ts'
import { UNCLEAR_FAULTS } from '../../../testing/fakes/provider-server.ts'
import {
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

describe('what can be sent', () => {
  it('the provider reports balance, minimum, fee and rate', async () => {
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

  it('nothing can be sent of a coin that the balance does not name', async () => {
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

  it('a stablecoin without a price has a rate of one dollar, and another coin none', async () => {
    server.coinsPerDollar = {}
    expect(await provider.quote('USDC-SOL')).toMatchObject({ rate: '1' })
    await expect(provider.quote('LTC')).rejects.toThrow(PayoutUncertain)
  })

  it.each([0.85, 1.2])('the rate is unknown for a stablecoin at %d a dollar', async (rate) => {
    server.coinsPerDollar.usdcsol = rate
    await expect(provider.quote('USDC-SOL')).rejects.toThrow('far from a dollar')
  })

  it('nothing is known of a coin that the provider does not send', async () => {
    await expect(provider.quote('BTC-LN')).rejects.toThrow(PayoutUncertain)
    expect(server.calls).toEqual([])
  })

  const QUESTIONS = ['/v1/balance', '/v1/payout-withdrawal', '/v1/payout/fee', '/v1/estimate']
  it.each(QUESTIONS.flatMap((path) => UNCLEAR_FAULTS.map((fault) => [path, fault] as const)))(
    'is not known while %s fails with %j, and nothing is asked twice',
    async (path, fault) => {
      await server.fail(fault, 1, `GET ${path}`)
      await expect(provider.quote('USDC-SOL')).rejects.toThrow(PayoutUncertain)
      expect(test.callsTo(`GET ${path}`).length).toBe(fault === 'refuse' ? 0 : 1)
    },
  )
})
