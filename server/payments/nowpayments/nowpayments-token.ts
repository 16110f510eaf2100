import { z } from 'zod'
import { askProvider } from '../provider-http.ts'
import { parsed } from '../provider-json.ts'

/** NOWPayments' tokens expire after 5 minutes. */
const TOKEN_MS = 4 * 60_000

const Token = z.object({ token: z.string().min(1) })

/**
 * The bearer token of a dashboard's login: fetched once and used until shortly before it expires. After a failure the next
 * caller fetches it again.
 */
export function nowpaymentsToken(
  apiUrl: string,
  { email, password }: { email: string; password: string },
  now: () => number = Date.now,
): (signal?: AbortSignal) => Promise<string> {
  let known: { token: Promise<string>; until: number } | null = null
  const fetchToken = async (signal: AbortSignal | undefined) => {
    const answer = await askProvider(`${apiUrl}/auth`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
      signal,
    })
    return parsed(Token, answer).token
  }
  return async (signal) => {
    if (!known || known.until <= now()) known = { token: fetchToken(signal), until: now() + TOKEN_MS }
    const { token } = known
    return token.catch((error) => {
      known = null
      throw error
    })
  }
}
