import { CompactEncrypt, compactDecrypt } from 'jose'
import { keyFor } from './signatures.ts'

/** What a text is sealed for. One that was sealed for something else, or about somebody else, does not open. */
export type Sealing = { purpose: string; subject?: string }

/** A text as it is stored: encrypted and signed. @param secrets the store's, the present one first */
export const sealText = (
  secrets: readonly string[],
  { purpose, subject }: Sealing,
  text: string,
): Promise<string> =>
  new CompactEncrypt(new TextEncoder().encode(text))
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', ...(subject !== undefined && { sub: subject }) })
    .encrypt(keyFor(secrets[0] as string, purpose)) // readConfig gives at least one

/** The text again; null when none of the store's secrets opens it. */
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

/** With the present secret, with one before, or with none that this store has. */
export type SealedWith = 'current' | 'previous' | 'lost'

export async function sealedWith(
  secrets: readonly string[],
  sealing: Sealing,
  sealed: string,
): Promise<SealedWith> {
  if ((await openText(secrets.slice(0, 1), sealing, sealed)) !== null) return 'current'
  return (await openText(secrets.slice(1), sealing, sealed)) === null ? 'lost' : 'previous'
}
