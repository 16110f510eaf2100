import {
  type DeliveryFailure,
  type DeliveryState,
  TRIES_MAX,
  TRY_WAITS_SECONDS,
} from '@nofiller/contract/webhooks/webhook-rules'

/** How a try ended: with an answer, or why there is none. */
export type Outcome =
  | { status: number; answer: string; retryAfter: string | null }
  | { failure: DeliveryFailure }

/** What a try means for its delivery and its endpoint. */
export type AfterTry = {
  state: DeliveryState
  nextAt: Date | null
  /** Until when the endpoint gets nothing; null unless it asked for that. */
  slowUntil: Date | null
  offReason: 'gone' | 'secret_lost' | null
}

const JITTER = 0.2
const SLOW_DOWN = [429, 502, 504]
const SLOW_SECONDS = 60
const RETRY_AFTER_MAX_SECONDS = 86_400

/**
 * Decides by Standard Webhooks. Pure (HO4).
 * @param attempt the number of the try, from 1
 * @param chance from 0 to 1, for the jitter
 */
export function afterTry(outcome: Outcome, attempt: number, now: Date, chance: number): AfterTry {
  const nothing = { nextAt: null, slowUntil: null, offReason: null }
  if (isSuccess(outcome)) return { ...nothing, state: 'delivered' }
  if ('failure' in outcome && outcome.failure === 'secret_lost')
    return { ...nothing, state: 'failed', offReason: 'secret_lost' }
  if ('status' in outcome && outcome.status === 410) return { ...nothing, state: 'failed', offReason: 'gone' }
  const asked = 'status' in outcome ? secondsAsked(outcome.retryAfter, now) : null
  const isSlow = 'status' in outcome && SLOW_DOWN.includes(outcome.status)
  const slowUntil = isSlow ? secondsAfter(now, asked ?? SLOW_SECONDS) : null
  if (attempt >= TRIES_MAX) return { ...nothing, state: 'failed', slowUntil }
  const wait = (TRY_WAITS_SECONDS[attempt] ?? 0) * (1 - JITTER + 2 * JITTER * chance)
  return {
    state: 'retrying',
    nextAt: secondsAfter(now, Math.max(wait, asked ?? 0)),
    slowUntil,
    offReason: null,
  }
}

/** 2xx alone; a redirect is a failure. */
export const isSuccess = (outcome: Outcome): boolean =>
  'status' in outcome && outcome.status >= 200 && outcome.status < 300

/** When the last try of a delivery is due without jitter; null when none follows. */
export const givesUpAt = (attempt: number, nextAt: Date | null): Date | null =>
  nextAt &&
  secondsAfter(
    nextAt,
    TRY_WAITS_SECONDS.slice(attempt + 1).reduce<number>((sum, seconds) => sum + seconds, 0),
  )

/** `Retry-After` in seconds: a number of them, or a date. At most a day, and null for what is neither. */
function secondsAsked(retryAfter: string | null, now: Date): number | null {
  if (retryAfter === null) return null
  const seconds = /^\d{1,9}$/.test(retryAfter)
    ? Number(retryAfter)
    : (Date.parse(retryAfter) - now.getTime()) / 1_000
  return Number.isNaN(seconds) ? null : Math.min(Math.max(seconds, 0), RETRY_AFTER_MAX_SECONDS)
}

const secondsAfter = (from: Date, seconds: number): Date => new Date(from.getTime() + seconds * 1_000)
