import type { PayoutState } from '@nofiller/contract/payouts/payout-rules'
import type { Tx } from '../platform/database/database.ts'

type PayoutEvent = {
  payoutId: string
  state: PayoutState
  /** The admin who acted; null for the store. */
  actorId: string | null
  at: Date
  detail?: Record<string, unknown>
}

/** Appends to a payout's history, in the transaction that makes the change. */
export async function recordState(
  tx: Tx,
  { payoutId, state, actorId, at, detail = {} }: PayoutEvent,
): Promise<void> {
  await tx
    .insertInto('payout_events')
    .values({
      payout_id: payoutId,
      state,
      actor_id: actorId,
      detail: JSON.stringify(detail),
      created_at: at,
    })
    .execute()
}
