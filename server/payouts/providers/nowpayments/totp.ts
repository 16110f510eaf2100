import { createHmac } from 'node:crypto'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
export const STEP_MS = 30_000

/** The bytes of a secret as authenticator apps show it: Base32, in groups and any case. @throws when it is not Base32 */
export function secretBytes(base32: string): Buffer {
  const letters = base32.replace(/[\s=-]/g, '').toUpperCase()
  if (!/^[A-Z2-7]{16,}$/.test(letters)) throw new Error('the secret of the second factor is not Base32')
  const bits = [...letters].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** The 30 s time step of a moment. */
export const stepAt = (moment: Date): number => Math.floor(moment.getTime() / STEP_MS)

/** The six digits of a step: TOTP (RFC 6238) with SHA-1. */
export function codeOfStep(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', secret).update(counter).digest()
  const offset = (digest.at(-1) ?? 0) & 15
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}
