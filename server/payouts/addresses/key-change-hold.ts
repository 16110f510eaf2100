import type { SecurityEventKind } from '@nofiller/contract/accounts/security-event-rules'
import { FACTOR_REMOVAL_DAYS, KEY_CHANGE_HOURS } from '@nofiller/contract/payouts/payout-rules'
import { removalOf } from '../../accounts/second-factor/find-removal.ts'
import type { Queryable } from '../../platform/database/database.ts'

const HOUR_MS = 3_600_000
const KEY_CHANGE_MS = KEY_CHANGE_HOURS * HOUR_MS
const REMOVAL_MS = FACTOR_REMOVAL_DAYS * 24 * HOUR_MS

/** The changes that a thief makes on the way to the money while the address is still its owner's, and how long payouts wait after them. */
const HOLD_MS: Partial<Record<SecurityEventKind, number>> = {
  email_changed: KEY_CHANGE_MS,
  email_undone: KEY_CHANGE_MS,
  log_in_disowned: KEY_CHANGE_MS,
  password_reset: KEY_CHANGE_MS,
  recovery_code_used: KEY_CHANGE_MS,
  second_factor_off: KEY_CHANGE_MS,
  second_factor_reset: KEY_CHANGE_MS,
  second_factor_removed: REMOVAL_MS,
}
const KEY_CHANGES = Object.keys(HOLD_MS) as SecurityEventKind[] // this account's keys are a subset

/** Until when payouts wait because a key of the developer's account was or will be changed; null when none does. */
export async function heldByKeysUntil(db: Queryable, developerId: string, now: Date): Promise<Date | null> {
  const changes = await db
    .selectFrom('security_events')
    .select(({ fn }) => ['kind', fn.max('happened_at').as('happened_at')])
    .where('account_id', '=', developerId)
    .where('kind', 'in', KEY_CHANGES)
    .groupBy('kind')
    .execute()
  const ends = changes.map(({ kind, happened_at }) => happened_at.getTime() + (HOLD_MS[kind] ?? 0))
  const removal = await removalOf(db, developerId)
  if (removal) ends.push(removal.getTime() + REMOVAL_MS)
  const end = Math.max(0, ...ends)
  return end > now.getTime() ? new Date(end) : null
}
