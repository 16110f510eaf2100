import { reportNumber, UNFOUNDED } from '@nofiller/contract/reports/report-rules'
import type { UnfoundedReport } from '@nofiller/contract/reports/reports'
import { showUtcDay } from '@nofiller/contract/text/time'
import { type RawBuilder, sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { type Actor, audit } from '../../platform/database/audit.ts'
import type { Queryable, Tx } from '../../platform/database/database.ts'
import { conflict, forbidden, notFound } from '../../platform/http/errors/errors.ts'
import type { Store } from '../../store.ts'
import { measureMail } from '../emails.ts'
import { auditedSubject, lockReportCase, type ReportCase } from '../queue.ts'
import { decideMeasure } from './decide-measure.ts'

/**
 * Marks a report manifestly unfounded, after its case was dismissed. Too many earn the reporter a warning, and
 * then a pause, by email. A successful appeal removes the mark.
 * @throws HttpError 403 `own_case`, `safety_only`, 404, 409 `not_dismissed`, `not_confirmed`
 */
export async function markUnfounded(
  store: Store,
  actor: Actor & { id: string },
  caseId: string,
  { number, reason }: UnfoundedReport,
): Promise<void> {
  await store.db.transaction().execute(async (tx) => {
    const { reportCase, decider } = await lockReportCase(tx, actor, caseId)
    refuse(reportCase, number)
    const reporter = await mark(tx, actor.id, caseId, { number, reason })
    await audit(tx, decider, {
      action: 'report_unfounded',
      ...auditedSubject(reportCase),
      reason,
      after: { case: caseId, report: number },
    })
    await takeMeasure(store, tx, reporter)
  })
}

function refuse(reportCase: ReportCase, number: string): void {
  const report = reportCase.said.find((said) => said.number === number)
  if (!report) throw notFound('There is no such report.')
  if (reportCase.outcome !== 'left')
    throw conflict('not_dismissed', 'Only a report that changed nothing can be unfounded. Decide it first.')
  // Anyone can type an address that is not theirs.
  if (!report.isConfirmed)
    throw conflict('not_confirmed', 'The sender never confirmed this report, so it counts against nobody.')
}

/** The address that a report came from, and the account that sent it, if one did. */
type Reporter = { email: string | null; reporter_id: string | null }

const mark = (
  tx: Tx,
  adminId: string,
  caseId: string,
  { number, reason }: UnfoundedReport,
): Promise<Reporter> =>
  tx
    .updateTable('reports')
    .set({ unfounded_at: sql<Date>`now()`, unfounded_by: adminId, unfounded_reason: reason })
    .where('case_id', '=', caseId)
    .where(sql<boolean>`'R-' || number = ${number}`)
    .returning(['email', 'reporter_id'])
    .executeTakeFirstOrThrow()

async function takeMeasure(store: Store, tx: Tx, reporter: Reporter): Promise<void> {
  const { email, reporter_id } = reporter
  if (!email) return
  // One after the other per reporter, or two concurrent marks would both be the fourth.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`reporter ${reporter_id ?? email}`}, 0))`.execute(
    tx,
  )
  const { ofLast, sinceMeasure, hasMeasure } = await recordOf(tx, reporter)
  const kind = decideMeasure({ ofLast: ofLast.length, sinceMeasure: sinceMeasure.length, hasMeasure })
  if (!kind) return
  const reports = kind === 'warning' ? ofLast : sinceMeasure
  const { ends_at } = await tx
    .insertInto('reporter_measures')
    .values({
      id: uuid(),
      email,
      kind,
      report_ids: reports.map(({ id }) => id),
      ends_at: kind === 'pause' ? sql<Date>`now() + make_interval(days => ${UNFOUNDED.pauseDays})` : null,
    })
    .returning('ends_at')
    .executeTakeFirstOrThrow()
  const named = reports.map(({ number, reason }) => ({ number: reportNumber(number), reason }))
  await store.mail.queue(tx, measureMail(store.config, email, named, ends_at))
}

type Unfounded = { id: string; number: number; reason: string }

/** The unfounded ones of a reporter's last decided reports, and those since the last measure: by address, and by account. */
async function recordOf(tx: Tx, { email, reporter_id }: Reporter) {
  const isTheirs = sql`(lower(reports.email) = lower(${email}) or reports.reporter_id = ${reporter_id}::uuid)`
  const isGiven = isMeasureOf(sql`${email}`, sql`${reporter_id}::uuid`)
  const { rows: last } = await sql<Unfounded & { isUnfounded: boolean }>`
    select reports.id, number, unfounded_reason as reason, unfounded_at is not null as "isUnfounded"
    from reports join report_cases on report_cases.id = reports.case_id
    where ${isTheirs} and confirmed_at is not null and closed_at is not null
    order by closed_at desc, reports.number desc limit ${UNFOUNDED.lastDecided}`.execute(tx)
  const { rows: measures } = await sql<{ given_at: Date }>`
    select given_at from reporter_measures as measure where ${isGiven}
      and given_at > now() - make_interval(days => ${UNFOUNDED.withinDays})
    order by given_at desc limit 1`.execute(tx)
  const { rows: sinceMeasure } = await sql<Unfounded>`
    select id, number, unfounded_reason as reason from reports
    where ${isTheirs} and unfounded_at > all (
      select given_at from reporter_measures as measure where ${isGiven}) order by number`.execute(tx)
  return {
    ofLast: last.filter(({ isUnfounded }) => isUnfounded),
    sinceMeasure,
    hasMeasure: measures.length > 0,
  }
}

/** Whether a `measure` was taken against an address, or an account even if its address changed. */
const isMeasureOf = (email: RawBuilder<unknown>, accountId: RawBuilder<unknown>) => sql`(
  lower(measure.email) = lower(${email}) or exists (select from reports as marked
    where marked.id = any(measure.report_ids) and marked.reporter_id = ${accountId}))`

const pauseOf = (email: RawBuilder<unknown>, accountId: RawBuilder<unknown>) => sql<{ endsAt: Date }>`
  select ends_at as "endsAt" from reporter_measures as measure
  where ends_at > now() and ${isMeasureOf(email, accountId)}
    and ${UNFOUNDED.pauseFrom} <= (select count(*) from reports as unfounded
      where unfounded.id = any(measure.report_ids) and unfounded_at is not null)`

/** Whether the sender of a row of `reports` is paused; no longer when an appeal left too few of the marks. */
export const isPaused = sql<boolean>`exists (${pauseOf(sql.ref('reports.email'), sql.ref('reports.reporter_id'))})`

/** @throws HttpError 403 `reporting_paused` with the end of the pause */
export async function refusePaused(
  db: Queryable,
  { email, accountId }: { email: string | null; accountId: string | null },
): Promise<void> {
  const { rows } = await pauseOf(sql`${email}`, sql`${accountId}::uuid`).execute(db)
  const [pause] = rows
  if (pause)
    throw forbidden(
      `You sent too many unfounded reports, so we won’t accept any from you until ${showUtcDay(pause.endsAt)}. We mailed you why, and how to appeal. You can still report anything that may show minors or real people.`,
      'reporting_paused',
    )
}
