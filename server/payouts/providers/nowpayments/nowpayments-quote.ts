import { coinOf } from '@nofiller/contract/payments/coins'
import { z } from 'zod'
import { decimalText, unitsOf } from '../../../payments/decimal.ts'
import { parsed } from '../../../payments/provider-json.ts'
import { CoinAmount } from '../coin-amount.ts'
import { isRefusal } from '../payout-calls.ts'
import { type PayoutQuote, PayoutUncertain } from '../payout-provider.ts'

/** The decimals that NOWPayments accepts for any coin. */
export const DECIMALS = 6
const ONE = 10n ** 18n
const DOLLARS_ASKED = 100n
const STABLE_TICKERS = new Set(['USDC', 'USDT'])
/** A stablecoin below $0.90 or above $1.10 has lost its peg, or the response is wrong. */
const STABLE_WITHIN = ONE / 10n

const Balance = z.record(z.string(), z.object({ amount: CoinAmount }))
const Minimum = z.object({ success: z.literal(true), result: CoinAmount.refine((amount) => amount !== '0') })
const Fee = z.object({ currency: z.string(), fee: CoinAmount })
const Estimate = z.object({ estimated_amount: CoinAmount.refine((amount) => amount !== '0') })

/**
 * What can be sent of a coin now, by the provider's own figures. A missing or malformed figure is an error: nothing is paid
 * on figures that are not understood.
 * @param read calls the provider at a path below its address
 * @param code the provider's code of the coin
 * @throws PayoutUncertain ProviderError
 */
export async function nowpaymentsQuote(
  read: (path: string) => Promise<unknown>,
  coin: string,
  code: string,
): Promise<PayoutQuote> {
  const balance = parsed(Balance, await read('/balance'))
  const minimum = parsed(Minimum, await read(`/payout-withdrawal/min-amount/${code}`)).result
  return {
    available: balance[code]?.amount ?? '0',
    minimum,
    networkFee: await feeOf(read, code, minimum),
    rate: await rateOf(read, coin, code),
    decimals: DECIMALS,
  }
}

/** An estimate: the provider sets the real fee when it sends. */
async function feeOf(
  read: (path: string) => Promise<unknown>,
  code: string,
  amount: string,
): Promise<string> {
  const { currency, fee } = parsed(
    Fee,
    await read(`/payout/fee?${new URLSearchParams({ currency: code, amount })}`),
  )
  if (currency.toLowerCase() !== code) throw new PayoutUncertain('the fee that was told is of another coin')
  return fee
}

/** By the coins for $100. A stablecoin that the provider does not price counts as a dollar. */
async function rateOf(read: (path: string) => Promise<unknown>, coin: string, code: string): Promise<string> {
  const isStable = STABLE_TICKERS.has(coinOf(coin).ticker)
  const query = new URLSearchParams({
    amount: String(DOLLARS_ASKED),
    currency_from: 'usd',
    currency_to: code,
  })
  try {
    const { estimated_amount } = parsed(Estimate, await read(`/estimate?${query}`))
    const rate = (DOLLARS_ASKED * ONE * ONE) / (unitsOf(estimated_amount) ?? 1n)
    if (isStable && (rate < ONE - STABLE_WITHIN || rate > ONE + STABLE_WITHIN))
      throw new PayoutUncertain(`${coin} is priced at $${decimalText(rate)}, far from a dollar`)
    return decimalText(rate)
  } catch (error) {
    if (isStable && isRefusal(error)) return '1'
    throw error
  }
}
