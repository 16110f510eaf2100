import { Secret, TOTP } from 'otpauth'

/** The parameters that every authenticator app supports: 20 bytes, SHA-1, 6 digits, 30 s (RFC 6238). */
const SECRET_BYTES = 20
const PERIOD_SECONDS = 30
/** A clock may be one step off in either direction. */
const WINDOW = 1

const totp = (secret: string) =>
  new TOTP({ algorithm: 'SHA1', digits: 6, period: PERIOD_SECONDS, secret: Secret.fromBase32(secret) })

/** A new secret, in Base32. */
export const newSecret = (): string => new Secret({ size: SECRET_BYTES }).base32

/** The content of a QR code for an app. */
export const otpauthUrl = (secret: string, storeName: string, username: string): string =>
  new TOTP({
    issuer: storeName,
    label: username,
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD_SECONDS,
    secret: Secret.fromBase32(secret),
  }).toString()

/** The 30 s time step of a code, near a moment; null for a wrong code. */
export function stepOf(secret: string, code: string, moment: Date): number | null {
  const timestamp = moment.getTime()
  const delta = totp(secret).validate({ token: code, timestamp, window: WINDOW })
  return delta === null ? null : Math.floor(timestamp / 1000 / PERIOD_SECONDS) + delta
}
