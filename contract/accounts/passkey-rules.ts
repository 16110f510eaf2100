/** The rules of passkeys, for the browser's forms and the server. No zod: the browser loads this. */

import { lengthProblem } from '../text/text-length.ts'

export const PASSKEYS_MAX = 20
export const PASSKEY_NAME_MAX = 40

/** The problem of a passkey's name. An empty one is allowed: the store then uses the browser's. */
export const passkeyNameProblem = (name: string): string | null =>
  lengthProblem(name.trim(), PASSKEY_NAME_MAX, `Please use at most ${PASSKEY_NAME_MAX} characters.`)

/** As above, for a passkey that already has a name. */
export const newPasskeyNameProblem = (name: string): string | null =>
  name.trim() === '' ? 'Please enter a name.' : passkeyNameProblem(name)
