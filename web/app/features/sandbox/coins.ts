import type { SandboxCoin } from '@nofiller/contract/sandbox'

type Coin = { coin: SandboxCoin; network: string; usualTime: string; payAddress: PayAddress }
type PayAddress = (address: string, amount: string) => string

/** The coins of a test invoice, with what a payer wants to know of each. */
export const COINS: readonly Coin[] = [
  {
    coin: 'SOL',
    network: 'Solana',
    usualTime: 'Under a minute',
    payAddress: (address, amount) => `solana:${address}?amount=${amount}`,
  },
  {
    coin: 'USDC',
    network: 'Solana',
    usualTime: 'Under a minute',
    payAddress: (address, amount) => `solana:${address}?amount=${amount}`,
  },
  {
    coin: 'BTC',
    network: 'Bitcoin',
    usualTime: '30-60 minutes',
    payAddress: (address, amount) => `bitcoin:${address}?amount=${amount}`,
  },
  // Its amount would be in wei, which a test invoice does not know.
  {
    coin: 'ETH',
    network: 'Ethereum',
    usualTime: '30-60 minutes',
    payAddress: (address) => `ethereum:${address}`,
  },
]

export const coinOf = (wanted: SandboxCoin | null): Coin | undefined =>
  COINS.find(({ coin }) => coin === wanted)
