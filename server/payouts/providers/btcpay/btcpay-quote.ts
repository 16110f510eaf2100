import { z } from 'zod'
import { ProviderError } from '../../../payments/provider-http.ts'
import { parsed } from '../../../payments/provider-json.ts'
import { CoinAmount } from '../coin-amount.ts'
import { type PayoutQuote, PayoutUncertain } from '../payout-provider.ts'
import { methodOf } from './btcpay-records.ts'

/** For each coin that can be sent. */
export const DECIMALS = 8
/** Well above each network's dust limit, which the server does not report. */
const MINIMUMS: ReadonlyMap<string, string> = new Map([
  ['BTC', '0.00001'],
  ['LTC', '0.001'],
  ['DOGE', '1'],
])

const Rates = z.array(z.object({ currencyPair: z.string(), rate: CoinAmount.nullish() }))
const Methods = z.array(z.object({ paymentMethodId: z.string() }))
const Wallet = z.object({ confirmedBalance: CoinAmount })

/**
 * What can be sent of a coin now. The balance is the store wallet's, if the key may see it.
 * @param read calls the server at a path below the store's
 * @throws PayoutUncertain for a coin without a wallet or a rate · ProviderError
 */
export async function btcpayQuote(
  read: (path: string) => Promise<unknown>,
  coin: string,
): Promise<PayoutQuote> {
  const [method, minimum] = [methodOf(coin), MINIMUMS.get(coin)]
  if (method === undefined || minimum === undefined)
    throw new PayoutUncertain(`BTCPay Server sends no ${coin}`)
  const methods = parsed(Methods, await read('/payment-methods?onlyEnabled=true'))
  if (!methods.some(({ paymentMethodId }) => paymentMethodId === method))
    throw new PayoutUncertain(`the store at BTCPay Server has no wallet for ${coin}`)
  return {
    available: await balanceOf(read, method),
    minimum,
    networkFee: null,
    rate: await rateOf(read, coin),
    decimals: DECIMALS,
  }
}

async function rateOf(read: (path: string) => Promise<unknown>, coin: string): Promise<string> {
  const pair = `${coin}_USD`
  const rates = parsed(Rates, await read(`/rates?currencyPair=${pair}`))
  const rate = rates.find(({ currencyPair }) => currencyPair === pair)?.rate
  if (rate == null || rate === '0')
    throw new PayoutUncertain(`the store at BTCPay Server has no rate for ${coin}`)
  return rate
}

/** Null where the key may not see the wallet. */
async function balanceOf(read: (path: string) => Promise<unknown>, method: string): Promise<string | null> {
  try {
    return parsed(Wallet, await read(`/payment-methods/${method}/wallet`)).confirmedBalance
  } catch (error) {
    if (error instanceof ProviderError && (error.status === 401 || error.status === 403)) return null
    throw error
  }
}
