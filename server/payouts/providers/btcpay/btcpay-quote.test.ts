import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type BtcpayPayoutServer, btcpayPayoutServer } from '../../../testing/fakes/btcpay-payout-server.ts'
import { UNCLEAR_FAULTS } from '../../../testing/fakes/provider-server.ts'
import { type PayoutProvider, PayoutUncertain } from '../payout-provider.ts'
import { btcpayPayouts } from './btcpay-payouts.ts'

let server: BtcpayPayoutServer
let provider: PayoutProvider

beforeEach(async () => {
  server = await btcpayPayoutServer()
  provider = btcpayPayouts({ ...server.account, deadline: server.timeout })
})
afterEach(() => server.close())

describe('what can be sent', () => {
  it('BTCPay Server reports balance and rate', async () => {
    expect(await provider.quote('BTC')).toEqual({
      available: '0.75',
      minimum: '0.00001',
      networkFee: null,
      rate: '90000.5',
      decimals: 8,
    })
    expect(await provider.quote('LTC')).toMatchObject({ available: '20', rate: '80' })
  })

  it('the balance is unknown when the key may not see the wallet', async () => {
    server.walletsAreSeen = false
    expect(await provider.quote('BTC')).toMatchObject({ available: null, rate: '90000.5' })
  })

  it('nothing can be sent without a wallet for the coin, or without a rate', async () => {
    await expect(provider.quote('DOGE')).rejects.toThrow('no wallet for DOGE')
    server.rates = { BTC: null, LTC: '0' }
    await expect(provider.quote('BTC')).rejects.toThrow(PayoutUncertain)
    await expect(provider.quote('LTC')).rejects.toThrow(PayoutUncertain)
    await expect(provider.quote('BTC-LN')).rejects.toThrow(PayoutUncertain)
  })

  const QUESTIONS = [/\/rates$/, /\/payment-methods$/, /\/wallet$/]
  it.each(QUESTIONS.flatMap((call) => UNCLEAR_FAULTS.map((fault) => [call, fault] as const)))(
    'is not known while %s fails with %j, and nothing is asked twice',
    async (call, fault) => {
      await server.fail(fault, 1, call)
      await expect(provider.quote('BTC')).rejects.toThrow(PayoutUncertain)
      expect(server.calls.filter(({ path }) => call.test(path)).length).toBe(fault === 'refuse' ? 0 : 1)
    },
  )
})
