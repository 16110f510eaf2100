import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

/** Derives a key for one purpose from the store's secret, so that a signature of one kind is never good for another. */
export const keyFor = (secret: string, purpose: string): Buffer =>
  createHmac('sha256', secret).update(purpose).digest()

export const sha256 = (value: string | Buffer): Buffer => createHash('sha256').update(value).digest()

export const hmac = (key: string | Buffer, value: string | Buffer): Buffer =>
  createHmac('sha256', key).update(value).digest()

/** Constant time; unequal lengths are simply unequal. */
export const sameBytes = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b)
