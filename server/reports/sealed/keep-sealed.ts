import { AUTHORITY_TEXT } from '@nofiller/contract/reports/report-rules'
import type { AuthorityReport } from '@nofiller/contract/reports/reports'
import { utcDay } from '@nofiller/contract/text/time'
import { type Actor, audit } from '../../platform/database/audit.ts'
import type { Tx } from '../../platform/database/database.ts'
import { conflict, unprocessable } from '../../platform/http/errors/errors.ts'
import type { Store } from '../../store.ts'
import { lockSealed } from './sealed-games.ts'

type Admin = Actor & { id: string }

/**
 * Records that an admin reported a sealed game to an authority; the game is then kept for a year. A later record corrects
 * it, and ends a proposal to destroy the game.
 * @throws HttpError 403 `safety_only`, `own_case`, 404, 409 `destruction_confirmed`, 422 for a future day
 */
export async function recordAuthorityReport(
  { db, clock }: Store,
  admin: Admin,
  gameId: string,
  report: AuthorityReport,
): Promise<void> {
  const now = clock()
  if (report.reportedOn > utcDay(now)) throw unprocessable({ reportedOn: AUTHORITY_TEXT.future })
  await db.transaction().execute(async (tx) => {
    const sealed = await lockSealed(tx, admin, now, gameId)
    refuseConfirmed(sealed)
    const { authority, reference, reportedOn: reported_on } = report
    await write(tx, gameId, { authority, reference, reported_on })
    await audit(tx, sealed.decider, {
      action: 'authority_reported',
      kind: 'game',
      id: gameId,
      name: sealed.title,
      reason: null,
      before: reportIn(sealed),
      after: { authority, reference, reportedOn: reported_on },
    })
  })
}

/**
 * Starts or ends a legal hold on a sealed game, which an authority or a court asked for. Either ends a proposal to
 * destroy it.
 * @throws HttpError 403 `safety_only`, `own_case`, 404, 409 `destruction_confirmed`
 */
export async function setLegalHold(
  { db, clock }: Store,
  admin: Admin,
  gameId: string,
  { held, reason }: { held: boolean; reason: string },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const sealed = await lockSealed(tx, admin, clock(), gameId)
    refuseConfirmed(sealed)
    await write(tx, gameId, { legal_hold: held ? reason : null })
    await audit(tx, sealed.decider, {
      action: 'legal_hold_changed',
      kind: 'game',
      id: gameId,
      name: sealed.title,
      reason,
      before: { held: sealed.legal_hold !== null },
      after: { held },
    })
  })
}

type Noted = { authority: string; reference: string; reported_on: string } | { legal_hold: string | null }

const write = (tx: Tx, game_id: string, noted: Noted) =>
  tx
    .insertInto('sealed_evidence')
    .values({ game_id, ...noted })
    .onConflict((conflict) =>
      conflict.column('game_id').doUpdateSet({ ...noted, proposed_by: null, proposed_at: null }),
    )
    .execute()

function refuseConfirmed({ confirmed_at }: { confirmed_at: Date | null }): void {
  if (confirmed_at)
    throw conflict(
      'destruction_confirmed',
      'Two people have decided that this is destroyed. It is too late to change.',
    )
}

const reportIn = ({
  authority,
  reference,
  reported_on,
}: {
  authority: string | null
  reference: string | null
  reported_on: string | null
}) => (authority ? { authority, reference, reportedOn: reported_on } : undefined)
