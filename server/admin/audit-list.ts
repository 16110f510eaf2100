import type { AuditEntry, AuditFilter } from '@nofiller/contract/admin'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'
import { containing } from '../platform/database/like.ts'

export type AuditQuery = AuditFilter & { after?: number | undefined; limit: number }

/** What admins did, newest first. `after` is the id of the last entry already shown. */
export async function listAudit(
  db: Database,
  query: AuditQuery,
): Promise<{ entries: AuditEntry[]; total: number; next: string | null }> {
  const [rows, counted] = await Promise.all([
    auditRows(db, { ...query, limit: query.limit + 1 }),
    db
      .selectFrom('audit_log')
      .select(sql<number>`count(*)`.as('total'))
      .where(wantedEntries(query))
      .executeTakeFirstOrThrow(),
  ])
  const entries = rows.slice(0, query.limit)
  return {
    entries,
    total: counted.total,
    next: rows.length > query.limit ? (entries.at(-1)?._id ?? null) : null,
  }
}

/** One page of the entries behind `listAudit`. */
export async function auditRows(
  db: Database,
  { after, limit, ...filter }: AuditQuery,
): Promise<AuditEntry[]> {
  const rows = await db
    .selectFrom('audit_log')
    .selectAll()
    .where(wantedEntries(filter))
    .$if(after !== undefined, (rest) => rest.where('id', '<', after ?? 0))
    .orderBy('id', 'desc')
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

function wantedEntries({ q, action, subjectId }: AuditFilter): RawBuilder<boolean> {
  const conditions = [
    sql`true`,
    ...(q ? [sql`concat_ws(' ', actor, subject, reason) ilike ${containing(q)}`] : []),
    ...(action === undefined ? [] : [sql`action = ${action}`]),
    ...(subjectId === undefined ? [] : [sql`subject_id = ${subjectId}::uuid`]),
  ]
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`
}
