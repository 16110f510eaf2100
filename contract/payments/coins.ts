/** A coin on one network, by the store's name, the same for all providers. */
export type Coin = {
  /** `SOL`, `USDC-SOL`: the same at every provider. */
  id: string
  /** `Solana`, `USDC`. */
  name: string
  ticker: string
  network: string
  /** The network's usual fee, in words; null when it varies too much. */
  fee: string | null
}

const coin = (id: string, name: string, ticker: string, network: string, fee: string | null): Coin => ({
  id,
  name,
  ticker,
  network,
  fee,
})

/** The coins that the store knows, in display order while no wait is measured. */
export const COINS: readonly Coin[] = [
  coin('SOL', 'Solana', 'SOL', 'Solana', 'under $0.01'),
  coin('USDC-SOL', 'USDC', 'USDC', 'Solana', 'under $0.01'),
  coin('USDT-SOL', 'USDT', 'USDT', 'Solana', 'under $0.01'),
  coin('BTC-LN', 'Bitcoin Lightning', 'BTC', 'Lightning', 'under $0.05'),
  coin('LTC', 'Litecoin', 'LTC', 'Litecoin', 'under $0.05'),
  coin('DOGE', 'Dogecoin', 'DOGE', 'Dogecoin', 'under $0.50'),
  coin('XMR', 'Monero', 'XMR', 'Monero', 'under $0.10'),
  coin('ETH', 'Ethereum', 'ETH', 'Ethereum', null),
  coin('USDC-ETH', 'USDC', 'USDC', 'Ethereum', null),
  coin('USDT-ETH', 'USDT', 'USDT', 'Ethereum', null),
  coin('USDT-TRX', 'USDT', 'USDT', 'Tron', null),
  coin('BTC', 'Bitcoin', 'BTC', 'Bitcoin', null),
]

const KNOWN = new Map(COINS.map((one) => [one.id, one]))

/** A coin that the store does not know is named by its id alone. */
export const coinOf = (id: string): Coin =>
  KNOWN.get(id) ?? { id, name: id, ticker: id, network: id, fee: null }

/** A coin's place in a list while no wait is measured. */
export const coinRank = (id: string): number => {
  const at = COINS.findIndex((one) => one.id === id)
  return at === -1 ? COINS.length : at
}
