import type { SecurityEvent } from '@nofiller/contract/accounts/security-events'
import type { Received } from '@nofiller/contract/calls'
import { RETENTION } from '@nofiller/contract/personal-data/retention-rules'
import { sql } from 'kysely'
import type { Account } from '../../platform/caller.ts'
import type { Database } from '../../platform/database/database.ts'
import { type Page, pageSize, paginate } from '../../platform/database/paginate.ts'
import { browserName } from '../sessions/browser-name.ts'

const PAGE = 20

/** Security events of an account, newest first (`security_events_of_account`). @throws HttpError 400 `bad_cursor` */
export const listEvents = (
  db: Database,
  { id }: Account,
  query: Received<'GET /api/security-events', 'query'>,
): Promise<Page<SecurityEvent>> =>
  paginate(
    db,
    {
      rows: db
        .selectFrom('security_events')
        .select(['id', 'kind', 'about', 'user_agent', 'times', 'happened_at']),
      from: sql`security_events`,
      filter: sql<boolean>`account_id = ${id}`,
      key: sql`id`,
      order: { by: sql`happened_at`, direction: 'desc' },
      toItem: (row) => ({
        _id: row.id,
        kind: row.kind,
        about: row.about,
        browser: browserName(row.user_agent),
        times: row.times,
        at: row.happened_at.toISOString(),
      }),
    },
    { ...query, limit: pageSize(query, PAGE) },
  )

export async function purgeEvents(db: Database): Promise<void> {
  await sql`delete from security_events where happened_at < now() - ${RETENTION.securityEvents.after}::interval`.execute(
    db,
  )
}
