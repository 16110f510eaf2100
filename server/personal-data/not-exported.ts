/** The tables of which an export holds nothing, each with the reason. */
const SECRETS = 'secrets, or hashes of them'
const COUNTS = 'counts, of nobody in particular'
const STORE = 'about the store and nobody else'
const REPEATED = 'what other files hold, in another form'
const NOTES = 'notes of the store for itself'
const BEFORE = 'of a time before the account'

export const NOT_EXPORTED: Readonly<Record<string, string>> = {
  audit_chain: STORE,
  email_codes: SECRETS,
  facet_counts: COUNTS,
  featured_games: STORE,
  file_days: COUNTS,
  game_days: COUNTS,
  game_downloaders: REPEATED,
  game_downloads: COUNTS,
  game_holds: 'reports of other people',
  game_revisions_seen: NOTES,
  game_sections: STORE,
  game_tags: REPEATED,
  held_earnings: REPEATED,
  held_reserves: REPEATED,
  kysely_migration: STORE,
  kysely_migration_lock: STORE,
  names: REPEATED,
  news_issues: STORE,
  order_notes: NOTES,
  page_referrers: COUNTS,
  page_views: COUNTS,
  authenticator_setups: SECRETS,
  blocked_hashes: STORE,
  pending_logins: SECRETS,
  payment_pages: SECRETS,
  payout_control: STORE,
  payout_events: REPEATED,
  payout_evidence: NOTES,
  payout_freeze_links: SECRETS,
  payout_quotes: STORE,
  provider_messages: REPEATED,
  provider_readings: REPEATED,
  reconciliations: STORE,
  refresh_tokens: SECRETS,
  registration_codes: SECRETS,
  registrations: BEFORE,
  sandbox_invoices: 'the payment provider of the demo',
  sandbox_payouts: 'the payment provider of the demo',
  search_words: COUNTS,
  store_days: COUNTS,
  transparency_periods: COUNTS,
  view_marks: COUNTS,
  view_salts: SECRETS,
  webauthn_challenges: SECRETS,
}
