import { isIPv6 } from 'node:net'
import { RESEND_SECONDS } from '@nofiller/contract/accounts/account-rules'
import type { Limit } from '@nofiller/contract/call'
import { REVIEW_LIMITS } from '@nofiller/contract/reviews/review-rules'
import type { Pool } from 'pg'
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from 'rate-limiter-flexible'
import { logEvent } from '../telemetry/log.ts'
import { tooMany, unavailable } from './errors/errors.ts'

const MINUTE = 60
const HOUR = 3_600

type Allowance = {
  points: number
  seconds: number
  whenStoreIsDown: 'pass' | 'refuse'
  /** The message instead of "too many requests". */
  refusal?: string
  fixed?: true
}

const LOCKED = 'Too many failed log-ins. Use the link we can mail you, or try again later.'

const CODES_LOCKED = 'Too many wrong codes. Try again later, or log in with a passkey.'

/** Counters beyond a call's own: failures of one account, emails to one address, made-up download links. */
export type Counter =
  | Limit
  | 'bad-link'
  | 'login-failures'
  | 'login-failures-anywhere'
  | 'login-failures-known'
  | 'forgot-email'
  | 'feed'
  | 'code-pause'
  | 'codes'
  | 'codes-network'
  | 'codes-address'
  | 'confirmation'
  | 'confirmation-day'
  | 'second-factor'
  | 'recovery-code'
  | 'wrong-discount-code'
  | 'review'
  | 'review-network'
  | 'review-edit'
  | 'review-vote'

/** The rate limits (security G2); numbers are multiplied by RATE_LIMIT_SCALE, except the `fixed` ones of requirements 3.7 and 9.10. */
const ALLOWANCES: Record<Counter, Allowance> = {
  login: { points: 60, seconds: 15 * MINUTE, whenStoreIsDown: 'refuse' },
  'login-failures': { points: 10, seconds: 15 * MINUTE, whenStoreIsDown: 'refuse', refusal: LOCKED },
  'login-failures-anywhere': { points: 100, seconds: HOUR, whenStoreIsDown: 'refuse', refusal: LOCKED },
  'login-failures-known': { points: 10, seconds: 15 * MINUTE, whenStoreIsDown: 'refuse', refusal: LOCKED },
  register: { points: 10, seconds: HOUR, whenStoreIsDown: 'refuse' },
  verify: { points: 60, seconds: 15 * MINUTE, whenStoreIsDown: 'refuse' },
  'code-pause': { points: 1, seconds: RESEND_SECONDS, whenStoreIsDown: 'refuse', fixed: true },
  codes: { points: 10, seconds: 24 * HOUR, whenStoreIsDown: 'refuse', fixed: true },
  'codes-network': { points: 10, seconds: 24 * HOUR, whenStoreIsDown: 'refuse', fixed: true },
  'codes-address': { points: 50, seconds: 24 * HOUR, whenStoreIsDown: 'refuse', fixed: true },
  forgot: { points: 30, seconds: HOUR, whenStoreIsDown: 'refuse' },
  'forgot-email': { points: 3, seconds: HOUR, whenStoreIsDown: 'refuse' },
  refresh: { points: 60, seconds: MINUTE, whenStoreIsDown: 'pass' },
  follow: { points: 300, seconds: 10 * MINUTE, whenStoreIsDown: 'pass' },
  basket: { points: 300, seconds: 10 * MINUTE, whenStoreIsDown: 'pass' },
  wishlist: { points: 600, seconds: 10 * MINUTE, whenStoreIsDown: 'pass' },
  checkout: { points: 20, seconds: 10 * MINUTE, whenStoreIsDown: 'pass' },
  download: { points: 120, seconds: HOUR, whenStoreIsDown: 'pass' },
  'bad-link': { points: 60, seconds: HOUR, whenStoreIsDown: 'pass' },
  feed: { points: 120, seconds: HOUR, whenStoreIsDown: 'pass' },
  view: { points: 600, seconds: HOUR, whenStoreIsDown: 'pass' },
  'order-status': { points: 120, seconds: MINUTE, whenStoreIsDown: 'pass' },
  payment: { points: 240, seconds: MINUTE, whenStoreIsDown: 'pass' },
  'payment-coin': { points: 60, seconds: 10 * MINUTE, whenStoreIsDown: 'pass' },
  upload: { points: 60, seconds: HOUR, whenStoreIsDown: 'pass' },
  'upload-state': { points: 120, seconds: MINUTE, whenStoreIsDown: 'pass' },
  draft: { points: 600, seconds: HOUR, whenStoreIsDown: 'pass' },
  save: { points: 120, seconds: HOUR, whenStoreIsDown: 'pass' },
  limits: { points: 600, seconds: 10 * MINUTE, whenStoreIsDown: 'pass' },
  passkey: { points: 120, seconds: 15 * MINUTE, whenStoreIsDown: 'refuse' },
  'second-factor': { points: 10, seconds: 15 * MINUTE, whenStoreIsDown: 'refuse', refusal: CODES_LOCKED },
  'recovery-code': { points: 10, seconds: 15 * MINUTE, whenStoreIsDown: 'refuse', refusal: CODES_LOCKED },
  password: { points: 10, seconds: 15 * MINUTE, whenStoreIsDown: 'refuse' },
  report: { points: 20, seconds: 24 * HOUR, whenStoreIsDown: 'refuse' },
  confirmation: { points: 1, seconds: HOUR, whenStoreIsDown: 'refuse', fixed: true },
  'confirmation-day': { points: 3, seconds: 24 * HOUR, whenStoreIsDown: 'refuse', fixed: true },
  contact: { points: 5, seconds: HOUR, whenStoreIsDown: 'refuse' },
  'wrong-discount-code': {
    points: 20,
    seconds: HOUR,
    whenStoreIsDown: 'refuse',
    refusal: 'Too many wrong codes. Try again later.',
  },
  review: { points: REVIEW_LIMITS.newADay, seconds: 24 * HOUR, whenStoreIsDown: 'refuse', fixed: true },
  'review-network': { points: REVIEW_LIMITS.newADayNetwork, seconds: 24 * HOUR, whenStoreIsDown: 'refuse' },
  'review-edit': {
    points: REVIEW_LIMITS.editsADay,
    seconds: 24 * HOUR,
    whenStoreIsDown: 'refuse',
    fixed: true,
  },
  'review-vote': {
    points: REVIEW_LIMITS.votesADay,
    seconds: 24 * HOUR,
    whenStoreIsDown: 'refuse',
    fixed: true,
  },
  simulate: { points: 600, seconds: MINUTE, whenStoreIsDown: 'pass' },
}

export type RateLimits = {
  /** Counts one use. @throws HttpError 429 with the seconds to wait, 503 when the counter is down and the call must not pass */
  consume(counter: Counter, key: string): Promise<void>
  /** @throws HttpError 429 when nothing is left, without counting */
  check(counter: Counter, key: string): Promise<void>
  /** Seconds until a use is available again; 0 when one is, or when the counter is down. */
  secondsLeft(counter: Counter, key: string): Promise<number>
  reset(counter: Counter, key: string): Promise<void>
  /** Uncounts one use. */
  giveBack(counter: Counter, key: string): Promise<void>
}

type Log = { info(line: object, message: string): void }

/** Counters in memory for one process, or in PostgreSQL when several processes share a database. */
export async function openRateLimits(scale: number, shared: Pool | null, log: Log): Promise<RateLimits> {
  const limiters = new Map<Counter, RateLimiterAbstract>()
  for (const [counter, { points, seconds, fixed }] of Object.entries(ALLOWANCES) as [Counter, Allowance][]) {
    const options = {
      keyPrefix: counter,
      points: fixed ? points : Math.max(1, Math.round(points * scale)),
      duration: seconds,
    }
    limiters.set(counter, shared ? await inPostgres(shared, options) : new RateLimiterMemory(options))
  }
  const refuse = (counter: Counter, reason: unknown): void => {
    if (reason instanceof RateLimiterRes) {
      logEvent(log, 'limit_hit', { counter })
      throw tooMany(secondsOf(reason), ALLOWANCES[counter].refusal)
    }
    if (ALLOWANCES[counter].whenStoreIsDown === 'refuse')
      throw unavailable('This is not possible right now. Please try again in a moment.')
  }
  const limiterOf = (counter: Counter) => limiters.get(counter) as RateLimiterAbstract // every counter was created above

  return {
    async consume(counter, key) {
      await limiterOf(counter)
        .consume(key)
        .catch((reason) => refuse(counter, reason))
    },
    async check(counter, key) {
      const used = await limiterOf(counter)
        .get(key)
        .catch((reason) => refuse(counter, reason))
      if (used && used.remainingPoints <= 0) refuse(counter, used)
    },
    async secondsLeft(counter, key) {
      const used = await limiterOf(counter)
        .get(key)
        .catch(() => null)
      return used && used.remainingPoints <= 0 ? secondsOf(used) : 0
    },
    async giveBack(counter, key) {
      await limiterOf(counter)
        .reward(key)
        .catch(() => undefined) // as above
    },
    async reset(counter, key) {
      await limiterOf(counter)
        .delete(key)
        .catch(() => undefined) // at worst the counter expires by itself
    },
  }
}

const secondsOf = ({ msBeforeNext }: RateLimiterRes): number => Math.max(1, Math.ceil(msBeforeNext / 1000))

function inPostgres(
  pool: Pool,
  options: { keyPrefix: string; points: number; duration: number },
): Promise<RateLimiterPostgres> {
  return new Promise((resolve, reject) => {
    const limiter = new RateLimiterPostgres(
      { ...options, storeClient: pool, tableName: 'rate_limits' },
      (error) => (error ? reject(error) : resolve(limiter)),
    )
  })
}

/**
 * The counter's key for an address: IPv4 unchanged (also when mapped into IPv6), IPv6 by its /64, without the port that some
 * proxies add (security G1).
 */
export function addressKey(forwarded: string): string {
  const ip = forwarded.replace(/^\[([^\]]*)\](?::\d+)?$/, '$1').replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)
  if (mapped?.[1]) return mapped[1]
  if (!isIPv6(ip)) return ip
  const [head = '', tail] = ip.split('%')[0]?.split('::') ?? []
  const left = head.split(':').filter(Boolean)
  const right = tail === undefined ? [] : tail.split(':').filter(Boolean)
  const groups =
    tail === undefined
      ? left
      : [...left, ...Array(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right]
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}
