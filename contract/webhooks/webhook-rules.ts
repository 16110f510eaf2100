/** Event types, limits and words of webhooks. No zod: the browser loads this. */

/** What a developer's endpoint can be told of, in words for the page. */
export const EVENT_TYPES = {
  'order.paid': 'A copy of your games was paid for',
  'order.refunded': 'An order with your games was refunded, in whole or in part',
  'release.live': 'A release is open to all owners',
  'release.failed': 'A release did not pass its checks',
  'review.created': 'An owner wrote a review',
  'review.changed': 'An owner changed their review',
  'post.published': 'A post is out',
  'sale.started': 'A sale with your games began',
  'sale.ended': 'A sale with your games ended',
  'payout.sent': 'We sent you a payout',
  'game.moderation': 'We decided something about a game of yours',
} as const
export type EventType = keyof typeof EVENT_TYPES

/** What *Send a test* sends, whatever types an endpoint has. */
export const TEST_TYPE = 'endpoint.test'

export const WEBHOOK_LIMITS = {
  endpoints: 5,
  url: 500,
  name: 60,
  /** Sent to one endpoint at the same time. */
  atOnce: 4,
  /** Deliveries that wait for one endpoint; beyond that the oldest is dropped. */
  queue: 10_000,
  /** How long an answer may take. */
  timeoutSeconds: 15,
  /** Sent again by one press; the newest of more. */
  resentAtOnce: 1_000,
  /** How much of an answer is read, and how much of that is kept. */
  answerReadBytes: 4_096,
  answerKeptBytes: 1_024,
  logDays: 30,
  /** How long both signatures are sent after a secret was changed. */
  bothSecretsHours: 24,
  /** After so long without one success a mail, and after so many days the endpoint is switched off. */
  warnHours: 24,
  offDays: 5,
  page: 25,
  pageMax: 50,
} as const

const MINUTE = 60
const HOUR = 3_600

/** How long each try waits for the one before, in seconds; each wait is up to 20% shorter or longer (HO4). */
export const TRY_WAITS_SECONDS = [
  0,
  5,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
] as const
export const TRIES_MAX = TRY_WAITS_SECONDS.length

/** The ports that an endpoint can listen on. */
export const ENDPOINT_PORTS = ['', '443', '8443'] as const

export const ENDPOINT_STATES = {
  on: 'On',
  failing: 'Failing',
  paused: 'Paused',
  off: 'Off',
} as const
export type EndpointState = keyof typeof ENDPOINT_STATES

/** Why an endpoint was switched off. */
export const OFF_REASONS = {
  gone: 'It answered 410, which means that nothing is there anymore.',
  failing: `${WEBHOOK_LIMITS.offDays} days without one answer of 2xx.`,
  secret_lost: 'We could not open its secret. Change the secret, then turn it on.',
  suspended: 'The account was suspended.',
  closing: 'The account was to be deleted.',
  no_developer: 'The account is no longer a developer’s.',
} as const
export type OffReason = keyof typeof OFF_REASONS

/** `retrying`: a try failed, and another follows. `dropped`: more than the queue holds were waiting. */
export const DELIVERY_STATES = {
  waiting: 'Waiting',
  retrying: 'Trying again',
  delivered: 'Delivered',
  failed: 'Failed',
  dropped: 'Dropped',
} as const
export type DeliveryState = keyof typeof DELIVERY_STATES
/** What the filter *Failed* shows, and what can be sent again together. */
export const FAILED_STATES = ['retrying', 'failed', 'dropped'] as const satisfies readonly DeliveryState[]

/** Why a try has no answer. */
export const DELIVERY_FAILURES = {
  no_answer: `No answer within ${WEBHOOK_LIMITS.timeoutSeconds} seconds.`,
  unreachable: 'We could not connect.',
  unknown_name: 'The name of this host is unknown.',
  refused_address: 'This name leads to an address that is not public.',
  secret_lost: 'We could not open the secret of this endpoint.',
} as const
export type DeliveryFailure = keyof typeof DELIVERY_FAILURES

export const WEBHOOK_TEXT = {
  url: 'Enter an address that starts with https://.',
  urlTooLong: `Use up to ${WEBHOOK_LIMITS.url} characters.`,
  port: 'Use port 443 or 8443.',
  credentials: 'Leave out the name and password. Check our signature instead.',
  fragment: 'Leave out what follows the #.',
  refusedAddress: 'This address is not public. Use one that anyone on the internet can reach.',
  types: 'Choose at least one event.',
  tooMany: `You can have up to ${WEBHOOK_LIMITS.endpoints} endpoints. Remove one first.`,
  off: 'This endpoint is off or paused. Turn it on first.',
  sendingOff: 'This store sends no requests to other servers at present, so no webhooks go out.',
  kept: `Kept ${WEBHOOK_LIMITS.logDays} days. No delivery ever names a buyer. A redirect counts as failed.`,
  secretOnce: 'Copy the secret now. We show it only once.',
  bothSecrets: `For ${WEBHOOK_LIMITS.bothSecretsHours} hours we sign with the old secret too. Then the old one ends.`,
} as const

/** Why an address cannot be an endpoint, as far as its text tells; null for one that can. */
export function endpointUrlProblem(typed: string): string | null {
  if (typed.length > WEBHOOK_LIMITS.url) return WEBHOOK_TEXT.urlTooLong
  const url = URL.parse(typed)
  if (url?.protocol !== 'https:') return WEBHOOK_TEXT.url
  if (url.username !== '' || url.password !== '') return WEBHOOK_TEXT.credentials
  if (url.hash !== '') return WEBHOOK_TEXT.fragment
  return (ENDPOINT_PORTS as readonly string[]).includes(url.port) ? null : WEBHOOK_TEXT.port
}
