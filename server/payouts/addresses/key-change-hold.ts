import { KEY_CHANGE_HOURS } from '@nofiller/contract/payout-rules'
import type { SecurityEventKind } from '@nofiller/contract/security-event-rules'
import type { Queryable } from '../../platform/database/database.ts'

const HOUR_MS = 3_600_000

/** What a thief does on the way to the money, while the address is still its owner's. */
const KEY_CHANGES: readonly SecurityEventKind[] = [
  'email_changed',
  'email_undone',
  'log_in_disowned',
  'password_reset',
  'recovery_code_used',
  'second_factor_off',
  'second_factor_reset',
]

/** Until when payouts wait because a key of the developer's account was changed; null when none does any more. */
export async function heldByKeysUntil(db: Queryable, developerId: string, now: Date): Promise<Date | null> {
  const last = await db
    .selectFrom('security_events')
    .select('happened_at')
    .where('account_id', '=', developerId)
    .where('kind', 'in', KEY_CHANGES)
    .where('happened_at', '>', new Date(now.getTime() - KEY_CHANGE_HOURS * HOUR_MS))
    .orderBy('happened_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last ? new Date(last.happened_at.getTime() + KEY_CHANGE_HOURS * HOUR_MS) : null
}
