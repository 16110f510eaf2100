import type { SandboxCoin } from '@nofiller/contract/sandbox'
import { sha256 } from '../platform/signatures.ts'

/** Made-up rates in dollars; no real network is ever asked. */
const COINS: Record<SandboxCoin, { dollars: number; decimals: number; addressOf(hash: Buffer): string }> = {
  SOL: { dollars: 160, decimals: 6, addressOf: (hash) => base58(hash) },
  USDC: { dollars: 1, decimals: 2, addressOf: (hash) => base58(hash) },
  BTC: { dollars: 98_000, decimals: 8, addressOf: (hash) => `bc1q${hash.toString('hex').slice(0, 38)}` },
  ETH: { dollars: 3_400, decimals: 8, addressOf: (hash) => `0x${hash.toString('hex').slice(0, 40)}` },
}
const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

const base58 = (hash: Buffer): string => [...hash].map((byte) => BASE58[byte % BASE58.length]).join('')

/** An amount of dollars in a coin, rounded up in its last decimal, as text. */
export function coinAmount(coin: SandboxCoin, amountCents: number): string {
  const { dollars, decimals } = COINS[coin]
  const units = Math.ceil((amountCents / 100 / dollars) * 10 ** decimals - 1e-6)
  return (units / 10 ** decimals).toFixed(decimals)
}

/** An address in the look of the coin's network, the same each time for an invoice. */
export const coinAddress = (coin: SandboxCoin, invoiceId: string): string =>
  COINS[coin].addressOf(sha256(`${invoiceId} ${coin}`))
