import { BrokenCircuitError, CircuitState, ConsecutiveBreaker, circuitBreaker, handleWhen } from 'cockatiel'
import type { PaymentProvider } from './provider.ts'
import { type Guard, guardOfCall, ProviderError } from './provider-http.ts'

const FAILURES_MAX = 3
const REST_MS = 30_000

/**
 * Whether a provider is asked (`closed`), not asked after failures (`open`), or to be tried by one question (`half-open`), and
 * since when it works or does not.
 */
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
  let openedAt = 0
  let isDown = false
  let since = new Date()
  breaker.onBreak(() => {
    openedAt = Date.now()
    if (!isDown) since = new Date(openedAt) // a try that fails is no new outage
    isDown = true
  })
  breaker.onReset(() => {
    isDown = false
    since = new Date()
  })
  const circuitOpen = () => new ProviderError(`the circuit of ${provider.name} is open: it failed too often`)
  const isOpen = () => breaker.state === CircuitState.Open && Date.now() - openedAt < restMs

  const stateNow = (): Health['state'] => {
    if (isOpen()) return 'open'
    return breaker.state === CircuitState.Closed ? 'closed' : 'half-open'
  }

  const guard: Guard = async (run) => {
    if (breaker.state === CircuitState.HalfOpen) throw circuitOpen() // nobody waits for another's try
    try {
      return await breaker.execute(run)
    } catch (error) {
      throw error instanceof BrokenCircuitError ? circuitOpen() : error
    }
  }
  const behind =
    <Input extends unknown[], Output>(method: (...input: Input) => Promise<Output>) =>
    async (...input: Input): Promise<Output> => {
      if (isOpen()) throw circuitOpen()
      return guardOfCall.run(guard, () => method(...input))
    }

  const { cancelInvoice, listCoins, chooseCoin } = provider
  return {
    ...provider,
    health: () => ({ state: stateNow(), since }),
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
