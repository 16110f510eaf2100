import { PEN_NAME } from '@nofiller/contract/pen-names/pen-name-rules'
import type { OwnPenName } from '@nofiller/contract/pen-names/pen-names'
import type { Queryable } from '../platform/database/database.ts'
import type { Store } from '../store.ts'

const DAY_MS = 86_400_000

/** An account's pen name, as it alone reads it (PR1). */
export async function ownPenName(
  { db, clock }: Pick<Store, 'db' | 'clock'>,
  accountId: string,
): Promise<OwnPenName> {
  const row = await selectPenName(db, accountId)
    .leftJoin('moderation_decisions as decision', 'decision.id', 'pen_names.removed_by')
    .select('decision.text as reason')
    .executeTakeFirst()
  if (!row) return { name: null, changeFrom: null, removed: null }
  const { name, removed_by, reason, chosen_at } = row
  return {
    name: removed_by === null ? name : null,
    changeFrom: changeableFrom(chosen_at, clock())?.toISOString() ?? null,
    removed: removed_by === null ? null : { name, decisionId: removed_by, reason: reason ?? '' },
  }
}

export const selectPenName = (db: Queryable, accountId: string) =>
  db
    .selectFrom('pen_names')
    .select(['pen_names.name', 'pen_names.folded', 'pen_names.chosen_at', 'pen_names.removed_by'])
    .where('pen_names.account_id', '=', accountId)

/** From when on a name that was chosen at a time can be changed; null for now. */
export function changeableFrom(chosenAt: Date, now: Date): Date | null {
  const from = new Date(chosenAt.getTime() + PEN_NAME.changeDays * DAY_MS)
  return now < from ? from : null
}
