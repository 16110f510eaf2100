import { DISOWN_DAYS } from '@nofiller/contract/accounts/account-rules'
import { REMOVAL_DAYS } from '@nofiller/contract/accounts/second-factor-rules'
import type { SecurityEventKind } from '@nofiller/contract/accounts/security-event-rules'
import type { TakeBackLink } from '@nofiller/contract/accounts/take-back-rules'
import { type Selectable, sql } from 'kysely'
import type { Queryable, Tx } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { badRequest } from '../../platform/http/errors/errors.ts'
import { sha256 } from '../../platform/signatures.ts'
import type { Store } from '../../store.ts'
import { notMeSigner } from '../sessions/new-browser.ts'

/** An email's link: the kind of email, and its token. */
export type MailedLink = { link: TakeBackLink; token: string }

/** What a link can restore: an account, and the change of its address if the email was about one. */
export type OpenLink = {
  link: TakeBackLink
  accountId: string
  change: Selectable<Tables['email_changes']> | null
}

/** The account of a valid link. @throws HttpError 400 `invalid_token` */
export function openLink(store: Store, db: Queryable, { link, token }: MailedLink): Promise<OpenLink> {
  return link === 'undo' ? openUndo(db, token) : openReportedLogin(db, notMeSigner(store).read(token))
}

/** The same with the account's row locked, so only one of two clicks counts. */
export async function lockLink(store: Store, tx: Tx, mailed: MailedLink): Promise<OpenLink> {
  const { accountId } = await openLink(store, tx, mailed)
  await tx.selectFrom('accounts').select('id').where('id', '=', accountId).forUpdate().execute()
  return openLink(store, tx, mailed)
}

async function openUndo(db: Queryable, token: string): Promise<OpenLink> {
  const change = await db
    .selectFrom('email_changes')
    .selectAll()
    .where('undo_hash', '=', sha256(token))
    .where('undone_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  if (!change) throw linkOver()
  return { link: 'undo', accountId: change.account_id, change }
}

/** Events that void the links about earlier logins, because the account's owner has acted by email since. */
const TAKEN_BACK: readonly SecurityEventKind[] = [
  'email_changed',
  'email_undone',
  'log_in_disowned',
  'password_reset',
]

async function openReportedLogin(db: Queryable, sessionId: string | null): Promise<OpenLink> {
  const session =
    sessionId === null
      ? undefined
      : await db
          .selectFrom('sessions')
          .select('account_id')
          .where('id', '=', sessionId)
          .where(stillHolds)
          .where(({ not, exists, selectFrom }) =>
            not(
              exists(
                selectFrom('security_events')
                  .select('id')
                  .whereRef('security_events.account_id', '=', 'sessions.account_id')
                  .whereRef('happened_at', '>=', 'sessions.created_at')
                  .where('kind', 'in', TAKEN_BACK),
              ),
            ),
          )
          .executeTakeFirst()
  if (!session) throw linkOver()
  return { link: 'not-me', accountId: session.account_id, change: null }
}

/** Valid for a week; if an older key was reported lost by then, until a week after its removal. */
const stillHolds = sql<boolean>`(
  sessions.created_at > now() - make_interval(days => ${DISOWN_DAYS})
  or exists (select from security_events
    where security_events.account_id = sessions.account_id
      and kind = 'second_factor_removal_asked'
      and happened_at between sessions.created_at and sessions.created_at + make_interval(days => ${DISOWN_DAYS})
      and happened_at > now() - make_interval(days => ${REMOVAL_DAYS + DISOWN_DAYS})))`

const linkOver = () => badRequest('invalid_token', 'This link no longer works. Set a new password instead.')
