import type { Config } from '../../config.ts'

/**
 * ES256, EdDSA and RS256: every authenticator supports one of them. Not the library's default: on a newer Node
 * that includes keys which an older Node cannot verify.
 */
export const ALGORITHMS = [-7, -8, -257]

/** How long a browser may wait for its user: the lifetime of a challenge. */
export const CHALLENGE_MINUTES = 5
export const TIMEOUT_MS = CHALLENGE_MINUTES * 60_000

/** The store's identity for authenticators: its host, and the one origin whose pages may ask. */
export function relyingParty({ publicUrl, STORE_NAME }: Config): {
  id: string
  name: string
  origin: string
} {
  const { hostname, origin } = new URL(publicUrl)
  return { id: hostname, name: STORE_NAME, origin }
}
