import { isSafetyCategory, type ReportCategory } from '@nofiller/contract/reports/report-rules'
import { v7 as uuid } from 'uuid'
import type { Reported } from '../../moderation/reported.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { Store } from '../../store.ts'
import { dueTimes } from '../decisions/due-times.ts'
import { hold } from '../holds/hold.ts'

/** A part of a game that holds blocked bytes. */
export type Copy = { gameId: string; category: ReportCategory; part: string }

/** Hides the game of a copy with a case that nobody reported, until it is decided. Does nothing if one is already open. */
export async function holdCopy(
  store: Store,
  tx: Tx,
  { gameId, category, part }: Copy,
  { snapshot, contentHash }: Reported,
): Promise<void> {
  const caseId = uuid()
  const opened = await tx
    .insertInto('report_cases')
    .values({
      id: caseId,
      subject_kind: 'game',
      subject_id: gameId,
      part,
      category,
      is_safety: isSafetyCategory(category),
      content_hash: contentHash,
      snapshot: JSON.stringify(snapshot),
      ...dueTimes(category),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (opened) await hold(store, tx, { caseId, gameId, stopsDownloads: true })
}
