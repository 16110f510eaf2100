/** Names, limits and words of payouts. No zod: the browser loads this. */

/** The states of a payout, in sequence; the last three are final. */
export const PAYOUT_STATES = [
  'DRAFT',
  'BLOCKED',
  'APPROVED',
  'PREPARING',
  'PREPARED',
  'RELEASING',
  'SENDING',
  'UNKNOWN',
  'PAID',
  'FAILED',
  'CANCELLED',
] as const
export type PayoutState = (typeof PAYOUT_STATES)[number]

/** Why a payout needs an admin. */
export const BLOCK_REASONS = [
  'by_admin',
  'suspended',
  'frozen',
  'screening_hit',
  'screening_unavailable',
  'shared_address',
  'over_payout_limit',
  'below_minimum',
  'provider_changed',
] as const
export type BlockReason = (typeof BLOCK_REASONS)[number]

export const BLOCK_TEXTS: Record<BlockReason, string> = {
  by_admin: 'Blocked by an admin.',
  suspended: 'The account is suspended.',
  frozen: 'The seller has frozen payouts.',
  screening_hit: 'The address is on the sanctions list.',
  screening_unavailable: 'The address could not be screened: the sanctions list is missing or too old.',
  shared_address: 'The address is also used by another seller.',
  over_payout_limit: 'It is above the limit for a single payout.',
  below_minimum: 'It is less than the provider can send.',
  provider_changed: 'The store now uses a different payout provider. An admin has to approve it again.',
}

/** The lists of `/admin/payouts`. */
export const PAYOUT_GROUPS = ['due', 'to_pay', 'person', 'running', 'done'] as const
export type PayoutGroup = (typeof PAYOUT_GROUPS)[number]

/** A manual payout being sent is not listed as running: it waits to be paid (`to_pay`), and then to be confirmed (`person`). */
export const GROUP_STATES: Record<PayoutGroup, readonly PayoutState[]> = {
  due: ['DRAFT'],
  to_pay: ['SENDING'],
  person: ['BLOCKED', 'UNKNOWN'],
  running: ['APPROVED', 'PREPARING', 'PREPARED', 'RELEASING', 'SENDING'],
  done: ['PAID', 'FAILED', 'CANCELLED'],
}

/** A payout's state in words for the developer. */
export const DEVELOPER_STATES: Record<PayoutState, string> = {
  DRAFT: 'Being prepared',
  BLOCKED: 'On hold',
  APPROVED: 'Being prepared',
  PREPARING: 'Being prepared',
  PREPARED: 'Being prepared',
  RELEASING: 'On its way',
  SENDING: 'On its way',
  UNKNOWN: 'Being checked',
  PAID: 'Paid',
  FAILED: 'Failed',
  CANCELLED: 'Cancelled',
}

/** The same for an admin. */
export const ADMIN_STATES: Record<PayoutState, string> = {
  DRAFT: 'Due',
  BLOCKED: 'Blocked',
  APPROVED: 'Approved',
  PREPARING: 'Approved',
  PREPARED: 'Prepared',
  RELEASING: 'Sending',
  SENDING: 'Sending',
  UNKNOWN: 'No clear answer',
  PAID: 'Paid',
  FAILED: 'Failed',
  CANCELLED: 'Cancelled',
}

/** Why a developer cannot request a payout now, each with its fix. */
export const NO_PAYOUT_REASONS = [
  'no_address',
  'address_on_hold',
  'keys_changed',
  'frozen',
  'below_minimum',
  'under_way',
] as const
export type NoPayoutReason = (typeof NO_PAYOUT_REASONS)[number]

export const NO_PAYOUT_TEXTS: Record<NoPayoutReason, string> = {
  no_address: 'Add a payout address first.',
  address_on_hold: 'Your payout address is too new to be used.',
  keys_changed: 'Payouts wait, because your email, password or two-step verification was changed.',
  frozen: 'Payouts are frozen. Contact support to lift the freeze.',
  below_minimum: 'Your available balance is below the minimum.',
  under_way: 'A payout is already on its way.',
}

/** What two admins can attest about a payout that its provider cannot confirm. */
export const PAYOUT_OUTCOMES = ['paid', 'not_sent'] as const
export type PayoutOutcome = (typeof PAYOUT_OUTCOMES)[number]

/** A new payout address is usable after this time, */
export const COOL_DOWN_HOURS = 72
/** and after this time when password or email were changed within the same time before. */
export const COOL_DOWN_DAYS = 7

/** Payouts wait this long after the email or the second factor was changed, or a password was reset by email. */
export const KEY_CHANGE_HOURS = 72
/** The same after a lost second factor was removed, in days. */
export const FACTOR_REMOVAL_DAYS = 14

export const APPROVE_MAX = 100
export const TRANSACTION_ID_MAX = 120
export const NOTE_MAX = 500

/** The minimum number of payouts for the public median of the time from due to paid. */
export const MEDIAN_NEEDS = 10

/** `7Yw2nR…qNsP5r`: enough to recognize an address, too little to copy it. */
export const shortAddress = (address: string): string =>
  address.length <= 14 ? address : `${address.slice(0, 6)}…${address.slice(-6)}`

/** Monero has none: the page of one of its transactions shows neither its recipient nor its amount. */
const EXPLORERS: Record<string, string> = {
  Solana: 'https://solscan.io/tx/',
  Bitcoin: 'https://mempool.space/tx/',
  Litecoin: 'https://litecoinspace.org/tx/',
  Ethereum: 'https://etherscan.io/tx/',
  Tron: 'https://tronscan.org/#/transaction/',
  Dogecoin: 'https://dogechain.info/tx/',
}

/** The URL of a transaction on its network's explorer; null when there is none, or when the id is invalid. */
export const transactionUrl = (network: string, transactionId: string): string | null =>
  EXPLORERS[network] && /^\w{40,100}$/.test(transactionId) ? `${EXPLORERS[network]}${transactionId}` : null
