import { foldName, isNameOfTrust, NAME_OF_TRUST } from '@nofiller/contract/accounts/names'
import { normalPenName, PEN_NAME_TEXT, penNameProblem } from '@nofiller/contract/pen-names/pen-name-rules'
import type { OwnPenName } from '@nofiller/contract/pen-names/pen-names'
import { showUtcMoment } from '@nofiller/contract/text/time'
import { claimPenName, retirePenName } from '../accounts/registration/names.ts'
import type { Account } from '../platform/caller.ts'
import type { Tx } from '../platform/database/database.ts'
import { conflict, unprocessable } from '../platform/http/errors/errors.ts'
import type { Store } from '../store.ts'
import { changeableFrom, ownPenName, selectPenName } from './own-pen-name.ts'

/**
 * Chooses an account's pen name, or another one, which then stands under all reviews that are signed with it; the same name
 * again changes nothing. The one before stays reserved for a year (PR1).
 * @throws HttpError 422 with `fields.penName` for one that breaks the rule, impersonates the store or looks like another's,
 * 409 `too_early` with the time
 */
export async function choosePenName(store: Store, account: Account, typed: string): Promise<OwnPenName> {
  const name = normalPenName(typed)
  refuseWrong(name, store.config.STORE_NAME)
  await store.db.transaction().execute((tx) => choose(store, tx, account.id, name))
  return ownPenName(store, account.id)
}

/** Who signs as a developer beside the developer's own answers would be taken for them. */
function refuseWrong(name: string, storeName: string): void {
  const problem = penNameProblem(name) ?? (isNameOfTrust(name, storeName, 'developer') ? NAME_OF_TRUST : null)
  if (problem) throw unprocessable({ penName: problem })
}

async function choose(store: Store, tx: Tx, accountId: string, name: string): Promise<void> {
  // Two choices of one account wait for each other, the first ones too, which have no row to lock.
  await tx.selectFrom('accounts').select('id').where('id', '=', accountId).forNoKeyUpdate().execute()
  const before = await selectPenName(tx, accountId).executeTakeFirst()
  if (before?.removed_by === null && before.name === name) return
  const now = store.clock()
  const from = before && changeableFrom(before.chosen_at, now)
  if (from) throw tooEarly(from)
  const folded = foldName(name)
  if (before?.folded === folded) {
    if (before.removed_by !== null) throw unprocessable({ penName: PEN_NAME_TEXT.takenAway })
  } else await claimPenName(tx, store.hashKeys, name)
  const chosen = { name, folded, chosen_at: now, removed_by: null }
  await tx
    .insertInto('pen_names')
    .values({ account_id: accountId, ...chosen })
    .onConflict((known) => known.column('account_id').doUpdateSet(chosen))
    .execute()
  if (!before) return
  if (before.folded !== folded) await retirePenName(tx, store.hashKeys, before.folded)
  await store.catalogChanged.announce(tx) // cached pages name it
}

function tooEarly(from: Date) {
  const sentence = `You can change it from ${showUtcMoment(from)}.`
  return conflict('too_early', sentence, { penName: sentence })
}
