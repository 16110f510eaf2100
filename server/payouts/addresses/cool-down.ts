import { COOL_DOWN_DAYS, COOL_DOWN_HOURS } from '@nofiller/contract/payouts/payout-rules'
import { daysAfter } from '../settings.ts'

const HOUR_MS = 3_600_000

/** When a new address becomes usable: later if the password or email changed just before. */
export function usableFrom(now: Date, credentialsChangedAt: Date | null): Date {
  const isRecent = credentialsChangedAt !== null && daysAfter(credentialsChangedAt, COOL_DOWN_DAYS) > now
  return isRecent ? daysAfter(now, COOL_DOWN_DAYS) : new Date(now.getTime() + COOL_DOWN_HOURS * HOUR_MS)
}
