import { BrokenCircuitError, CircuitState, ConsecutiveBreaker, circuitBreaker, handleWhen } from 'cockatiel'
import type { PaymentProvider } from './provider.ts'
import { type Guard, guardOfCall, ProviderError } from './provider-http.ts'

const FAILURES_MAX = 3
const REST_MS = 30_000

/** Whether a provider is asked (`closed`), left alone after failures (`open`), or to be tried by one question (`half-open`). */
export type Health = { state: 'closed' | 'open' | 'half-open'; since: Date }
export type GuardedProvider = PaymentProvider & { health(): Health }

/**
 * Puts a provider behind a circuit breaker: after three questions in a row without an answer, or with 429 or 5xx, its methods
 * fail at once, so that a buyer is sent to another provider without waiting. After 30 s, times `pollScale`, one question
 * is let through, and its outcome decides. A refusal (4xx) is an answer.
 */
export function guarded(provider: PaymentProvider, pollScale: number): GuardedProvider {
  const restMs = REST_MS * pollScale
  const breaker = circuitBreaker(handleWhen(isOutage), {
    halfOpenAfter: restMs,
    breaker: new ConsecutiveBreaker(FAILURES_MAX),
  })
  let sinceMs = Date.now()
  breaker.onStateChange(() => {
    sinceMs = Date.now()
  })
  const leftAlone = () => new ProviderError(`${provider.name} is left alone: it failed too often`)
  const isLeftAlone = () => breaker.state === CircuitState.Open && Date.now() - sinceMs < restMs

  const stateNow = (): Health['state'] => {
    if (isLeftAlone()) return 'open'
    return breaker.state === CircuitState.Closed ? 'closed' : 'half-open'
  }

  const guard: Guard = async (run) => {
    if (breaker.state === CircuitState.HalfOpen) throw leftAlone() // nobody waits for another's try
    try {
      return await breaker.execute(run)
    } catch (error) {
      throw error instanceof BrokenCircuitError ? leftAlone() : error
    }
  }
  const behind =
    <Input extends unknown[], Output>(method: (...input: Input) => Promise<Output>) =>
    async (...input: Input): Promise<Output> => {
      if (isLeftAlone()) throw leftAlone()
      return guardOfCall.run(guard, () => method(...input))
    }

  const { cancelInvoice, listCoins, chooseCoin } = provider
  return {
    ...provider,
    health: () => ({ state: stateNow(), since: new Date(sinceMs) }),
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

const isOutage = (error: unknown): boolean =>
  error instanceof ProviderError && (error.status === null || error.status === 429 || error.status >= 500)
