import { REAUTHENTICATION_NEEDED_CODE } from './reauthentication-rules.ts'

/** The code for an account that is being deleted; its owner can only cancel that, or export their data. */
export const ACCOUNT_CLOSED_CODE = 'account_closed'

/**
 * Codes of a 403 that first ask the user for something else: the session is valid, so a browser neither refreshes nor ends it
 * (requirements 2.6).
 */
export const PROOF_CODES: readonly string[] = [
  ACCOUNT_CLOSED_CODE,
  'password_needed',
  REAUTHENTICATION_NEEDED_CODE,
  'second_factor_needed',
  'second_factor_required',
]
