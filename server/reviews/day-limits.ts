import { showUtcMoment } from '@nofiller/contract/text/time'
import { tooMany } from '../platform/http/errors/errors.ts'
import { addressKey } from '../platform/http/rate-limits.ts'
import type { Store } from '../store.ts'

/**
 * Counts one of the things that an account does some times a day (RV16).
 * @throws HttpError 429 with the time from which on it may again
 */
export async function countInDay(
  { rateLimits, clock }: Pick<Store, 'rateLimits' | 'clock'>,
  counter: 'review' | 'review-edit' | 'review-vote',
  accountId: string,
): Promise<void> {
  const seconds = await rateLimits.secondsLeft(counter, accountId)
  if (seconds > 0) {
    const from = new Date(clock().getTime() + seconds * 1_000)
    throw tooMany(seconds, `That is enough for a day. You can go on from ${showUtcMoment(from)}.`)
  }
  await rateLimits.consume(counter, accountId)
}

/** Counts a new review of a network, for those who have many accounts (PR7). @throws HttpError 429 */
export const countInNetwork = ({ rateLimits }: Pick<Store, 'rateLimits'>, address: string): Promise<void> =>
  rateLimits.consume('review-network', addressKey(address))
