import { type Actor, audit } from '../../platform/database/audit.ts'
import type { Database, Tx } from '../../platform/database/database.ts'
import { refuseOwn } from '../../platform/database/own-case.ts'
import type { PayoutRow } from '../../platform/database/tables.ts'
import { conflict } from '../../platform/http/errors/errors.ts'
import type { Store } from '../../store.ts'
import { queuePayoutEnded } from '../emails.ts'
import { recordState } from '../payout-events.ts'
import { lockPayout } from './lock-payout.ts'

/** Holds a payout until a person decides. @throws HttpError 403 `own_case`, 404, 409 `payout_state` */
export async function block(store: Store, actor: Actor, id: string, reason: string): Promise<void> {
  await store.db.transaction().execute(async (tx) => {
    const payout = await lockPayout(tx, id)
    const decider = await refuseOwn(tx, actor, [payout.developer_id])
    if (payout.state !== 'DRAFT' && payout.state !== 'APPROVED') throw tooLate()
    await tx
      .updateTable('payouts')
      .set(
        payout.state === 'DRAFT'
          ? { state: 'BLOCKED', block_reason: 'by_admin', reason }
          : { state: 'BLOCKED', block_reason: 'by_admin', reason, approved_at: null, approved_by: null },
      )
      .where('id', '=', id)
      .execute()
    await note(store, tx, decider, payout, { action: 'payout_blocked', state: 'BLOCKED', reason })
  })
}

/**
 * Cancels a payout before it is at the provider; its money is available again in the same transaction.
 * @throws HttpError 403 `own_case`, 404, 409 `payout_state`
 */
export async function cancel(store: Store, actor: Actor, id: string, reason: string): Promise<void> {
  await store.db.transaction().execute(async (tx) => {
    const payout = await lockPayout(tx, id)
    const decider = await refuseOwn(tx, actor, [payout.developer_id])
    if (!CANCELLABLE.some((state) => state === payout.state)) throw tooLate()
    await tx.updateTable('payouts').set({ state: 'CANCELLED', reason }).where('id', '=', id).execute()
    await queuePayoutEnded(store, tx, id)
    await note(store, tx, decider, payout, { action: 'payout_cancelled', state: 'CANCELLED', reason })
  })
}

const CANCELLABLE = ['DRAFT', 'BLOCKED', 'APPROVED'] as const

/** Cancels a developer's payouts that are not yet at the provider after the address changed: a payout is never redirected. */
export async function cancelForNewAddress(tx: Tx, developerId: string, now: Date): Promise<void> {
  const payouts = await tx
    .updateTable('payouts')
    .set({ state: 'CANCELLED', reason: 'The payout address was changed.' })
    .where('developer_id', '=', developerId)
    .where('state', 'in', CANCELLABLE)
    .returning('id')
    .execute()
  for (const { id } of payouts)
    await recordState(tx, { payoutId: id, state: 'CANCELLED', actorId: developerId, at: now })
}

const tooLate = () =>
  conflict('payout_state', 'This payout is already at the provider, or someone else has decided about it.')

type AuditEntry = {
  action: 'payout_blocked' | 'payout_cancelled'
  state: 'BLOCKED' | 'CANCELLED'
  reason: string
}

async function note(
  store: Store,
  tx: Tx,
  actor: Actor,
  payout: PayoutRow,
  { action, state, reason }: AuditEntry,
): Promise<void> {
  await recordState(tx, {
    payoutId: payout.id,
    state,
    actorId: actor.id,
    at: store.clock(),
    detail: { reason },
  })
  await audit(tx, actor, { action, kind: 'payout', id: payout.id, name: `Payout ${payout.number}`, reason })
}

/** Stops or resumes all payouts. Payouts already sent arrive. */
export async function switchPayouts(
  store: Store,
  actor: Actor,
  { stopped, reason }: { stopped: boolean; reason: string },
): Promise<void> {
  await store.db.transaction().execute(async (tx) => {
    const before = { stopped: await isStopped(tx) }
    await tx
      .updateTable('payout_control')
      .set({ stopped, reason, changed_by: actor.id, changed_at: store.clock() })
      .execute()
    await audit(tx, actor, {
      action: 'payouts_switched',
      kind: 'store',
      id: null,
      name: 'Payouts',
      reason,
      before,
      after: { stopped },
    })
  })
}

/** Whether payouts are stopped. */
export async function isStopped(db: Database | Tx): Promise<boolean> {
  const { stopped } = await db.selectFrom('payout_control').select('stopped').executeTakeFirstOrThrow()
  return stopped
}
