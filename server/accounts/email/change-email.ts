import { randomBytes } from 'node:crypto'
import { RECENT_DAYS } from '@nofiller/contract/accounts/take-back-rules'
import { RETENTION } from '@nofiller/contract/personal-data/retention-rules'
import { type Selectable, sql } from 'kysely'
import { type Database, type Tx, violates } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { badRequest, conflict } from '../../platform/http/errors/errors.ts'
import { sha256 } from '../../platform/signatures.ts'
import { logEvent } from '../../platform/telemetry/log.ts'
import type { Store } from '../../store.ts'
import { endPendingLogins } from '../second-factor/pending-login.ts'
import { recordEvent } from '../security-events/note-event.ts'
import { revokeOtherSessions } from '../sessions/session.ts'
import { isReserved } from './ask-for-change.ts'
import { emailChangedMail, masked } from './emails.ts'

const UNDO_DAYS = 7

type Change = Selectable<Tables['email_changes']>

/**
 * Changes an account's address by the token that was emailed to the new one. The session that requested it stays; the others
 * end, and so does every link that was emailed to the old address.
 * @throws HttpError 400 `invalid_token`, 409 `email_taken`
 */
export async function confirmChange(store: Store, token: string): Promise<{ email: string }> {
  const undoToken = randomBytes(32).toString('base64url')
  const change = await store.db
    .transaction()
    .execute(async (tx) => {
      const open = await lockChange(tx, token)
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
      await recordEvent(
        tx,
        { accountId: open.account_id, kind: 'email_changed', about: masked(open.new_email) },
        { sessionId: open.session_id },
      )
      const change = { newEmail: open.new_email, token: undoToken, days: UNDO_DAYS }
      await store.mail.queue(tx, emailChangedMail(store.config, open.old_email, change))
      return open
    })
    .catch(refuseTaken)
  logEvent(store.log, 'email_changed', { accountId: change.account_id })
  return { email: change.new_email }
}

/** The change that a valid token confirms; the account's row is locked first, so changes happen one by one. */
async function lockChange(tx: Tx, token: string): Promise<Change | null> {
  const owner = await tx
    .selectFrom('email_changes')
    .select('account_id')
    .where('confirm_hash', '=', sha256(token))
    .executeTakeFirst()
  if (!owner) return null
  await tx.selectFrom('accounts').select('id').where('id', '=', owner.account_id).forUpdate().execute()
  const change = await tx
    .selectFrom('email_changes')
    .selectAll()
    .where('confirm_hash', '=', sha256(token))
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

/** A completed change stays on record as long as other changes can be undone together with it. */
export async function purgeEmailChanges(db: Database): Promise<void> {
  await sql`delete from email_changes
    where expires_at < now() - ${RETENTION.links.after}::interval
      and (confirmed_at is null or confirmed_at < now() - make_interval(days => ${RECENT_DAYS}))`.execute(db)
}
