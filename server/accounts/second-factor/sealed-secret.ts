import { unavailable } from '../../platform/http/errors/errors.ts'
import { openText, type Sealing, sealText } from '../../platform/sealed-text.ts'

/** For one account only. */
export const authenticatorOf = (accountId: string): Sealing => ({
  purpose: 'authenticator',
  subject: accountId,
})

/** An authenticator's secret as it is stored. @param keys the store's secrets, the current one first */
export const sealSecret = (keys: readonly string[], accountId: string, secret: string): Promise<string> =>
  sealText(keys, authenticatorOf(accountId), secret)

/**
 * The secret again, in Base32.
 * @throws HttpError 503 `authenticator_unreadable` when none of the store's secrets opens it, or it is another account's
 */
export async function openSecret(
  keys: readonly string[],
  accountId: string,
  sealed: string,
): Promise<string> {
  const secret = await openText(keys, authenticatorOf(accountId), sealed)
  if (secret !== null) return secret
  throw unavailable(
    'We can’t check codes from your app right now. Please contact support.',
    'authenticator_unreadable',
    300,
  )
}
