/** The coins of `contract/payments/coins.ts` by NOWPayments' codes, in the sequence of requests. */
const COIN_IDS: ReadonlyMap<string, string> = new Map([
  ['sol', 'SOL'],
  ['usdcsol', 'USDC-SOL'],
  ['usdtsol', 'USDT-SOL'],
  ['ltc', 'LTC'],
  ['doge', 'DOGE'],
  ['xmr', 'XMR'],
  ['eth', 'ETH'],
  ['usdc', 'USDC-ETH'],
  ['usdterc20', 'USDT-ETH'],
  ['usdttrc20', 'USDT-TRX'],
  ['btc', 'BTC'],
])
const CODES = new Map([...COIN_IDS].map(([code, id]) => [id, code]))

/** The provider's codes of the coins that the store knows. */
export const NOWPAYMENTS_CODES: ReadonlySet<string> = new Set(COIN_IDS.keys())

/** A coin that the store does not know is named by the provider's code. */
export const coinOfCode = (code: string): string => COIN_IDS.get(code.toLowerCase()) ?? code.toUpperCase()

export const codeOfCoin = (id: string): string | undefined => CODES.get(id)
