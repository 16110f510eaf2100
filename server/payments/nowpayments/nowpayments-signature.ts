import { createHmac } from 'node:crypto'
import { sameBytes } from '../../platform/signatures.ts'

export const NOWPAYMENTS_SIGNATURE_HEADER = 'x-nowpayments-sig'

const BODY_BYTES_MAX = 64 * 1024
const DEPTH_MAX = 16

/**
 * Whether NOWPayments signed these bytes, or their canonical form: JSON without spaces, the keys of every object sorted.
 * Real bodies arrive canonical; both forms prove knowledge of the secret over the same content.
 * @param given the header `x-nowpayments-sig`: 128 hex digits of HMAC-SHA512
 */
export function nowpaymentsSignatureHolds(secret: string, given: unknown, rawBody: Buffer): boolean {
  // Node's hex decoding stops silently at the first invalid character, so the format is checked first.
  if (typeof given !== 'string' || !/^[0-9a-f]{128}$/i.test(given)) return false
  if (rawBody.length > BODY_BYTES_MAX) return false
  const signature = Buffer.from(given, 'hex')
  const signs = (content: Buffer | string) =>
    sameBytes(signature, createHmac('sha512', secret.trim()).update(content).digest())
  if (signs(rawBody)) return true
  const canonical = canonicalJson(rawBody.toString('utf8'))
  return canonical !== null && signs(canonical)
}

/** Null for invalid JSON, or for JSON nested deeper than any message, which would overflow the stack. */
export function canonicalJson(text: string): string | null {
  try {
    return JSON.stringify(sorted(JSON.parse(text), 0))
  } catch {
    return null
  }
}

function sorted(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (depth === DEPTH_MAX) throw new RangeError('too deep')
  if (Array.isArray(value)) return value.map((one) => sorted(one, depth + 1))
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
  // Not by assignment, which would set the prototype for a key named __proto__.
  return Object.fromEntries(entries.map(([key, inner]) => [key, sorted(inner, depth + 1)]))
}
