import type { SandboxCoin } from '@nofiller/contract/sandbox/sandbox'

type Coin = { coin: SandboxCoin; network: string; usualTime: string }

/** The coins of a test invoice, with the facts for a payer. */
export const COINS: readonly Coin[] = [
  { coin: 'SOL', network: 'Solana', usualTime: 'Under a minute' },
  { coin: 'USDC', network: 'Solana', usualTime: 'Under a minute' },
  { coin: 'BTC', network: 'Bitcoin', usualTime: '30-60 minutes' },
  { coin: 'ETH', network: 'Ethereum', usualTime: '30-60 minutes' },
  { coin: 'LTC', network: 'Litecoin', usualTime: 'Up to 30 minutes' },
  { coin: 'DOGE', network: 'Dogecoin', usualTime: 'Up to 30 minutes' },
]

export const coinOf = (symbol: SandboxCoin | null): Coin | undefined =>
  COINS.find(({ coin }) => coin === symbol)
