import { profileProblems } from '@nofiller/contract/profiles/profile-rules'
import type { Profile } from '@nofiller/contract/profiles/profiles'
import { claimDisplayName } from '../accounts/registration/names.ts'
import { queueReindex } from '../catalog/search/reindex.ts'
import type { Account } from '../platform/caller.ts'
import { actorOf, audit } from '../platform/database/audit.ts'
import { notFound, unprocessable } from '../platform/http/errors/errors.ts'
import type { Store } from '../store.ts'
import { PROFILE_COLUMNS, toColumns, toProfile } from './profile.ts'

/**
 * Changes the fields given of one's own profile, or, written down, of any for an admin. Pages that show the developer are made anew, and
 * soon after a search finds the games by the new name.
 * @throws HttpError 404 for another's, 422 with a sentence for each wrong field
 */
export async function changeProfile(
  store: Store,
  editor: Account,
  accountId: string,
  changes: Partial<Profile>,
): Promise<Profile> {
  const { db, jobs, catalogChanged } = store
  if (editor.id !== accountId && editor.role !== 'admin') throw noProfile()
  return db.transaction().execute(async (tx) => {
    const before = await tx
      .selectFrom('accounts')
      .select([...PROFILE_COLUMNS, 'username'])
      .where('id', '=', accountId)
      .forUpdate()
      .executeTakeFirst()
    if (!before) throw noProfile()
    const profile = { ...toProfile(before), ...changes }
    const problems = profileProblems(profile)
    if (Object.keys(problems).length > 0) throw unprocessable(problems)

    if (editor.role !== 'admin' && profile.displayName !== toProfile(before).displayName)
      await claimDisplayName(tx, store, { id: accountId, username: before.username }, profile.displayName)
    await tx.updateTable('accounts').set(toColumns(profile)).where('id', '=', accountId).execute()
    if (toColumns(profile).display_name !== before.display_name) await queueReindex(jobs, tx, accountId)
    if (editor.id !== accountId)
      await audit(tx, actorOf(editor), {
        action: 'profile_changed',
        kind: 'user',
        id: accountId,
        name: before.username,
        reason: null,
        before: toProfile(before),
        after: profile,
      })
    await catalogChanged.announce(tx)
    return profile
  })
}

const noProfile = () => notFound('Failed to load profile')
