import passwords from './common-passwords.json' with { type: 'json' }

/**
 * The passwords of 8 characters and more that leaks hold most often, in lower case: those of the list of @zxcvbn-ts/language-common (MIT).
 * Some 80 kB when compressed: a page loads it once somebody chooses a password.
 */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(passwords)
