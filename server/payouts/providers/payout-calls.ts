import { askProvider, askProviderForText, ProviderError } from '../../payments/provider-http.ts'
import { PayoutRefused, PayoutUncertain } from './payout-provider.ts'

/** Not refusals, although they are 4xx: a timeout, already done, or too early. */
const DOUBTFUL = new Set([408, 409, 425, 429])

/** Whether a provider clearly refused. Whatever could mean that it is already done is not a refusal. */
export const isRefusal = (error: unknown): error is ProviderError & { status: number } =>
  error instanceof ProviderError &&
  error.status !== null &&
  error.status >= 400 &&
  error.status < 500 &&
  !DOUBTFUL.has(error.status) &&
  !/already|duplicate/i.test(error.message)

type Call = { method: 'GET' | 'POST' | 'DELETE'; headers: Record<string, string>; body?: object }

/**
 * Calls a payout provider: each call once, whatever its outcome.
 * @param secrets must not appear in an error, even if a provider quotes them
 * @param deadline the deadline of a call that starts now, if it is sooner than 10 s
 */
export function payoutCalls({ secrets, deadline }: { secrets: string[]; deadline?: () => AbortSignal }) {
  const asking = ({ headers, body, method }: Call) => ({
    method,
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
    signal: deadline?.(),
  })

  const withoutSecrets = (error: unknown): string => {
    const said = error instanceof Error ? error.message : String(error)
    const known = secrets.filter((secret) => secret !== '')
    return known
      .reduce((text, secret) => text.replaceAll(secret, '[secret]'), said)
      .replace(/Bearer \S+/gi, 'Bearer [secret]')
  }

  return {
    /** @throws ProviderError */
    ask: (url: string, call: Call, responseBytesMax?: number): Promise<unknown> =>
      askProvider(url, { ...asking(call), ...(responseBytesMax && { responseBytesMax }) }),

    /** For responses that are a word, or empty. @throws ProviderError */
    askForText: (url: string, call: Call): Promise<string> => askProviderForText(url, asking(call)),

    /** Turns a clear refusal into `PayoutRefused`. */
    async refusing<T>(run: () => Promise<T>): Promise<T> {
      try {
        return await run()
      } catch (error) {
        if (isRefusal(error)) throw new PayoutRefused(withoutSecrets(error))
        throw error
      }
    },

    /** All other errors, the store's own bugs included, become `PayoutUncertain`: a call may have been sent before. */
    async orUncertain<T>(run: () => Promise<T>): Promise<T> {
      try {
        return await run()
      } catch (error) {
        if (error instanceof PayoutRefused || error instanceof PayoutUncertain) throw error
        throw new PayoutUncertain(withoutSecrets(error))
      }
    },
  }
}
