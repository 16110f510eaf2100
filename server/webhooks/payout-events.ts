import type { Queryable } from '../platform/database/database.ts'
import type { PayoutRow } from '../platform/database/tables.ts'
import { queueEvent } from './queue-event.ts'

/** Writes that a payout was paid: the network confirmed it, or two people did. */
export const queuePayoutEvent = (
  tx: Queryable,
  { id, developer_id, amount_cents }: Pick<PayoutRow, 'id' | 'developer_id' | 'amount_cents'>,
): Promise<void> => queueEvent(tx, developer_id, 'payout.sent', { payoutId: id, amountCents: amount_cents })
