import type { AuditEntry, AuditFilter } from '@nofiller/contract/admin'
import { type RawBuilder, sql } from 'kysely'
import { COMMAND_LINE } from '../platform/database/audit.ts'
import type { Database } from '../platform/database/database.ts'
import { findRows } from '../platform/database/found.ts'
import { containing } from '../platform/database/like.ts'

export type AuditQuery = AuditFilter & { after?: number | undefined; limit: number }

/** What admins did, as far as a filter lets it through. `after` is the id of the last entry already shown. */
export async function listAudit(
  db: Database,
  query: AuditQuery,
): Promise<{ entries: AuditEntry[]; total: number; next: string | null }> {
  const { total, where } = await findRows(db, {
    from: sql`audit_log`,
    key: sql`id`,
    type: 'bigint',
    wanted: wantedEntries(query),
  })
  const rows = await auditRows(db, { ...query, limit: query.limit + 1 }, where)
  const entries = rows.slice(0, query.limit)
  return {
    entries,
    total,
    next: rows.length > query.limit ? (entries.at(-1)?._id ?? null) : null,
  }
}

/** One page of the entries behind `listAudit`. */
export async function auditRows(
  db: Database,
  { sort, after, limit, ...filter }: AuditQuery,
  where = wantedEntries(filter),
): Promise<AuditEntry[]> {
  const isOldFirst = sort === 'old'
  const rows = await db
    .selectFrom('audit_log')
    .selectAll()
    .where(where)
    .$if(after !== undefined, (rest) => rest.where('id', isOldFirst ? '>' : '<', after ?? 0))
    .orderBy('id', isOldFirst ? 'asc' : 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    _id: String(row.id),
    at: row.created_at.toISOString(),
    actor: row.actor,
    address: row.address,
    action: row.action,
    subjectKind: row.subject_kind,
    subjectId: row.subject_id,
    subject: row.subject,
    reason: row.reason,
    before: row.before,
    after: row.after,
  }))
}

type Wanted = Omit<AuditFilter, 'sort'>

function wantedEntries({ q, action, actor, subjectId, from, to }: Wanted): RawBuilder<boolean> {
  const conditions = [
    sql`true`,
    ...(q ? [holds(q)] : []),
    ...(action === undefined ? [] : [sql`action = ${action}`]),
    ...(actor === undefined ? [] : [isBy(actor)]),
    ...(subjectId === undefined ? [] : [sql`subject_id = ${subjectId}::uuid`]),
    ...(from === undefined ? [] : [sql`created_at >= ${from}::date`]),
    ...(to === undefined ? [] : [sql`created_at < ${to}::date + 1`]),
  ]
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`
}

/** By the index `audit_log_search`, which is of this expression. */
const holds = (q: string) =>
  sql`(actor || ' ' || subject || ' ' || coalesce(reason, '')) ilike ${containing(q)}`

/** By the index `audit_log_actor`: a name is somebody's for good, and the command line is no account's. */
const isBy = (actor: string) =>
  actor === COMMAND_LINE.name
    ? sql`actor_id is null`
    : sql`actor_id = (select id from accounts where lower(username) = lower(${actor}))`
