import { CompactEncrypt, compactDecrypt } from 'jose'
import { keyFor } from './signatures.ts'

/** The purpose and subject of a sealed text. A text sealed for another purpose or subject does not open. */
export type Sealing = { purpose: string; subject?: string }

/** A text as it is stored: encrypted and signed. @param secrets the store's, the current one first */
export const sealText = (
  secrets: readonly string[],
  { purpose, subject }: Sealing,
  text: string,
): Promise<string> =>
  new CompactEncrypt(new TextEncoder().encode(text))
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', ...(subject !== undefined && { sub: subject }) })
    .encrypt(keyFor(secrets[0] as string, purpose)) // readConfig gives at least one

/** The original text; null when none of the store's secrets opens it. */
export async function openText(
  secrets: readonly string[],
  { purpose, subject }: Sealing,
  sealed: string,
): Promise<string | null> {
  for (const secret of secrets) {
    const opened = await compactDecrypt(sealed, keyFor(secret, purpose)).catch(() => null)
    if (opened && opened.protectedHeader.sub === subject) return new TextDecoder().decode(opened.plaintext)
  }
  return null
}

/** Sealed with the current secret, with a previous one, or with none of this store's. */
export type SealedWith = 'current' | 'previous' | 'lost'

/** Which of the secrets, the current one first, opens a sealed text. */
export async function sealedWith(
  secrets: readonly string[],
  sealing: Sealing,
  sealed: string,
): Promise<SealedWith> {
  if ((await openText(secrets.slice(0, 1), sealing, sealed)) !== null) return 'current'
  return (await openText(secrets.slice(1), sealing, sealed)) === null ? 'lost' : 'previous'
}
