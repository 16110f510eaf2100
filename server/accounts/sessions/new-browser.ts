import type { SecurityEventKind } from '@nofiller/contract/accounts/security-event-rules'
import { RETENTION } from '@nofiller/contract/personal-data/retention-rules'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import { countryName } from '../../platform/http/age-rule.ts'
import { textSigner } from '../../platform/signatures.ts'
import type { Store } from '../../store.ts'
import { newBrowserMail } from '../emails.ts'
import { browserName } from './browser-name.ts'

type Owner = { id: string; email: string; username: string }

/**
 * Emails the owner about a login from an unknown browser, with a link to report it; not for the first login after
 * sign-up.
 */
export async function mailNewBrowser(store: Store, owner: Owner, sessionId: string): Promise<void> {
  const session = await sessionOf(store.db, sessionId)
  if (!session?.came_before) return
  const mail = newBrowserMail(store.config, owner.email, {
    username: owner.username,
    browser: browserName(session.user_agent),
    country: countryName(session.country),
    at: session.created_at,
    token: notMeSigner(store).sign(sessionId),
  })
  await store.db.transaction().execute((tx) => store.mail.queue(tx, mail))
}

/** A token names the session that its link reports. Links of emails that were sent are signed with the purpose's name. */
export const notMeSigner = ({ config }: Pick<Store, 'config'>) =>
  textSigner(config.secretKeys, 'disown-log-in')

const LOG_INS: readonly SecurityEventKind[] = [
  'logged_in',
  'logged_in_remembered',
  'logged_in_with_code',
  'logged_in_with_passkey',
]

/** Whether its account logged in before; assumed for an account that is older than the event log. */
const sessionOf = (db: Database, sessionId: string) =>
  db
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
    .select(['sessions.user_agent', 'sessions.country', 'sessions.created_at'])
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
