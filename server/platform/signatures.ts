import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

/** Derives a key for one purpose from the store's secret, so that a signature of one kind is never good for another. */
export const keyFor = (secret: string, purpose: string): Buffer =>
  createHmac('sha256', secret).update(purpose).digest()

export const sha256 = (value: string | Buffer): Buffer => createHash('sha256').update(value).digest()

export const hmac = (key: string | Buffer, value: string | Buffer): Buffer =>
  createHmac('sha256', key).update(value).digest()

/** Compares in constant time; strings of different length are unequal. */
export const sameBytes = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b)

/**
 * Signs short texts for one purpose, such as the value of a cookie, and reads them back; null for one that this store did
 * not sign. Signatures by the previous secret are still valid (security H4).
 */
export function textSigner(secrets: readonly string[], purpose: string) {
  const keys = secrets.map((secret) => keyFor(secret, purpose))
  const [current = Buffer.alloc(0)] = keys
  const signatureOf = (key: Buffer, text: string) => hmac(key, text).toString('base64url')
  return {
    sign: (text: string): string => `${text}.${signatureOf(current, text)}`,
    read(signed: string): string | null {
      const at = signed.lastIndexOf('.')
      const [text, signature] = [signed.slice(0, Math.max(0, at)), Buffer.from(signed.slice(at + 1))]
      return keys.some((key) => sameBytes(Buffer.from(signatureOf(key, text)), signature)) ? text : null
    },
  }
}
