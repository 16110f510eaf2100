import { askProvider, askProviderForText, ProviderError } from '../../payments/provider-http.ts'
import { PayoutRefused, PayoutUncertain } from './payout-provider.ts'

/** Not a no, though they begin with 4: time was over, it is there already, or it is too early to say. */
const DOUBTFUL = new Set([408, 409, 425, 429])

/** Whether a provider clearly said no. Whatever sounds as if it were done already is not a no. */
export const isRefusal = (error: unknown): error is ProviderError & { status: number } =>
  error instanceof ProviderError &&
  error.status !== null &&
  error.status >= 400 &&
  error.status < 500 &&
  !DOUBTFUL.has(error.status) &&
  !/already|duplicate/i.test(error.message)

type Call = { method: 'GET' | 'POST' | 'DELETE'; headers: Record<string, string>; body?: object }

/**
 * How a payout provider is asked: each call once, whatever becomes of it.
 * @param secrets what no error may repeat, should a provider quote it
 * @param deadline when a call that begins now is given up, where that is sooner than after 10 s
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

    /** For answers that are a word, or nothing. @throws ProviderError */
    askForText: (url: string, call: Call): Promise<string> => askProviderForText(url, asking(call)),

    /** A clear no to what is run is `PayoutRefused`. */
    async refusing<T>(run: () => Promise<T>): Promise<T> {
      try {
        return await run()
      } catch (error) {
        if (isRefusal(error)) throw new PayoutRefused(withoutSecrets(error))
        throw error
      }
    },

    /** All else that goes wrong, our own mistakes included, is `PayoutUncertain`: a call may have left before. */
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
