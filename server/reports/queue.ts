import type { ReportCategory, ReportSubject } from '@nofiller/contract/reports/report-rules'
import { postOfPart, reportNumber } from '@nofiller/contract/reports/report-rules'
import type { AdminCase, AdminCaseDetail, ReportSummary } from '@nofiller/contract/reports/reports'
import type { ReviewName } from '@nofiller/contract/reviews/review-rules'
import { sql } from 'kysely'
import type { Actor } from '../platform/database/audit.ts'
import type { Database, Queryable, Tx } from '../platform/database/database.ts'
import { refuseOwn } from '../platform/database/own-case.ts'
import type { ReportSnapshot } from '../platform/database/tables.ts'
import { forbidden, notFound } from '../platform/http/errors/errors.ts'
import { hasSafety } from './safety.ts'

const LISTED_MAX = 200

type CaseFilter = { state: 'open' | 'closed'; subject?: ReportSubject | undefined; limit?: number }

/**
 * Cases that an admin may see, none about themselves. Open ones by their next deadline, an alarm first; then by the number of
 * reporters and their accuracy; then by the sales of the last day. Closed ones newest first.
 */
export async function listReportCases(
  db: Database,
  adminId: string,
  { state, subject, limit = LISTED_MAX }: CaseFilter,
): Promise<AdminCase[]> {
  const seesSafety = await hasSafety(db, adminId)
  const { rows } = await sql<CaseRow>`
    ${CASES} where (${seesSafety} or not about.is_safety) and ${isOfOthers(adminId)}
      and ${state === 'open' ? sql`about.closed_at is null` : sql`about.closed_at is not null`}
      ${subject === undefined ? sql`` : sql`and about.subject_kind = ${subject}`}
    order by ${
      state === 'open'
        ? sql`(about.alarmed_at is not null and about.looked_at is null) desc, next_due,
            weight desc, sold desc, about.id`
        : sql`about.closed_at desc`
    }
    limit ${limit}`.execute(db)
  return rows.map(toCase)
}

/** A case with its reporters' texts, but without the current subject. */
export type ReportCase = Omit<
  AdminCaseDetail,
  'isGone' | 'revision' | 'assets' | 'rules' | 'effects' | 'sealed'
> & {
  /** Which of its writer's names stood under the reported review; null for any other subject. */
  nameKind: ReviewName | null
  /** The reported name; null for any other part. */
  reportedName: string | null
  /** The reported file's. */
  fileName: string | null
  /** The reported post's, when it was reported; null for any other part. */
  postTitle: string | null
  /** The storage keys of the pictures that the reported part showed; none for a page and its text, whose pictures are named by themselves. */
  pictureKeys: string[]
}

/**
 * One case with its reporters' texts, without the reported part. It does not exist for the admin whom it is about, as in the list.
 * @throws HttpError 403 `safety_only`, 404
 */
export async function findReportCase(db: Queryable, adminId: string, caseId: string): Promise<ReportCase> {
  const { rows } = await sql`
    select from report_cases as about where id = ${caseId} and ${isOfOthers(adminId)}`.execute(db)
  if (rows.length === 0) throw noCase()
  return readReportCase(db, adminId, caseId)
}

/** Open cases about the admin's own content or reports, among those that they may see. */
export async function findOwnReportCases(db: Database, adminId: string): Promise<ReportCase[]> {
  const { rows } = await sql<{ id: string }>`
    select id from report_cases as about where closed_at is null and (${await hasSafety(db, adminId)} or not is_safety)
      and (not ${isOfOthers(adminId)} or exists (select from reports where case_id = about.id and reporter_id = ${adminId}))`.execute(
    db,
  )
  return Promise.all(rows.map(({ id }) => readReportCase(db, adminId, id)))
}

/**
 * The same for a decision, and the deciding admin: nobody decides about their own content or reports.
 * @throws HttpError 403 `own_case`, `safety_only`, 404
 */
export async function lockReportCase(tx: Tx, admin: Actor & { id: string }, caseId: string) {
  const { rows } = await sql<{ id: string | null }>`
    select (snapshot->>'developerId')::uuid as id from report_cases where id = ${caseId}
    union select ${sellerOf} from report_cases as about where id = ${caseId}
    union select reporter_id from reports where case_id = ${caseId}`.execute(tx)
  const decider = await refuseOwn(
    tx,
    admin,
    rows.map(({ id }) => id),
  )
  return { decider, reportCase: await readReportCase(tx, admin.id, caseId) }
}

async function readReportCase(db: Queryable, adminId: string, caseId: string): Promise<ReportCase> {
  const { rows } = await sql<CaseRow>`${CASES} where about.id = ${caseId}`.execute(db)
  const [row] = rows
  if (!row) throw noCase()
  if (row.is_safety && !(await hasSafety(db, adminId)))
    throw forbidden('Only those who run the safety queue see this.', 'safety_only')
  const reports = await db
    .selectFrom('reports')
    .select(['number', 'text', 'email', 'signature', 'reported_for', 'confirmed_at', 'created_at'])
    .select('unfounded_reason')
    .select(
      sql<string[]>`array(select id from report_pictures where report_id = reports.id order by id)`.as(
        'pictures',
      ),
    )
    .where('case_id', '=', caseId)
    .orderBy('created_at')
    .limit(LISTED_MAX)
    .execute()
  return {
    ...toCase(row),
    developerId: row.snapshot.developerId,
    gameId: row.snapshot.review?.gameId ?? null,
    nameKind: row.snapshot.review?.nameKind ?? null,
    reportedName: row.subject_kind === 'review' && row.part === 'name' ? row.snapshot.text : null,
    fileName: row.snapshot.file?.name ?? null,
    postTitle: postOfPart(row.part) === null ? null : (row.snapshot.text?.split('\n', 1)[0] ?? ''),
    pictureKeys: NAMED_BY_PICTURE.includes(row.part) ? [] : row.snapshot.pictures,
    decisionId: row.decision_id,
    answer: row.answer,
    note: row.note,
    said: reports.map((report) => ({
      number: reportNumber(report.number),
      text: report.text,
      email: report.email,
      signature: report.signature,
      reportedFor: report.reported_for,
      isConfirmed: report.confirmed_at !== null,
      pictures: report.pictures,
      unfounded: report.unfounded_reason,
      createdAt: report.created_at.toISOString(),
    })),
  }
}

/** Parts of which a decision names each picture by itself. */
const NAMED_BY_PICTURE = ['page', 'text']

const noCase = () => notFound('There is no such report.')

/** How many cases are open, including the safety queue, and the results per category. Cases about the admin are not counted. */
export async function summarizeReports(db: Database, adminId: string): Promise<ReportSummary> {
  const { rows } = await sql<ReportSummary['categories'][number] & { category: ReportCategory }>`
    select category, count(*) filter (where closed_at is null)::int as open,
      count(*) filter (where closed_at is null and ${NEXT_DUE} < now())::int as overdue,
      round(100.0 * count(*) filter (where outcome = 'acted')
        / nullif(count(*) filter (where closed_at is not null), 0))::int as "upheldPercent",
      round(percentile_cont(0.5) within group (order by extract(epoch from closed_at - opened_at) / 3600))::int
        as "medianHours"
    from report_cases as about where ${isOfOthers(adminId)} group by category order by category`.execute(db)
  const { rows: counted } = await sql<{ safety: number }>`
    select count(*)::int as safety from ${reportsToDo(adminId)} and is_safety`.execute(db)
  return { seesSafety: await hasSafety(db, adminId), safety: counted[0]?.safety ?? 0, categories: rows }
}

/** Who sells the game of a reported review, in a case `about`; null for any other subject. */
const sellerOf = sql<string | null>`(
  select developer_id from games where games.id = (about.snapshot#>>'{review,gameId}')::uuid)`

/** Whether a case, `about`, is not about the admin's own content, nor about a review of the admin's own game. */
const isOfOthers = (adminId: string) =>
  sql<boolean>`(about.snapshot->>'developerId' is distinct from ${adminId} and ${sellerOf} is distinct from ${adminId})`

/** What the audit log names of a case. Of a review it is the game: whose it is stands nowhere. */
export const auditedSubject = ({ subject, subjectId, gameId, title }: ReportCase) =>
  ({ kind: subject === 'developer' ? 'user' : 'game', id: gameId ?? subjectId, name: title }) as const

/** The open cases, `about`, that are not about the admin's own content, including the safety queue. */
export const reportsToDo = (adminId: string) =>
  sql`report_cases as about where about.closed_at is null and ${isOfOthers(adminId)}`

/** The next deadline of a case, `about`: the first look, then the decision. */
export const NEXT_DUE = sql`case when about.looked_at is null then about.look_due_at else about.due_at end`

/** A reporter with fewer than five decided cases counts half; any other by their share of correct reports. */
const CASES = sql`
  select about.*, ${NEXT_DUE} as next_due,
    (select id from moderation_decisions where case_id = about.id order by decided_at desc limit 1) as decision_id,
    exists (select from game_holds where case_id = about.id and ended_at is null) as is_held,
    (select count(*)::int from reports where case_id = about.id) as reports,
    (select coalesce(sum(record), 0) from (
      select distinct on (reports.email) (
        select case when count(*) < 5 then 0.5 else avg((decided.outcome = 'acted')::int) end
        from reports as earlier join report_cases as decided on decided.id = earlier.case_id
        where earlier.email = reports.email and earlier.confirmed_at is not null
          and decided.outcome is not null
      ) as record from reports where case_id = about.id and confirmed_at is not null
    ) as records) as weight,
    (select count(*) from order_items join orders on orders.id = order_items.order_id
      where order_items.game_id = about.subject_id and orders.paid_at > now() - interval '24 hours') as sold
  from report_cases as about`

type CaseRow = {
  id: string
  subject_kind: AdminCase['subject']
  subject_id: string
  part: string
  category: ReportCategory
  is_safety: boolean
  snapshot: ReportSnapshot
  decision_id: string | null
  opened_at: Date
  next_due: Date
  looked_at: Date | null
  alarmed_at: Date | null
  closed_at: Date | null
  outcome: AdminCase['outcome']
  answer: string | null
  note: string | null
  is_held: boolean
  reports: number
}

const toCase = (row: CaseRow): AdminCase => ({
  _id: row.id,
  subject: row.subject_kind,
  subjectId: row.subject_id,
  title: row.snapshot.title,
  part: row.part,
  category: row.category,
  reports: row.reports,
  isHeld: row.is_held,
  isAlarm: row.alarmed_at !== null && row.looked_at === null,
  openedAt: row.opened_at.toISOString(),
  dueAt: row.next_due.toISOString(),
  isLookedAt: row.looked_at !== null,
  closedAt: row.closed_at?.toISOString() ?? null,
  outcome: row.outcome,
})
