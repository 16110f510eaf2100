import type { SecurityEventKind } from '@nofiller/contract/accounts/security-event-rules'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Queryable } from '../../platform/database/database.ts'

/** The browser that did it: a session's, or one without a session. Null for none. */
export type Doer = { sessionId: string } | { userAgent: string } | null

type Event = { accountId: string; kind: SecurityEventKind; about?: string }

/** Records a security event of an account, in the transaction of the event. */
export const recordEvent = (tx: Queryable, { accountId, kind, about }: Event, doer: Doer) =>
  tx
    .insertInto('security_events')
    .values({
      id: uuid(),
      account_id: accountId,
      kind,
      about: about ?? null,
      user_agent: userAgentOf(doer),
    })
    .execute()

/** Records a wrong code; wrong codes of one browser within an hour are one event, so a guesser does not fill the list. */
export async function recordWrongCode(
  db: Queryable,
  accountId: string,
  doer: NonNullable<Doer>,
): Promise<void> {
  const again = await db
    .updateTable('security_events')
    .set({ times: sql`times + 1`, happened_at: sql<Date>`now()` })
    .where('account_id', '=', accountId)
    .where('kind', '=', 'wrong_code')
    .where('user_agent', '=', userAgentOf(doer))
    .where('happened_at', '>', sql<Date>`now() - interval '1 hour'`)
    .returning('id')
    .executeTakeFirst()
  if (!again) await recordEvent(db, { accountId, kind: 'wrong_code' }, doer)
}

const USER_AGENT_MAX = 300

function userAgentOf(doer: Doer) {
  if (doer && 'userAgent' in doer) return sql<string>`${doer.userAgent.slice(0, USER_AGENT_MAX)}`
  return sql<string>`coalesce((select user_agent from sessions where id = ${doer?.sessionId ?? null}::uuid), '')`
}
