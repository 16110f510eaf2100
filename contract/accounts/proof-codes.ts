import { REAUTHENTICATION_NEEDED_CODE } from './reauthentication-rules.ts'

/** Of an account that waits for its deletion; its owner can only keep it, or take their data along. */
export const ACCOUNT_CLOSED_CODE = 'account_closed'

/**
 * Codes of a 403 that asks the user for something else first: the session is good, so a browser neither refreshes nor ends it
 * (requirements 2.6).
 */
export const PROOF_CODES: readonly string[] = [
  ACCOUNT_CLOSED_CODE,
  'password_needed',
  REAUTHENTICATION_NEEDED_CODE,
  'second_factor_needed',
  'second_factor_required',
]
