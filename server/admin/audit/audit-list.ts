import type { AuditEntry, AuditFilter } from '@nofiller/contract/admin/admin'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { COMMAND_LINE } from '../../platform/database/audit.ts'
import type { Database } from '../../platform/database/database.ts'
import { containing } from '../../platform/database/like.ts'
import {
  directionOf,
  idCursor,
  type Page,
  type Position,
  paginateSearch,
} from '../../platform/database/paginate.ts'
import type { Tables } from '../../platform/database/tables.ts'

/** Admins' actions that match a filter. @throws HttpError 400 `bad_cursor` */
export const listAudit = (db: Database, query: AuditFilter & Position): Promise<Page<AuditEntry>> =>
  paginateSearch(db, filteredAudit(db, query), query)

/** Admins' actions as a paginated list. Sorted by the key: ids grow with time. */
export const filteredAudit = (db: Database, { sort, ...filter }: AuditFilter) => ({
  rows: db.selectFrom('audit_log').selectAll(),
  from: sql`audit_log`,
  filter: auditFilter(filter),
  key: sql`id`,
  order: { by: sql`id`, direction: directionOf(sort) },
  toItem: toAuditEntry,
  oldCursor: idCursor,
})

const toAuditEntry = (row: Selectable<Tables['audit_log']>): AuditEntry => ({
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
})

function auditFilter({
  q,
  action,
  actor,
  subjectId,
  from,
  to,
}: Omit<AuditFilter, 'sort'>): RawBuilder<boolean> {
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

/** Uses the trigram index `audit_log_search` on this expression. */
const holds = (q: string) =>
  sql`(actor || ' ' || subject || ' ' || coalesce(reason, '')) ilike ${containing(q)}`

/** Uses the index `audit_log_actor`. Names are never reassigned, and the command line has no account. */
const isBy = (actor: string) =>
  actor === COMMAND_LINE.name
    ? sql`actor_id is null`
    : sql`actor_id = (select id from accounts where lower(username) = lower(${actor}))`
