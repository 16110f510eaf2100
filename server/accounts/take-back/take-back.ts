import { randomBytes } from 'node:crypto'
import type { RecentKey } from '@nofiller/contract/accounts/take-back'
import type { RecentKeyKind } from '@nofiller/contract/accounts/take-back-rules'
import type { Received, ResponseBody } from '@nofiller/contract/calls'
import { type Queryable, type Tx, violates } from '../../platform/database/database.ts'
import { conflict } from '../../platform/http/errors/errors.ts'
import { logEvent } from '../../platform/telemetry/log.ts'
import type { Store } from '../../store.ts'
import { dropPending } from '../email/ask-for-change.ts'
import { makeResetToken } from '../passwords/password-reset.ts'
import { hashPassword } from '../passwords/passwords.ts'
import { forgetTry } from '../second-factor/check-code.ts'
import { removalOf } from '../second-factor/find-removal.ts'
import { endPendingLogins } from '../second-factor/pending-login.ts'
import { removeSecondFactor } from '../second-factor/second-factor.ts'
import { recordEvent } from '../security-events/note-event.ts'
import { revokeAllSessions, revokeLinks } from '../sessions/session.ts'
import { takenBackMail } from './emails.ts'
import { lockLink, type MailedLink, type OpenLink, openLink } from './link.ts'
import { isProven, lookAt, refuseWrong, waysToProve } from './prove.ts'
import { addressesSince, emailChangesSince, type OtherKeys, recentKeys, recentSince } from './recent-keys.ts'
import { suspendRole } from './suspend-role.ts'
import { suspendUnproven } from './unproven-keys.ts'

/** The offer of a link: recent additions, and the proof needed before any is removed. @throws HttpError 400 `invalid_token` */
export async function lookAtLink(
  store: Store,
  mailed: MailedLink,
  others: readonly OtherKeys[],
): Promise<ResponseBody<'POST /api/take-back/look'>> {
  const { accountId } = await openLink(store, store.db, mailed)
  const since = recentSince(store.clock())
  const { username } = await accountOf(store.db, accountId)
  return {
    username,
    recent: await recentKeys(store.db, accountId, { since, others }),
    ...(await waysToProve(store.db, accountId, since)),
    removedAt: (await removalOf(store.db, accountId))?.toISOString() ?? null,
  }
}

/**
 * Recovers an account from an intruder, by the link of an email: the selected items are removed, and every
 * session, the password, pending logins and links end. Without a second factor or passkey as proof, recently added ones
 * are suspended first and removed a day later.
 * @returns the token by which the owner sets a new password
 * @throws HttpError 400 `invalid_token`, 409 `email_taken`, 422 for a missing or wrong second factor, 429
 */
export async function takeBack(
  store: Store,
  { link, token, remove, ...proof }: Received<'POST /api/take-back', 'body'>,
  { userAgent, others }: { userAgent: string; others: readonly OtherKeys[] },
): Promise<ResponseBody<'POST /api/take-back'>> {
  const { accountId } = await openLink(store, store.db, { link, token })
  const given = await lookAt(store, accountId, proof)
  const passwordHash = await unusablePassword()
  const owner = { id: accountId, userAgent, ...(await accountOf(store.db, accountId)) }
  const taken = await store.db
    .transaction()
    .execute(async (tx) => {
      const open = await lockLink(store, tx, { link, token })
      const since = recentSince(store.clock())
      const ways = await waysToProve(tx, accountId, since)
      const proven = await isProven(store, tx, owner, { given, ways, since })
      if (proven === 'wrong') return null
      const recent = await recentKeys(tx, accountId, { since, others })
      const ticked = recent.filter(({ _id }) => remove.includes(_id))
      const addresses = await addressesSince(tx, accountId, since)
      await removeTicked(tx, accountId, { ticked, others })
      const email = await restoreEmail(tx, open, { ticked, since, now: store.clock() })
      await tx.deleteFrom('second_factor_removals').where('account_id', '=', accountId).execute()
      const keys = ticked.filter(({ kind }) => kind === 'passkey' || kind === 'second_step')
      const removedAt = proven ? null : await suspendUnproven(store, tx, { accountId, keys, addresses })
      if (proven) await removeKeys(tx, accountId, keys)
      const resetToken = await endAll(tx, accountId, passwordHash)
      await suspendRole(store, tx, accountId)
      const kind = link === 'undo' ? 'email_undone' : 'log_in_disowned'
      await recordEvent(tx, { accountId, kind }, { userAgent })
      await store.mail.queue(tx, takenBackMail(store.config, email))
      return { email, resetToken, removedAt: removedAt?.toISOString() ?? null }
    })
    .catch((error) => {
      throw violates(error, 'accounts_email_key') ? emailTaken() : error
    })
  if (!taken) return refuseWrong(store, owner)
  if (given.code !== undefined) await forgetTry(store, accountId, given.code)
  logEvent(store.log, link === 'undo' ? 'email_change_undone' : 'log_in_disowned', { accountId })
  return taken
}

/** The hash of a password that nobody knows. Made before a transaction starts, because hashing is slow. */
const unusablePassword = (): Promise<string> => hashPassword(randomBytes(32).toString('base64url'))

const accountOf = (db: Queryable, accountId: string) =>
  db
    .selectFrom('accounts')
    .select(['username', 'email'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()

const idsOf = (keys: readonly RecentKey[], kind: RecentKeyKind): string[] =>
  keys.filter((key) => key.kind === kind).map(({ _id }) => _id)

/** Removed at once; passkeys and the second factor have their own rule. */
async function removeTicked(
  tx: Tx,
  accountId: string,
  { ticked, others }: { ticked: readonly RecentKey[]; others: readonly OtherKeys[] },
): Promise<void> {
  if (idsOf(ticked, 'recovery_codes').length > 0)
    await tx.deleteFrom('recovery_codes').where('account_id', '=', accountId).execute()
  const ids = ticked.map(({ _id }) => _id)
  for (const { remove } of others) await remove(tx, accountId, ids)
}

async function removeKeys(tx: Tx, accountId: string, keys: readonly RecentKey[]): Promise<void> {
  for (const { _id, kind, name } of keys) {
    if (kind === 'second_step') {
      await removeSecondFactor(tx, accountId)
      await recordEvent(tx, { accountId, kind: 'second_factor_off' }, null)
    } else {
      await tx.deleteFrom('passkeys').where('id', '=', _id).execute()
      await recordEvent(tx, { accountId, kind: 'passkey_removed', about: name }, null)
    }
  }
}

/**
 * Restores the address from before the selected changes, from the newest back to the first one not selected. The
 * link's own change is always undone: the link works once.
 * @returns the account's current address
 */
async function restoreEmail(
  tx: Tx,
  { accountId, change }: OpenLink,
  { ticked, since, now }: { ticked: readonly RecentKey[]; since: Date; now: Date },
): Promise<string> {
  const made = await emailChangesSince(tx, accountId, since)
  const ids = idsOf(ticked, 'email_change')
  const kept = made.findIndex(({ id }) => !ids.includes(id))
  const undone = kept === -1 ? made : made.slice(0, kept)
  const over = [...undone.map(({ id }) => id), ...(change ? [change.id] : [])]
  if (over.length > 0)
    await tx.updateTable('email_changes').set({ undone_at: now }).where('id', 'in', over).execute()
  await dropPending(tx, accountId)
  const oldest = undone.at(-1)
  if (oldest)
    await tx.updateTable('accounts').set({ email: oldest.old_email }).where('id', '=', accountId).execute()
  return oldest?.old_email ?? (await accountOf(tx, accountId)).email
}

/** @returns the token by which the owner sets a new password */
async function endAll(tx: Tx, accountId: string, passwordHash: string): Promise<string> {
  await tx.updateTable('accounts').set({ password_hash: passwordHash }).where('id', '=', accountId).execute()
  await tx.deleteFrom('authenticator_setups').where('account_id', '=', accountId).execute()
  await revokeAllSessions(tx, accountId)
  await revokeLinks(tx, accountId)
  await endPendingLogins(tx, accountId)
  return makeResetToken(tx, accountId)
}

const emailTaken = () =>
  conflict('email_taken', 'Another account has your old address now. Untick that email change and try again.')
