import { BrokenCircuitError, CircuitState, ConsecutiveBreaker, circuitBreaker, handleAll } from 'cockatiel'
import type { FastifyBaseLogger } from 'fastify'
import type { PaymentProvider } from './provider.ts'
import { type Guard, guardOfCall, ProviderError } from './provider-http.ts'

const FAILURES_MAX = 3
const REST_MS = 30_000

/**
 * Whether a provider is called (`closed`), not called after failures (`open`), or tried with one request (`half-open`), and
 * since when it works or fails.
 */
export type Health = { state: 'closed' | 'open' | 'half-open'; since: Date }
export type GuardedProvider = PaymentProvider & { health(): Health }

/**
 * Puts a provider behind a circuit breaker: after three consecutive calls without a response, or with 429 or 5xx, its methods
 * fail at once, so the buyer goes to another provider without waiting. After 30 s, times `pollScale`, one request
 * is let through, and its outcome decides. A refusal (4xx) counts as a response.
 */
export function guarded(provider: PaymentProvider, pollScale: number, log: Log): GuardedProvider {
  const { guard, health } = circuitOf(provider.name, REST_MS * pollScale, log)
  const behind =
    <Input extends unknown[], Output>(method: (...input: Input) => Promise<Output>) =>
    async (...input: Input): Promise<Output> => {
      if (health().state === 'open') throw circuitOpen(provider.name)
      return guardOfCall.run(guard, () => method(...input))
    }
  const { cancelInvoice, listCoins, chooseCoin } = provider
  return {
    ...provider,
    health,
    createInvoice: behind(provider.createInvoice),
    findInvoices: behind(provider.findInvoices),
    readBack: behind(provider.readBack),
    check: behind(provider.check),
    minimumCents: behind(provider.minimumCents),
    ...(cancelInvoice && { cancelInvoice: behind(cancelInvoice) }),
    ...(listCoins && { listCoins: behind(listCoins) }),
    ...(chooseCoin && { chooseCoin: behind(chooseCoin) }),
  }
}

type Log = Pick<FastifyBaseLogger, 'warn'>

function circuitOf(provider: string, restMs: number, log: Log): { guard: Guard; health(): Health } {
  const breaker = circuitBreaker(handleAll, {
    halfOpenAfter: restMs,
    breaker: new ConsecutiveBreaker(FAILURES_MAX),
  })
  let openedAt = 0
  let isDown = false
  let since = new Date()
  breaker.onBreak(() => {
    openedAt = Date.now()
    if (isDown) return // a failed try does not start a new outage
    isDown = true
    since = new Date(openedAt)
    log.warn({ provider }, 'a payment provider failed too often and is asked rarely')
  })
  breaker.onReset(() => {
    isDown = false
    since = new Date()
    log.warn({ provider }, 'a payment provider works again')
  })
  const stateNow = (): Health['state'] => {
    if (breaker.state === CircuitState.Closed) return 'closed'
    return breaker.state === CircuitState.Open && Date.now() - openedAt < restMs ? 'open' : 'half-open'
  }
  return {
    async guard(ask) {
      if (breaker.state === CircuitState.HalfOpen) throw circuitOpen(provider) // nobody waits for another caller's try
      const answer = await breaker
        .execute(() => answerOf(ask))
        .catch((error) => {
          throw error instanceof BrokenCircuitError ? circuitOpen(provider) : error
        })
      if ('refusal' in answer) throw answer.refusal
      return answer.value
    },
    health: () => ({ state: stateNow(), since }),
  }
}

const circuitOpen = (provider: string) =>
  new ProviderError(`the circuit of ${provider} is open: it failed too often`)

/** @throws only errors that show that the provider does not work */
async function answerOf<T>(ask: () => Promise<T>): Promise<{ value: T } | { refusal: unknown }> {
  try {
    return { value: await ask() }
  } catch (error) {
    if (isOutage(error)) throw error
    return { refusal: error }
  }
}

const isOutage = (error: unknown): boolean =>
  error instanceof ProviderError && (error.status === null || error.status === 429 || error.status >= 500)
