import { dollarsOf } from '@nofiller/contract/pricing/money'
import { SANDBOX_COINS, type SandboxCoin, type SandboxOffer } from '@nofiller/contract/sandbox/sandbox'
import { sha256 } from '../platform/signatures.ts'

type Coin = {
  dollars: number
  /** The amplitude of the rate; a stablecoin has none. */
  swing: number
  decimals: number
  minimumCents: number
  networkFeeCents: number | null
  confirmations: number
  addressOf(hash: Buffer): string
}

/** Made-up rates in dollars; no real network is ever asked. */
const COINS: Record<SandboxCoin, Coin> = {
  SOL: {
    dollars: 160,
    swing: 0.01,
    decimals: 6,
    minimumCents: 0,
    networkFeeCents: null,
    confirmations: 32,
    addressOf: (hash) => base58(hash),
  },
  USDC: {
    dollars: 1,
    swing: 0,
    decimals: 2,
    minimumCents: 0,
    networkFeeCents: null,
    confirmations: 32,
    addressOf: (hash) => base58(hash),
  },
  BTC: {
    dollars: 98_000,
    swing: 0.01,
    decimals: 8,
    minimumCents: 500,
    networkFeeCents: 120,
    confirmations: 4,
    addressOf: (hash) => `bc1q${hash.toString('hex').slice(0, 38)}`,
  },
  ETH: {
    dollars: 3_400,
    swing: 0.01,
    decimals: 8,
    minimumCents: 3_500,
    networkFeeCents: 210,
    confirmations: 12,
    addressOf: (hash) => `0x${hash.toString('hex').slice(0, 40)}`,
  },
  LTC: {
    dollars: 95,
    swing: 0.01,
    decimals: 8,
    minimumCents: 0,
    networkFeeCents: 2,
    confirmations: 12,
    addressOf: (hash) => `ltc1q${hash.toString('hex').slice(0, 38)}`,
  },
  DOGE: {
    dollars: 0.2,
    swing: 0.01,
    decimals: 8,
    minimumCents: 100,
    networkFeeCents: 20,
    confirmations: 40,
    addressOf: (hash) => `D${base58(hash)}`,
  },
}
const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

const base58 = (hash: Buffer): string => [...hash].map((byte) => BASE58[byte % BASE58.length]).join('')

/** The coins for an amount of dollars at a moment's rates. Coins with a higher minimum are named too. */
export const offersFor = (amountCents: number, at: Date): SandboxOffer[] =>
  SANDBOX_COINS.map((coin) => ({
    coin,
    amount: coinAmount(coin, amountCents, at),
    minimum: dollarsOf(COINS[coin].minimumCents),
    networkFee: feeOf(COINS[coin]),
  }))

const feeOf = ({ networkFeeCents }: Coin): number | null =>
  networkFeeCents === null ? null : dollarsOf(networkFeeCents)

/** An amount of dollars in a coin at a moment's rate, rounded up in its last decimal, as text. */
export function coinAmount(coin: SandboxCoin, amountCents: number, at: Date): string {
  const { decimals } = COINS[coin]
  const units = Math.ceil((amountCents / 100 / rateOf(COINS[coin], at)) * 10 ** decimals - 1e-6)
  return (units / 10 ** decimals).toFixed(decimals)
}

/** The rate jumps from second to second, so that a renewed amount differs, and is always the same for the same second. */
function rateOf({ dollars, swing }: Coin, at: Date): number {
  const seconds = Math.floor(at.getTime() / 1_000)
  return dollars * (1 + (swing * ((seconds * 37) % 101)) / 101)
}

/** Whether an amount in cents is below the coin’s minimum. */
export const isTooSmall = (coin: SandboxCoin, amountCents: number): boolean =>
  amountCents < COINS[coin].minimumCents

/** How often a network has to confirm a payment until it counts. */
export const confirmationsNeeded = (coin: SandboxCoin): number => COINS[coin].confirmations

/** An address in the look of the coin's network, the same each time for an invoice. */
export const coinAddress = (coin: SandboxCoin, invoiceId: string): string =>
  COINS[coin].addressOf(sha256(`${invoiceId} ${coin}`))
