import { z } from 'zod'
import { centsRoundedUp } from '../decimal.ts'
import { ProviderError } from '../provider-http.ts'
import { parsed } from '../provider-json.ts'

const FRESH_MS = 60 * 60_000
/** For this long the last known minimums are better than none. */
const USABLE_MS = 24 * 60 * 60_000
/** Who waits at a click waits no longer than this. */
const WAIT_MS = 3_000
const AT_ONCE = 8

const Coins = z.object({ selectedCurrencies: z.array(z.string().regex(/^\w{1,40}$/)) })
const Minimum = z.object({ fiat_equivalent: z.union([z.number(), z.string()]) })

type Read = (path: string) => Promise<unknown>

/** The smallest payment in cents of each coin that is switched on, by the provider's code; null while it is not known. */
export type Minimums = ReadonlyMap<string, number | null>

/** `minimums` are those read so far; `first` is done with the coins that the store knows, `whole` with all. */
type Reading = { minimums: Map<string, number | null>; first: Promise<void>; whole: Promise<void> }

/**
 * The smallest payments of the coins that are switched on. They are read once an hour, while who asks is answered with the
 * last ones. With hundreds of coins the first reading takes longer than a buyer waits: after 3 s those read so far are the
 * answer. What they allow can be paid for certain; the rest is read on and may allow more.
 * @param read asks the provider for a path below its address
 * @param known the codes that the store knows, which are read first
 */
export function nowpaymentsMinimums(read: Read, known: ReadonlySet<string>) {
  let last: { minimums: Minimums; readAt: number } | null = null
  let reading: Reading | null = null

  const readAgain = (): Reading => {
    if (reading) return reading
    const started = startReading(read, known)
    reading = started
    started.whole
      .then(() => {
        last = { minimums: started.minimums, readAt: Date.now() }
      })
      .catch(() => undefined) // thrown where it is awaited, and the next caller tries again
      .finally(() => {
        reading = null
      })
    return started
  }

  const minimums = async (part: 'first' | 'whole', signal: AbortSignal): Promise<Minimums> => {
    const ageMs = last ? Date.now() - last.readAt : Number.POSITIVE_INFINITY
    if (!last || ageMs > USABLE_MS) return soonOf(readAgain(), part, signal)
    if (ageMs > FRESH_MS) readAgain()
    return last.minimums
  }

  return {
    /** That of the coin that takes the smallest payments. @throws ProviderError when none is known in time */
    smallest: async (signal: AbortSignal): Promise<number> =>
      smallestOf(await minimums('whole', signal)) ?? Promise.reject(tooLong()),
    /** Those of all coins; those that the store knows are waited for. @throws ProviderError when the coins are not known in time */
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
  const whole = first.then(async (failed) => {
    const failure = (await readAll([...minimums.keys()].filter((coin) => !known.has(coin)))) ?? failed
    if (smallestOf(minimums) === null)
      throw failure ?? new ProviderError('no coin is switched on at the provider')
  })
  const parts = { first: first.then(() => undefined), whole }
  for (const part of Object.values(parts)) part.catch(() => undefined) // perhaps only the other part is waited for
  return { minimums, ...parts }
}

async function readCoins(read: Read): Promise<string[]> {
  const { selectedCurrencies } = parsed(Coins, await read('/merchant/coins'))
  return selectedCurrencies.map((coin) => coin.toLowerCase())
}

/** A coin that the provider cannot price at the moment stays unknown. @returns what went wrong last */
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

/** What is read is of use to others too, so it goes on when one caller gives up. */
function soonOf(reading: Reading, part: 'first' | 'whole', signal: AbortSignal): Promise<Minimums> {
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(WAIT_MS)])
  const { minimums } = reading
  return new Promise((resolve, reject) => {
    const giveUp = () => (minimums.size > 0 ? resolve(minimums) : reject(tooLong()))
    if (deadline.aborted) return giveUp()
    deadline.addEventListener('abort', giveUp, { once: true })
    reading[part].then(() => resolve(minimums), reject)
  })
}
