/** The rules of taking an account back. No zod: the browser loads this. */

/** How far back a key may be a stranger's: what is older is not offered for removal, and proves who the owner is. */
export const RECENT_DAYS = 30

/** What nobody could pass who took the account back logs nobody in, and is removed after so many hours. */
export const UNPROVEN_HOURS = 24

/** The emails whose links take an account back: of a changed address, and of a log-in from a new browser. */
export const TAKE_BACK_LINKS = ['undo', 'not-me'] as const
export type TakeBackLink = (typeof TAKE_BACK_LINKS)[number]

/** What can be removed, as its owner reads it. */
export const RECENT_KEYS = {
  passkey: 'Passkey',
  second_step: 'Two-step verification',
  recovery_codes: 'Recovery codes',
  session: 'Log-in',
  email_change: 'Email change',
  payout_address: 'Payout address',
} as const
export type RecentKeyKind = keyof typeof RECENT_KEYS

export const PROOF_MISSING =
  'First confirm with a code or a passkey that is older than 30 days: no stranger added that one.'
