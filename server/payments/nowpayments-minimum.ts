import { z } from 'zod'
import { centsRoundedUp } from './decimal.ts'
import type { PaymentProvider } from './provider.ts'
import { ProviderError } from './provider-http.ts'
import { parsed } from './provider-json.ts'

const FRESH_MS = 60 * 60_000
/** For this long the last known minimum is better than none. */
const USABLE_MS = 24 * 60 * 60_000
/** Who waits at a click waits no longer than this. */
const WAIT_MS = 3_000
const AT_ONCE = 8

const Coins = z.object({ selectedCurrencies: z.array(z.string().regex(/^\w{1,40}$/)) })
const Minimum = z.object({ fiat_equivalent: z.union([z.number(), z.string()]) })

/** `minimums` are those of the coins read so far, `whole` the smallest of all. */
type Reading = { minimums: number[]; whole: Promise<number> }

/**
 * The minimum of the coin, among those switched on, that takes the smallest payments. It is read once an hour, while who asks
 * is answered with the last one. With hundreds of coins the first reading takes longer than a buyer waits: after 3 s the
 * smallest so far is the answer. What it allows can be paid for certain; the rest is read on and may allow more.
 * @param read asks the provider for a path below its address
 */
export function nowpaymentsMinimum(
  read: (path: string) => Promise<unknown>,
): PaymentProvider['minimumCents'] {
  let known: { cents: number; readAt: number } | null = null
  let reading: Reading | null = null

  const readAgain = (): Reading => {
    if (reading) return reading
    reading = startReading(read)
    reading.whole
      .then((cents) => {
        known = { cents, readAt: Date.now() }
      })
      .catch(() => undefined) // thrown where it is awaited, and the next caller tries again
      .finally(() => {
        reading = null
      })
    return reading
  }

  return async (signal) => {
    const ageMs = known ? Date.now() - known.readAt : Number.POSITIVE_INFINITY
    if (!known || ageMs > USABLE_MS) return soonOf(readAgain(), signal)
    if (ageMs > FRESH_MS) readAgain()
    return known.cents
  }
}

function startReading(read: (path: string) => Promise<unknown>): Reading {
  const minimums: number[] = []
  return { minimums, whole: readMinimums(read, minimums).then(() => Math.min(...minimums)) }
}

/** A coin that the provider cannot price at the moment is left out. @throws ProviderError when all are */
async function readMinimums(read: (path: string) => Promise<unknown>, minimums: number[]): Promise<void> {
  const { selectedCurrencies } = parsed(Coins, await read('/merchant/coins'))
  let failure = new ProviderError('no coin is switched on at the provider')
  const coins = selectedCurrencies.values()
  const readSome = async () => {
    for (const coin of coins)
      try {
        minimums.push(await minimumOf(read, coin))
      } catch (error) {
        if (!(error instanceof ProviderError)) throw error
        failure = error
      }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, readSome))
  if (minimums.length === 0) throw failure
}

async function minimumOf(read: (path: string) => Promise<unknown>, coin: string): Promise<number> {
  const query = new URLSearchParams({ currency_from: coin.toLowerCase(), fiat_equivalent: 'usd' })
  const { fiat_equivalent } = parsed(Minimum, await read(`/min-amount?${query}`))
  const cents = centsRoundedUp(fiat_equivalent)
  if (cents === null) throw new ProviderError(`the minimum of ${coin} is not a number`)
  return cents
}

/** What is read is of use to others too, so it goes on when one caller gives up. */
function soonOf(reading: Reading, signal: AbortSignal): Promise<number> {
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(WAIT_MS)])
  return new Promise((resolve, reject) => {
    const giveUp = () => {
      if (reading.minimums.length > 0) resolve(Math.min(...reading.minimums))
      else reject(new ProviderError('the provider took too long to tell its minimums'))
    }
    if (deadline.aborted) return giveUp()
    deadline.addEventListener('abort', giveUp, { once: true })
    reading.whole.then(resolve, reject)
  })
}
