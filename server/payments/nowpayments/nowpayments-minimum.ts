import { z } from 'zod'
import { centsRoundedUp } from '../decimal.ts'
import { ProviderError } from '../provider-http.ts'
import { parsed } from '../provider-json.ts'

const FRESH_MS = 60 * 60_000
/** For this long, the last known minimums are better than none. */
const USABLE_MS = 24 * 60 * 60_000
/** The longest wait after a click. */
const WAIT_MS = 3_000
const AT_ONCE = 8

const Coins = z.object({ selectedCurrencies: z.array(z.string().regex(/^\w{1,40}$/)) })
const Minimum = z.object({ fiat_equivalent: z.union([z.number(), z.string()]) })

type Read = (path: string) => Promise<unknown>

/** The smallest payment in cents of each coin that is switched on, by the provider's code; null while unknown. */
export type Minimums = ReadonlyMap<string, number | null>

/** `minimums` holds those read so far; `first` resolves with the coins that the store knows, `complete` with all. */
type Reading = { minimums: Map<string, number | null>; first: Promise<void>; complete: Promise<void> }

/**
 * The smallest payments of the coins that are switched on. They are read once an hour, while callers get the previous
 * ones. With hundreds of coins the first reading takes longer than a buyer waits: after 3 s, callers get those read so far.
 * These can certainly be paid; the remaining coins are still read and may allow more.
 * @param read calls the provider at a path below its address
 * @param known the codes that the store knows, which are read first
 */
export function nowpaymentsMinimums(read: Read, known: ReadonlySet<string>) {
  let last: { minimums: Minimums; readAt: number } | null = null
  let reading: Reading | null = null

  const readAgain = (): Reading => {
    if (reading) return reading
    const started = startReading(read, known)
    reading = started
    started.complete
      .then(() => {
        last = { minimums: started.minimums, readAt: Date.now() }
      })
      .catch(() => undefined) // thrown where it is awaited; the next caller tries again
      .finally(() => {
        reading = null
      })
    return started
  }

  const minimums = async (part: 'first' | 'complete', signal: AbortSignal): Promise<Minimums> => {
    const ageMs = last ? Date.now() - last.readAt : Number.POSITIVE_INFINITY
    if (!last || ageMs > USABLE_MS) return soonOf(readAgain(), part, signal)
    if (ageMs > FRESH_MS) readAgain()
    return last.minimums
  }

  return {
    /** The minimum of the coin that accepts the smallest payments. @throws ProviderError when none is known in time */
    smallest: async (signal: AbortSignal): Promise<number> =>
      smallestOf(await minimums('complete', signal)) ?? Promise.reject(tooLong()),
    /** The minimums of all coins; waits for those that the store knows. @throws ProviderError when the coins are not known in time */
    ofCoins: (signal: AbortSignal): Promise<Minimums> => minimums('first', signal),
  }
}

function smallestOf(minimums: Minimums): number | null {
  const cents = [...minimums.values()].filter((one) => one !== null)
  return cents.length > 0 ? Math.min(...cents) : null
}

const tooLong = () => new ProviderError('the provider took too long to tell its minimums')

function startReading(read: Read, known: ReadonlySet<string>): Reading {
  const minimums: Reading['minimums'] = new Map()
  const readAll = (coins: string[]) => readMinimums(read, coins, minimums)
  const first = readCoins(read).then(async (coins) => {
    for (const coin of coins) minimums.set(coin, null)
    return readAll(coins.filter((coin) => known.has(coin)))
  })
  const complete = first.then(async (failed) => {
    const failure = (await readAll([...minimums.keys()].filter((coin) => !known.has(coin)))) ?? failed
    if (smallestOf(minimums) === null)
      throw failure ?? new ProviderError('no coin is switched on at the provider')
  })
  const parts = { first: first.then(() => undefined), complete }
  for (const part of Object.values(parts)) part.catch(() => undefined) // the caller may wait only for the other part
  return { minimums, ...parts }
}

async function readCoins(read: Read): Promise<string[]> {
  const { selectedCurrencies } = parsed(Coins, await read('/merchant/coins'))
  return selectedCurrencies.map((coin) => coin.toLowerCase())
}

/** A coin that the provider cannot price now stays unknown. @returns the last error */
async function readMinimums(read: Read, coins: string[], minimums: Reading['minimums']) {
  let failure: ProviderError | null = null
  const queue = coins.values()
  const readSome = async () => {
    for (const coin of queue)
      try {
        minimums.set(coin, await minimumOf(read, coin))
      } catch (error) {
        if (!(error instanceof ProviderError)) throw error
        failure = error
      }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, readSome))
  return failure
}

async function minimumOf(read: Read, coin: string): Promise<number> {
  const query = new URLSearchParams({ currency_from: coin, fiat_equivalent: 'usd' })
  const { fiat_equivalent } = parsed(Minimum, await read(`/min-amount?${query}`))
  const cents = centsRoundedUp(fiat_equivalent)
  if (cents === null) throw new ProviderError(`the minimum of ${coin} is not a number`)
  return cents
}

/** Others use the result too, so reading continues when one caller gives up. */
function soonOf(reading: Reading, part: 'first' | 'complete', signal: AbortSignal): Promise<Minimums> {
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(WAIT_MS)])
  const { minimums } = reading
  return new Promise((resolve, reject) => {
    const giveUp = () => (minimums.size > 0 ? resolve(minimums) : reject(tooLong()))
    if (deadline.aborted) return giveUp()
    deadline.addEventListener('abort', giveUp, { once: true })
    reading[part].then(() => resolve(minimums), reject)
  })
}
