/**
 * Codes of a 403 that asks the user for another proof: the session is good, so a browser neither refreshes nor ends it
 * (requirements 2.6).
 */
export const PROOF_CODES: readonly string[] = [
  'password_needed',
  'reauthentication_needed',
  'second_factor_needed',
  'second_factor_required',
]
