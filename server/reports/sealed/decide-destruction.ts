import type { SealedState } from '@nofiller/contract/reports/report-rules'
import { showUtcDay } from '@nofiller/contract/text/time'
import { mayDecideAlone } from '../../moderation/appeals/single-admin.ts'
import { type Actor, audit } from '../../platform/database/audit.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { conflict, forbidden, type HttpError } from '../../platform/http/errors/errors.ts'
import type { Store } from '../../store.ts'
import { queueDestruction } from './destroy-sealed.ts'
import { lockSealed } from './sealed-games.ts'

type Admin = Actor & { id: string }
type Sealed = Awaited<ReturnType<typeof lockSealed>>

/**
 * Proposes to destroy the bytes of a sealed game. Another admin has to confirm it.
 * @throws HttpError 403 `safety_only`, `own_case`, 404, 409 `not_reported`, `not_due`, `legal_hold`, `still_open`, `already_decided`
 */
export async function proposeDestruction({ db, clock }: Store, admin: Admin, gameId: string): Promise<void> {
  const now = clock()
  await db.transaction().execute(async (tx) => {
    const sealed = await lockSealed(tx, admin, now, gameId)
    if (sealed.state !== 'due') throw refusal(sealed, sealed.state)
    await tx
      .updateTable('sealed_evidence')
      .set({ proposed_by: admin.id, proposed_at: now })
      .where('game_id', '=', gameId)
      .execute()
    await audit(tx, sealed.decider, deed('destruction_proposed', sealed))
  })
}

/**
 * Confirms another admin's proposal, after which the bytes cannot be restored; in a store with no other admin the same
 * one confirms, at least a day later.
 * @throws HttpError 403 `safety_only`, `own_case`, `same_admin`, 404, 409 as `proposeDestruction`, `not_proposed`
 */
export async function confirmDestruction(store: Store, admin: Admin, gameId: string): Promise<void> {
  const now = store.clock()
  await store.db.transaction().execute(async (tx) => {
    const sealed = await lockSealed(tx, admin, now, gameId)
    if (sealed.state !== 'proposed' || !sealed.proposed_at) throw refusal(sealed, sealed.state)
    const isOwn = sealed.proposed_by === admin.id
    const isAlone = await mayDecideAlone(tx, admin.id)
    if (isOwn && !isAlone(sealed.proposed_at, now))
      throw forbidden('Someone else who runs the safety queue has to confirm this.', 'same_admin')
    await tx
      .updateTable('sealed_evidence')
      .set({ confirmed_by: admin.id, confirmed_at: now, single_admin: isOwn })
      .where('game_id', '=', gameId)
      .execute()
    await audit(tx, sealed.decider, deed('destruction_confirmed', sealed))
    await queueDestruction(store.jobs, tx, gameId)
  })
  store.log.info({ gameId, by: admin.id }, 'destruction of a sealed game confirmed')
}

const deed = (action: 'destruction_proposed' | 'destruction_confirmed', sealed: Sealed) => ({
  action,
  kind: 'game' as const,
  id: sealed.game_id,
  name: sealed.title,
  reason: null,
  after: { authority: sealed.authority, reference: sealed.reference, reportedOn: sealed.reported_on },
})

function refusal({ kept_until, legal_hold }: Sealed, state: SealedState): HttpError {
  switch (state) {
    case 'unreported':
      return conflict(
        'not_reported',
        'Record the report to the authority first. A year later this can be destroyed.',
      )
    case 'held':
      return conflict('legal_hold', `This is kept because of a legal hold: ${legal_hold}`)
    case 'kept':
      return conflict('not_due', `This has to be kept until ${kept_until && showUtcDay(kept_until)}.`)
    case 'open':
      return conflict(
        'still_open',
        'A report, an appeal or a copyright notice about this game is still open.',
      )
    case 'due':
      return conflict('not_proposed', 'Nobody has proposed to destroy this, or the proposal was ended.')
    case 'proposed':
      return conflict('already_decided', 'Someone has already proposed this.')
    case 'confirmed':
    case 'destroyed':
      return conflict('already_decided', 'Someone has already confirmed this.')
  }
}

/** Refuses to show a game again whose bytes were destroyed. @throws HttpError 409 `evidence_destroyed` */
export async function refuseDestroyed(db: Queryable, gameId: string): Promise<void> {
  const destroyed = await db
    .selectFrom('sealed_evidence')
    .select('game_id')
    .where('game_id', '=', gameId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  if (destroyed)
    throw conflict(
      'evidence_destroyed',
      'The files and pictures of this game were destroyed. It cannot come back.',
    )
}
