import type { Sent } from '@nofiller/contract/calls'
import { type Actor, audit } from '../../platform/database/audit.ts'
import type { Tx } from '../../platform/database/database.ts'
import { refuseOwn } from '../../platform/database/own-case.ts'
import type { PayoutRow } from '../../platform/database/tables.ts'
import { badRequest, conflict } from '../../platform/http/errors/errors.ts'
import type { Store } from '../../store.ts'
import { queuePayoutEvent } from '../../webhooks/payout-events.ts'
import { queuePayoutEnded } from '../emails.ts'
import { recordState } from '../payout-events.ts'
import { lockPayout } from './lock-payout.ts'

type Evidence = Sent<'POST /api/admin/payouts/:id/evidence', 'body'>

/**
 * Records an admin's evidence about a payout that its provider cannot confirm, or that is paid by hand. It counts once a second
 * admin states the same; the money then moves in the same transaction. Returns whether it counted.
 * @throws HttpError 403 `own_case`, 404, 400 `transaction_missing`, 409 `payout_state` `own_evidence`
 */
export async function giveEvidence(
  store: Store,
  actor: Actor & { id: string },
  id: string,
  evidence: Evidence,
): Promise<boolean> {
  if (evidence.outcome === 'paid' && !evidence.transactionId)
    throw badRequest('transaction_missing', 'Enter the transaction.')
  return store.db.transaction().execute(async (tx) => {
    const payout = await lockPayout(tx, id)
    const decider = await refuseOwn(tx, actor, [payout.developer_id])
    if (!isOpenToEvidence(payout))
      throw conflict('payout_state', 'The provider answers for this payout, or it has ended.')
    const last = await lastEvidence(tx, id)
    const isSame =
      last?.outcome === evidence.outcome && last.transaction_id === (evidence.transactionId || null)
    if (isSame && last.admin_id === actor.id)
      throw conflict('own_evidence', 'Another admin has to confirm it.')
    await tx
      .insertInto('payout_evidence')
      .values({
        payout_id: id,
        admin_id: actor.id,
        outcome: evidence.outcome,
        transaction_id: evidence.transactionId || null,
        note: evidence.note ?? '',
      })
      .execute()
    await audit(tx, decider, {
      action: 'payout_evidence',
      kind: 'payout',
      id,
      name: `Payout ${payout.number}`,
      reason: evidence.note || null,
      after: { outcome: evidence.outcome, transaction: evidence.transactionId ?? null, isFinal: isSame },
    })
    if (isSame) await end(store, tx, payout, actor.id, evidence)
    return isSame
  })
}

/** Admins attest what the provider cannot confirm, and what they pay by hand. */
export const isOpenToEvidence = ({ state, provider }: Pick<PayoutRow, 'state' | 'provider'>): boolean =>
  state === 'UNKNOWN' || (state === 'SENDING' && provider === 'manual')

const lastEvidence = (tx: Tx, payoutId: string) =>
  tx
    .selectFrom('payout_evidence')
    .selectAll()
    .where('payout_id', '=', payoutId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

async function end(
  store: Store,
  tx: Tx,
  payout: PayoutRow,
  actorId: string,
  { outcome, transactionId, note = '' }: Evidence,
): Promise<void> {
  const state = outcome === 'paid' ? 'PAID' : 'FAILED'
  await tx
    .updateTable('payouts')
    .set(
      outcome === 'paid'
        ? { state, transaction_id: transactionId || null, reason: null }
        : { state, reason: note || 'It was not sent.' },
    )
    .where('id', '=', payout.id)
    .execute()
  await recordState(tx, {
    payoutId: payout.id,
    state,
    actorId,
    at: store.clock(),
    detail: { transactionId: transactionId ?? null, note },
  })
  await queuePayoutEnded(store, tx, payout.id)
  if (state === 'PAID') await queuePayoutEvent(tx, payout)
}
