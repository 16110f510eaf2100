import type { Config } from '../../config.ts'

/**
 * ES256, EdDSA and RS256, which every authenticator knows one of. Not what the library offers by default: on a newer Node
 * that holds keys which an older one cannot check.
 */
export const ALGORITHMS = [-7, -8, -257]

/** How long a browser may wait for its user; as long as a challenge lives. */
export const CHALLENGE_MINUTES = 5
export const TIMEOUT_MS = CHALLENGE_MINUTES * 60_000

/** As whom authenticators know this store: its host, and the one origin whose pages may ask. */
export function relyingParty({ publicUrl, STORE_NAME }: Config): {
  id: string
  name: string
  origin: string
} {
  const { hostname, origin } = new URL(publicUrl)
  return { id: hostname, name: STORE_NAME, origin }
}
