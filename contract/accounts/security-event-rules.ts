/** Security events of an account, in words for its owner. */
export const SECURITY_EVENTS = {
  signed_up: 'Signed up',
  logged_in: 'Logged in with password',
  logged_in_with_code: 'Logged in with password and code',
  logged_in_remembered: 'Logged in with password on a remembered device',
  logged_in_with_passkey: 'Logged in with a passkey',
  device_remembered: 'Device remembered for 30 days',
  log_in_disowned: 'You reported a log-in that wasn’t you, and we logged out every browser',
  keys_suspended:
    'Two-step verification and passkeys to be removed in 24 hours, because you took your account back',
  keys_removed: 'Two-step verification removed, because you took your account back',
  wrong_code: 'Wrong code',
  recovery_code_used: 'Recovery code used',
  password_changed: 'Password changed',
  password_reset: 'Password set by a link we emailed',
  email_changed: 'Email address changed',
  email_undone: 'Account taken back by the link to your old email address',
  passkey_added: 'Passkey added',
  passkey_removed: 'Passkey removed',
  second_factor_on: 'Authenticator app connected',
  second_factor_off: 'Two-step verification turned off',
  second_factor_reset: 'Two-step verification turned off by the store',
  second_factor_removal_asked: 'Two-step verification reported lost, to be removed in 7 days',
  second_factor_removal_stopped: 'Two-step verification kept',
  second_factor_removed: 'Two-step verification removed, because it was lost',
  recovery_codes_renewed: 'New recovery codes made',
  payout_address_changed: 'Payout address changed',
  feed_made: 'Address of your private feed made',
  endpoint_added: 'Webhook endpoint added',
  endpoint_changed: 'Webhook endpoint changed',
  endpoint_removed: 'Webhook endpoint removed',
  endpoint_secret_changed: 'Secret of a webhook endpoint changed',
  session_ended: 'A browser was logged out',
  session_stolen: 'A browser was logged out, because its log-in may have been copied',
  sessions_ended: 'Logged out everywhere',
  sessions_ended_by_store: 'Logged out everywhere by the store',
} as const

export type SecurityEventKind = keyof typeof SECURITY_EVENTS

/** Events that deserve a second look. */
export const ALARMING: readonly SecurityEventKind[] = [
  'wrong_code',
  'session_stolen',
  'keys_suspended',
  'second_factor_removal_asked',
]
