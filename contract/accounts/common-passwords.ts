import passwords from './common-passwords.json' with { type: 'json' }

/**
 * The most frequently leaked passwords of 8 characters and more, in lower case: those of the list of @zxcvbn-ts/language-common (MIT).
 * About 80 kB compressed: a page loads it when a user chooses a password.
 */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(passwords)
