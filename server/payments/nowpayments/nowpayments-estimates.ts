import { z } from 'zod'
import { decimalText, unitsOf } from '../decimal.ts'
import { ProviderError } from '../provider-http.ts'
import { parsed } from '../provider-json.ts'

const FRESH_MS = 60_000
/** A coin without an estimate is requested again sooner. */
const FAILED_MS = 10_000
/** The longest wait on a page. */
const WAIT_MS = 3_000
/** Amounts computed from a rate are rounded up to the decimals that every wallet can send. */
const STEP = 10n ** 10n

const Estimate = z.object({ estimated_amount: z.union([z.number(), z.string()]) })

type Rate = { units: bigint; cents: number }
type Cached = { rate: Promise<Rate | null>; until: number }

/**
 * The approximate amount in coins of a dollar amount. A coin's rate is requested once a minute, for all callers and amounts;
 * a rate that takes longer than 3 s is null, and available to the next caller.
 * @param read calls the provider at a path below its address
 */
export function nowpaymentsEstimates(read: (path: string) => Promise<unknown>) {
  const cache = new Map<string, Cached>()

  const rateOf = (code: string, cents: number): Promise<Rate | null> => {
    const known = cache.get(code)
    if (known && known.until > Date.now()) return known.rate
    const cached: Cached = { rate: askForRate(read, code, cents), until: Number.POSITIVE_INFINITY }
    const holdFor = (ms: number) => {
      cached.until = Date.now() + ms
    }
    cached.rate.then(
      (rate) => holdFor(rate ? FRESH_MS : FAILED_MS),
      () => holdFor(0), // thrown where it is awaited
    )
    cache.set(code, cached)
    return cached.rate
  }

  return async (codes: readonly string[], cents: number, signal: AbortSignal): Promise<(string | null)[]> => {
    const gaveUp = abortOf(AbortSignal.any([signal, AbortSignal.timeout(WAIT_MS)]))
    const rates = await Promise.all(codes.map((code) => Promise.race([rateOf(code, cents), gaveUp])))
    return rates.map((rate) => rate && amountAt(rate, cents))
  }
}

/** Null when the provider cannot price the coin, or fails. */
async function askForRate(
  read: (path: string) => Promise<unknown>,
  code: string,
  cents: number,
): Promise<Rate | null> {
  try {
    const amount = (cents / 100).toFixed(2)
    const query = new URLSearchParams({ amount, currency_from: 'usd', currency_to: code })
    const { estimated_amount } = parsed(Estimate, await read(`/estimate?${query}`))
    const units = unitsOf(estimated_amount)
    return units && units > 0n ? { units, cents } : null
  } catch (error) {
    if (error instanceof ProviderError) return null
    throw error
  }
}

/** The provider's own figure for the requested amount. */
function amountAt({ units, cents }: Rate, requestedCents: number): string {
  if (cents === requestedCents) return decimalText(units)
  const requested = BigInt(cents) * STEP
  const steps = (units * BigInt(requestedCents) + requested - 1n) / requested
  return decimalText(steps * STEP)
}

const abortOf = (signal: AbortSignal): Promise<null> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve(null)
    signal.addEventListener('abort', () => resolve(null), { once: true })
  })
