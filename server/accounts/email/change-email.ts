import { randomBytes } from 'node:crypto'
import { RETENTION } from '@nofiller/contract/personal-data/retention-rules'
import { type Selectable, sql } from 'kysely'
import { type Database, type Tx, violates } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { badRequest, conflict } from '../../platform/http/errors/errors.ts'
import { sha256 } from '../../platform/signatures.ts'
import { logEvent } from '../../platform/telemetry/log.ts'
import type { Store } from '../../store.ts'
import { endPendingLogins } from '../second-factor/pending-login.ts'
import { noteEvent } from '../security-events/note-event.ts'
import { revokeOtherSessions } from '../sessions/session.ts'
import { takeBack, unusablePassword } from '../take-back.ts'
import { dropPending, isReserved } from './ask-for-change.ts'
import { emailChangedMail, emailUndoneMail, masked } from './mails.ts'

const UNDO_DAYS = 7

type Change = Selectable<Tables['email_changes']>

/**
 * Changes an account's address by the token that was mailed to the new one. The session that asked goes on; the others and
 * every link that was mailed to the old address end.
 * @throws HttpError 400 `invalid_token`, 409 `email_taken`
 */
export async function confirmChange(store: Store, token: string): Promise<{ email: string }> {
  const undoToken = randomBytes(32).toString('base64url')
  const change = await store.db
    .transaction()
    .execute(async (tx) => {
      const open = await lockChange(tx, 'confirm_hash', token)
      if (!open || open.confirmed_at) throw linkOver()
      if (await isReserved(tx, open.new_email)) throw emailTaken()
      await setEmail(tx, open.account_id, open.new_email)
      await tx
        .updateTable('email_changes')
        .set({
          confirmed_at: sql<Date>`now()`,
          undo_hash: sha256(undoToken),
          expires_at: sql<Date>`now() + make_interval(days => ${UNDO_DAYS})`,
        })
        .where('id', '=', open.id)
        .execute()
      await revokeOtherSessions(tx, { id: open.account_id, sessionId: open.session_id })
      await endPendingLogins(tx, open.account_id)
      await tx.deleteFrom('password_resets').where('account_id', '=', open.account_id).execute()
      await noteEvent(
        tx,
        { accountId: open.account_id, kind: 'email_changed', about: masked(open.new_email) },
        { sessionId: open.session_id },
      )
      const told = { newEmail: open.new_email, token: undoToken, days: UNDO_DAYS }
      await store.mail.queue(tx, emailChangedMail(store.config, open.old_email, told))
      return open
    })
    .catch(refuseTaken)
  logEvent(store.log, 'email_changed', { accountId: change.account_id })
  return { email: change.new_email }
}

/**
 * Gives an account the address back that it had before a change, and takes it from whoever changed it: every session, the
 * password, what was added to log in since, and later changes end. `onTakenBack` stops what else they may have begun.
 * @returns the token by which the owner sets a new password
 * @throws HttpError 400 `invalid_token`, 409 `email_taken`
 */
export async function undoChange(
  store: Store,
  token: string,
  onTakenBack: (tx: Tx, accountId: string) => Promise<void>,
): Promise<{ email: string; resetToken: string }> {
  const passwordHash = await unusablePassword()
  const { change, resetToken } = await store.db
    .transaction()
    .execute(async (tx) => {
      const open = await lockChange(tx, 'undo_hash', token)
      if (!open || open.undone_at) throw linkOver()
      const id = open.account_id
      await tx
        .updateTable('email_changes')
        .set({ undone_at: sql<Date>`now()` })
        .where('account_id', '=', id)
        .where('confirmed_at', '>=', open.confirmed_at)
        .execute()
      await dropPending(tx, id)
      await setEmail(tx, id, open.old_email)
      const resetToken = await takeBack(tx, id, { since: open.created_at, passwordHash })
      await onTakenBack(tx, id)
      await noteEvent(tx, { accountId: id, kind: 'email_undone' }, null)
      await store.mail.queue(tx, emailUndoneMail(store.config, open.old_email))
      return { change: open, resetToken }
    })
    .catch(refuseTaken)
  logEvent(store.log, 'email_change_undone', { accountId: change.account_id })
  return { email: change.old_email, resetToken }
}

/** The change whose link a token is, while it works; the account's row is locked before it, so that changes come one by one. */
async function lockChange(tx: Tx, hash: 'confirm_hash' | 'undo_hash', token: string): Promise<Change | null> {
  const owner = await tx
    .selectFrom('email_changes')
    .select('account_id')
    .where(hash, '=', sha256(token))
    .executeTakeFirst()
  if (!owner) return null
  await tx.selectFrom('accounts').select('id').where('id', '=', owner.account_id).forUpdate().execute()
  const change = await tx
    .selectFrom('email_changes')
    .selectAll()
    .where(hash, '=', sha256(token))
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return change ?? null
}

const setEmail = (tx: Tx, accountId: string, email: string) =>
  tx.updateTable('accounts').set({ email }).where('id', '=', accountId).execute()

function refuseTaken(error: unknown): never {
  throw violates(error, 'accounts_email_key') ? emailTaken() : error
}

const linkOver = () => badRequest('invalid_token', 'This link no longer works.')
const emailTaken = () =>
  conflict('email_taken', 'Another account has this address by now. Choose another one in your settings.')

export async function dropOldEmailChanges(db: Database): Promise<void> {
  await sql`delete from email_changes where expires_at < now() - ${RETENTION.links.after}::interval`.execute(
    db,
  )
}
