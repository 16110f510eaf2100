import { createSecretKey } from 'node:crypto'
import { decodeProtectedHeader, jwtVerify, SignJWT } from 'jose'
import type { Clock } from '../../platform/clock.ts'
import { keyFor, sha256 } from '../../platform/signatures.ts'

const MINUTES = 15
const TYPE = 'at+jwt'
const ISSUER = 'nofiller'
const AUDIENCE = 'nofiller-api'

export type AccessTokens = {
  sign(sessionId: string): Promise<string>
  /** The session of a token, or null for anything but a valid token of the store. */
  verify(token: string): Promise<string | null>
}

/** Signed tokens of 15 minutes: one algorithm, a key id, and the session; all else is read from the database (security A8). */
export function accessTokens(secrets: readonly string[], clock: Clock): AccessTokens {
  const keys = secrets.map((secret) => {
    const bytes = keyFor(secret, 'access-token')
    return { id: sha256(bytes).toString('base64url').slice(0, 8), key: createSecretKey(bytes) }
  })
  const [current] = keys
  if (!current) throw new Error('access tokens need a secret')

  return {
    sign: (sessionId) => {
      const now = clock()
      return new SignJWT({})
        .setProtectedHeader({ alg: 'HS256', typ: TYPE, kid: current.id })
        .setSubject(sessionId)
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setIssuedAt(now)
        .setExpirationTime(new Date(now.getTime() + MINUTES * 60_000))
        .sign(current.key)
    },
    verify: async (token) => {
      try {
        const { kid } = decodeProtectedHeader(token)
        const known = keys.find((key) => key.id === kid)
        if (!known) return null
        const options = {
          algorithms: ['HS256'],
          typ: TYPE,
          issuer: ISSUER,
          audience: AUDIENCE,
          currentDate: clock(),
          requiredClaims: ['exp', 'sub'],
        }
        const { payload } = await jwtVerify(token, known.key, options)
        return payload.sub ?? null
      } catch {
        return null // every invalid token means the same: not signed in
      }
    },
  }
}
