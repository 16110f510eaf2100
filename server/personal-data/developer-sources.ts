import { levelInWords, themeInWords } from './code-words.ts'
import { ADMINS, INTERNAL, NOTES, OTHERS, SECRET, sourcesOf } from './export-source.ts'

const GAMES = '(select id from games where developer_id = $account)'

/** What it published and earned. */
export const DEVELOPER_SOURCES = sourcesOf('developer_id = $account', [
  {
    table: 'sell_requests',
    file: 'developer/requests-to-sell.json',
    about: 'Your requests to sell games, and what we answered.',
    columns: 'id account_id who links plans created_at decision decided_at reason',
    whose: 'account_id = $account',
  },
  {
    table: 'games',
    file: 'developer/games.json',
    about: 'Your games, with their texts and the addresses of their pictures.',
    columns:
      'id developer_id slug title description project_type stage category tags price_cents sale_price_cents sale_percent sale_ends_at lowest_price_cents is_free pay_what_you_want status archived_at archived_from suspended_at suspended_reason is_illegal review theme card cover screenshots page_bg buy_button demo_button devices sales popularity_cents revenue_cents old_builds storage_bytes_max created_at updated_at published_at',
    without: { 'search search_text warning_codes': INTERNAL },
  },
  {
    table: 'sales',
    file: 'developer/sales.json',
    about: 'The sales that you planned.',
    columns: 'id developer_id name percent price_cents begins_at ends_at created_at',
    without: { state: INTERNAL },
  },
  {
    table: 'sale_games',
    file: 'developer/games-on-sale.json',
    about: 'Which of your games were in which sale.',
    columns: 'sale_id game_id',
    whose: `game_id in ${GAMES}`,
    key: 'sale_id::text || game_id::text',
  },
  {
    table: 'discount_codes',
    file: 'developer/discount-codes.json',
    about: 'The discount codes that you made.',
    columns: 'id developer_id code percent amount_cents uses is_once is_for_all ends_at created_at',
  },
  {
    table: 'discount_code_games',
    file: 'developer/discount-code-games.json',
    about: 'Which of your games a code is good for.',
    columns: 'code_id game_id',
    whose: 'code_id in (select id from discount_codes where developer_id = $account)',
    key: 'code_id::text || game_id::text',
  },
  {
    table: 'bundles',
    file: 'developer/bundles.json',
    about: 'The bundles that you sold.',
    columns: 'id developer_id slug title price_cents ended_at created_at',
  },
  {
    table: 'bundle_games',
    file: 'developer/bundle-games.json',
    about: 'Which of your games are in which bundle.',
    columns: 'bundle_id game_id position',
    whose: 'bundle_id in (select id from bundles where developer_id = $account)',
    key: 'bundle_id::text || game_id::text',
  },
  {
    table: 'price_history',
    file: 'developer/prices.json',
    about: 'What your games cost, and since when.',
    columns: 'game_id since price_cents',
    whose: `game_id in ${GAMES}`,
    key: 'game_id::text || since::text',
  },
  {
    table: 'content_warnings',
    file: 'developer/content-warnings.json',
    about: 'What you said that your games contain.',
    columns: 'game_id theme level avoidable spoiler note answered_at',
    words: { theme: themeInWords, level: levelInWords },
    whose: `game_id in ${GAMES}`,
    key: "game_id::text || lpad(theme::text, 9, '0')",
  },
  {
    table: 'wanted_warnings',
    file: 'developer/wanted-warnings.json',
    about: 'Weaker warnings that you asked for, and that nobody has looked at yet.',
    columns: 'game_id theme level avoidable spoiler note wanted_at',
    words: { theme: themeInWords, level: levelInWords },
    whose: `game_id in ${GAMES}`,
    key: "game_id::text || lpad(theme::text, 9, '0')",
  },
  {
    table: 'reviewer_notes',
    file: 'developer/reviewer-notes.json',
    about: 'What you told those who look at your games before they are public.',
    columns: 'game_id adults_stated_at strongest_scene',
    whose: `game_id in ${GAMES}`,
    key: 'game_id::text',
  },
  {
    table: 'game_files',
    file: 'developer/files.json',
    about: 'The files of your games.',
    columns:
      'id game_id kind device custom_price_cents position created_at withdrawn_at left_base_at paused_at',
    whose: `game_id in ${GAMES}`,
  },
  {
    table: 'file_builds',
    file: 'developer/builds.json',
    about: 'Every version of each file, with its SHA-256.',
    columns:
      'id file_id name size_bytes sha256 created_at live_at replaced_at destroyed_at release_id contents',
    without: { storage_key: INTERNAL },
    whose: `file_id in (select id from game_files where game_id in ${GAMES})`,
  },
  {
    table: 'releases',
    file: 'developer/releases.json',
    about: 'The releases of your games, with their notes.',
    columns:
      'id game_id label summary notes known_problems saves saves_from same_as saves_note notify created_at opens_at live_at notes_edited_at withdrawn_at withdrawn_reason',
    without: { created_by: INTERNAL },
    whose: `game_id in ${GAMES}`,
  },
  {
    table: 'release_builds',
    file: 'developer/release-builds.json',
    about: 'Which builds each release holds.',
    columns: 'release_id file_id build_id',
    whose: `file_id in (select id from game_files where game_id in ${GAMES})`,
    key: 'release_id::text || file_id::text',
  },
  {
    table: 'finding_acks',
    file: 'developer/meant-so.json',
    about: 'Warnings of the checks before publishing of which you said that it is meant so.',
    columns: 'game_id build_id finding place sentence account_id reason acknowledged_at',
    whose: 'account_id = $account',
    key: "game_id::text || coalesce(build_id::text, '') || finding || place",
  },
  {
    table: 'explicit_cards',
    file: 'developer/explicit-cards.json',
    about: 'Whether the card and cover of your games are explicit, as you said.',
    columns: 'game_id card cover is_explicit answered_at',
    whose: `game_id in ${GAMES}`,
    key: 'game_id::text',
  },
  {
    table: 'uploads',
    file: 'developer/uploads.json',
    about: 'The files you uploaded.',
    columns: 'account_id name content_type size_bytes resumable created_at taken_at cancelled_at content',
    without: { temp_key: SECRET, storage_key: INTERNAL },
    whose: 'account_id = $account',
    key: 'temp_key::text',
  },
  {
    table: 'copyright_notices',
    file: 'developer/copyright-notices.json',
    about: 'Copyright notices about your games, what you answered and what came of it.',
    columns:
      'id number game_id title developer_id assets is_complete sent_at due_at confirmed_at state statement accepted_at single_admin counter countered_at restore_at court_reference court_on ended_at',
    without: { fields: OTHERS, 'entered_by decided_by': ADMINS, court_document: INTERNAL },
    whose: 'developer_id = $account and accepted_at is not null',
  },
  {
    table: 'paused_parts',
    file: 'developer/paused-parts.json',
    about: 'Pictures and texts of your games that a copyright notice has switched off.',
    columns: 'game_id key slot position picture description',
    without: { id: INTERNAL },
    whose: `game_id in ${GAMES}`,
    key: "lpad(id::text, 19, '0')",
  },
  {
    table: 'game_reviews',
    file: 'developer/reviews.json',
    about: 'When a game of yours was looked at.',
    columns:
      'id game_id reason is_before state round revision sent_at due_at seller_since decided_at apologized_at',
    without: { 'claimed_by claimed_until': ADMINS },
    whose: `game_id in ${GAMES}`,
  },
  {
    table: 'game_revisions',
    file: 'developer/revisions.json',
    about: 'What your game was like each time.',
    columns: 'review_id revision snapshot created_at',
    whose: `review_id in (select id from game_reviews where game_id in ${GAMES})`,
    key: "review_id::text || lpad(revision::text, 9, '0')",
  },
  {
    table: 'moderation_decisions',
    file: 'developer/decisions.json',
    about: 'What was decided about your games, and why.',
    columns:
      'id review_id game_id title developer_id kind rule rule_version assets points text revision statement decided_at single_admin own_initiative',
    without: {
      note: NOTES,
      decided_by: ADMINS,
      'case_id content_hash was_suspended_at was_suspended_reason was_illegal was_review': INTERNAL,
    },
    whose: "developer_id = $account and kind <> 'leave'",
  },
  {
    table: 'appeals',
    file: 'developer/appeals.json',
    about: 'Your appeals against decisions, and the answers.',
    columns: 'id decision_id developer_id text sent_at due_at outcome answer decided_at single_admin',
    without: { 'first_by decided_by': ADMINS, 'reporter_decision_id report_id': OTHERS },
    whose: 'developer_id = $account and decision_id is not null',
  },
  {
    table: 'ledger_entries',
    file: 'developer/ledger.csv',
    about: 'Your share of each sale and refund, in cents; what you earned is negative, as the books have it.',
    columns: 'order_id booking line account developer_id amount_cents item_position created_at',
    key: "concat_ws(' ', order_id, lpad(booking::text, 9, '0'), line, lpad(item_position::text, 9, '0'))",
  },
  {
    table: 'developer_balances',
    file: 'developer/balance.json',
    about: 'Your balance, in cents.',
    columns:
      'developer_id pending_cents reserve_cents available_cents in_payout_cents paid_cents given_up_cents',
    key: 'developer_id::text',
  },
  {
    table: 'balance_transfers',
    file: 'developer/balance.csv',
    about: 'Everything that moved it, in cents.',
    columns:
      'id developer_id kind source target amount_cents order_id booking item_position payout_id created_at',
    key: "lpad(id::text, 19, '0')",
  },
  {
    table: 'payout_addresses',
    file: 'developer/payout-addresses.json',
    about: 'Where your payouts go and went.',
    columns: 'id developer_id session_id coin address created_at usable_at replaced_at',
  },
  {
    table: 'payout_freezes',
    file: 'developer/payout-freeze.json',
    about: 'Since when your payouts are stopped, if they are.',
    columns: 'developer_id frozen_at',
    key: 'developer_id::text',
  },
  {
    table: 'payouts',
    file: 'developer/payouts.csv',
    about: 'Your payouts.',
    columns:
      'id number developer_id state amount_cents provider coin address address_usable_at rate coin_amount network_fee transaction_id block_reason drafted_at first_approved_at approved_at preparing_at releasing_at ended_at',
    without: {
      'previous_transfer_id transfer_id reference provider_status attempts asked was_refused next_look_at':
        INTERNAL,
      reason: NOTES,
      'first_approved_by approved_by': ADMINS,
    },
  },
])
