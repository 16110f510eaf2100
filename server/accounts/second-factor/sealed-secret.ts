import { CompactEncrypt, compactDecrypt } from 'jose'
import { unavailable } from '../../platform/http/errors/errors.ts'
import { keyFor } from '../../platform/signatures.ts'

const keyOf = (secret: string): Buffer => keyFor(secret, 'authenticator')

/** An authenticator's secret as it is stored: encrypted, for this account alone. @param keys the store's secrets, the current one first */
export const sealSecret = (keys: readonly string[], accountId: string, secret: string): Promise<string> =>
  new CompactEncrypt(new TextEncoder().encode(secret))
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', sub: accountId })
    .encrypt(keyOf(keys[0] as string)) // readConfig gives at least one

/**
 * The secret again, in Base32.
 * @throws HttpError 503 `authenticator_unreadable` when none of the store's secrets opens it, or it is another account's
 */
export async function openSecret(
  keys: readonly string[],
  accountId: string,
  sealed: string,
): Promise<string> {
  for (const key of keys) {
    const opened = await compactDecrypt(sealed, keyOf(key)).catch(() => null)
    if (opened && opened.protectedHeader.sub === accountId) return new TextDecoder().decode(opened.plaintext)
  }
  throw unavailable(
    'We can’t check codes from your app right now. Please contact support.',
    'authenticator_unreadable',
    300,
  )
}
