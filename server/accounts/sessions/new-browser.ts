import { DISOWN_DAYS } from '@nofiller/contract/accounts/account-rules'
import type { SecurityEventKind } from '@nofiller/contract/accounts/security-event-rules'
import { RETENTION } from '@nofiller/contract/personal-data/retention-rules'
import { sql } from 'kysely'
import type { Database, Tx } from '../../platform/database/database.ts'
import { badRequest } from '../../platform/http/errors/errors.ts'
import { textSigner } from '../../platform/signatures.ts'
import { logEvent } from '../../platform/telemetry/log.ts'
import type { Store } from '../../store.ts'
import { dropPending } from '../email/ask-for-change.ts'
import { newBrowserMail } from '../mails.ts'
import { noteEvent } from '../security-events/note-event.ts'
import { takeBack, unusablePassword } from '../take-back.ts'
import { browserName } from './browser-name.ts'

type Owner = { id: string; email: string; username: string }

/**
 * Mails of a log-in from a browser that does not know the account, with a link to disown it; but for the first log-in after
 * the sign-up.
 */
export async function mailNewBrowser(
  store: Store,
  owner: Owner,
  { sessionId, country }: { sessionId: string; country: string | null },
): Promise<void> {
  const session = await sessionOf(store.db, sessionId)
  if (!session?.came_before) return
  const mail = newBrowserMail(store.config, owner.email, {
    username: owner.username,
    browser: browserName(session.user_agent),
    country,
    at: session.created_at,
    token: signerOf(store).sign(sessionId),
  })
  await store.db.transaction().execute((tx) => store.mail.queue(tx, mail))
}

const signerOf = ({ config }: Store) => textSigner(config.secretKeys, 'disown-log-in')

const LOG_INS: readonly SecurityEventKind[] = [
  'logged_in',
  'logged_in_remembered',
  'logged_in_with_code',
  'logged_in_with_passkey',
]

/** Whether its account logged in before it, which is taken for granted of an account that is older than its events. */
const sessionOf = (db: Database, sessionId: string) =>
  db
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
    .select(['sessions.user_agent', 'sessions.created_at'])
    .select((eb) =>
      eb
        .or([
          eb('accounts.created_at', '<', sql<Date>`now() - ${RETENTION.securityEvents.after}::interval`),
          eb.exists(
            eb
              .selectFrom('security_events')
              .select('security_events.id')
              .whereRef('security_events.account_id', '=', 'sessions.account_id')
              .whereRef('security_events.happened_at', '<', 'sessions.created_at')
              .where('security_events.kind', 'in', LOG_INS),
          ),
        ])
        .as('came_before'),
    )
    .where('sessions.id', '=', sessionId)
    .executeTakeFirst()

/**
 * Takes an account back from a log-in that its owner disowns, by the token that was mailed to them: everybody is logged out,
 * and what was added or asked for since ends. `onTakenBack` stops what else a stranger may have begun.
 * @returns the token by which the owner sets a new password
 * @throws HttpError 400 `invalid_token` for one that is old, or was mailed before the account was taken back
 */
export async function disownLogIn(
  store: Store,
  token: string,
  onTakenBack: (tx: Tx, accountId: string) => Promise<void>,
): Promise<{ resetToken: string }> {
  const sessionId = signerOf(store).read(token)
  if (sessionId === null) throw linkOver()
  const passwordHash = await unusablePassword()
  const { accountId, resetToken } = await store.db.transaction().execute(async (tx) => {
    const session = await lockDisowned(tx, sessionId)
    const id = session.account_id
    const taken = await takeBack(tx, id, { since: session.created_at, passwordHash })
    await dropPending(tx, id)
    await onTakenBack(tx, id)
    await noteEvent(tx, { accountId: id, kind: 'log_in_disowned' }, null)
    return { accountId: id, resetToken: taken }
  })
  logEvent(store.log, 'log_in_disowned', { accountId, sessionId })
  return { resetToken }
}

/** What gives an account back to who reads its mail: links that were mailed before it are void. */
const TAKEN_BACK: readonly SecurityEventKind[] = [
  'email_changed',
  'email_undone',
  'log_in_disowned',
  'password_reset',
]

/** The session of a link that still works; its account's row is locked before, so that of two presses one counts. */
async function lockDisowned(tx: Tx, sessionId: string): Promise<{ account_id: string; created_at: Date }> {
  const session = await tx
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
    .select(['sessions.account_id', 'sessions.created_at'])
    .where('sessions.id', '=', sessionId)
    .where('sessions.created_at', '>', sql<Date>`now() - make_interval(days => ${DISOWN_DAYS})`)
    .forUpdate('accounts')
    .executeTakeFirst()
  if (!session) throw linkOver()
  const takenBack = await tx
    .selectFrom('security_events')
    .select('id')
    .where('account_id', '=', session.account_id)
    .where('happened_at', '>=', session.created_at)
    .where('kind', 'in', TAKEN_BACK)
    .limit(1)
    .executeTakeFirst()
  if (takenBack) throw linkOver()
  return session
}

const linkOver = () => badRequest('invalid_token', 'This link no longer works. Set a new password instead.')
