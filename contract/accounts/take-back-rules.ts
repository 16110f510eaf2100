/** The rules of account recovery. No zod: the browser loads this. */

/** How far back a key may be a stranger's: an older one is not offered for removal, and proves the owner's identity. */
export const RECENT_DAYS = 30

/** A recently added key that could not be proved during recovery cannot log in, and is removed after this many hours. */
export const UNPROVEN_HOURS = 24

/** The emails with recovery links: about a changed address, and about a login from a new browser. */
export const TAKE_BACK_LINKS = ['undo', 'not-me'] as const
export type TakeBackLink = (typeof TAKE_BACK_LINKS)[number]

/** What can be removed, in words for the owner. */
export const RECENT_KEYS = {
  passkey: 'Passkey',
  second_step: 'Two-step verification',
  recovery_codes: 'Recovery codes',
  session: 'Log-in',
  email_change: 'Email change',
  payout_address: 'Payout address',
  private_feed: 'Private feed',
  endpoint: 'Webhook endpoint',
} as const
export type RecentKeyKind = keyof typeof RECENT_KEYS

export const PROOF_MISSING =
  'First confirm with a code or a passkey that is older than 30 days: no stranger added that one.'
