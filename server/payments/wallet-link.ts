import { unitsOf } from './decimal.ts'

const LINKS: ReadonlyMap<string, (address: string, amount: string) => string | null> = new Map([
  ['BTC', (address, amount) => `bitcoin:${address}?amount=${amount}`],
  ['LTC', (address, amount) => `litecoin:${address}?amount=${amount}`],
  ['DOGE', (address, amount) => `dogecoin:${address}?amount=${amount}`],
  ['XMR', (address, amount) => `monero:${address}?tx_amount=${amount}`],
  ['SOL', (address, amount) => `solana:${address}?amount=${amount}`],
  ['USDC-SOL', solanaToken('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v')],
  ['USDT-SOL', solanaToken('Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB')],
  ['ETH', (address, amount) => `ethereum:${address}@1?value=${unitsOf(amount)}`], // a unit is a wei
])

/**
 * A link that opens a wallet with address and amount filled in.
 * @param coin of `contract/payments/coins.ts`
 * @returns null where no standard exists: Tron has none, and for Ethereum's tokens (EIP-681) some wallets send the
 * amount to the token's own contract
 */
export function walletLink(coin: string, address: string, amount: string): string | null {
  if (!/^[A-Za-z0-9]+$/.test(address) || !/^\d+(\.\d+)?$/.test(amount)) return null
  return LINKS.get(coin)?.(address, amount) ?? null
}

/** A transfer request of Solana Pay; a token is named by its mint. */
function solanaToken(mint: string) {
  return (address: string, amount: string) => `solana:${address}?amount=${amount}&spl-token=${mint}`
}
