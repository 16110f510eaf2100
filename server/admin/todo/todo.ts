import type { FailedJob, ToDo } from '@nofiller/contract/admin/todo'
import { type ToDoCounts, WAITING_MAX, WAITING_SHOWN } from '@nofiller/contract/admin/todo-rules'
import { type RawBuilder, sql } from 'kysely'
import { listMalware, malwareToDo } from '../../checks/list-malware.ts'
import { dueNotices, noticesToDo } from '../../copyright/show-notices.ts'
import { dueAppeals } from '../../moderation/appeals/list-appeals.ts'
import { approvalsToDo, dueApprovals } from '../../moderation/approvals/list-approvals.ts'
import { CASE_CONDITIONS, listCases } from '../../orders/cases/list-cases.ts'
import { draftPayouts, isWaiting, oldestWaiting } from '../../payouts/history/admin-payouts.ts'
import { type Actor, audit } from '../../platform/database/audit.ts'
import type { Queryable, Tx } from '../../platform/database/database.ts'
import { notFound } from '../../platform/http/errors/errors.ts'
import {
  dismissJob,
  type FailedJobRow,
  failedJobCount,
  failedJobs,
  retryJob,
} from '../../platform/jobs/failed-jobs.ts'
import { ownVersion, showVersion } from '../../platform/version.ts'
import { listReportCases, NEXT_DUE, reportsToDo } from '../../reports/queue.ts'
import { SEALED_TO_DO } from '../../reports/sealed/sealed-games.ts'
import { heldToDo } from '../../reviews/held/list-held.ts'
import { surgesToDo } from '../../reviews/surges/list-surges.ts'
import type { Store } from '../../store.ts'
import { listContacts } from '../inbox/inbox.ts'
import { oldestRequests } from '../users/users.ts'

const OLDEST = { sort: 'old', state: 'open', limit: WAITING_SHOWN } as const

/** Open work, the oldest few of each kind. `adminId` is the caller. */
export async function findToDo(store: Store, adminId: string): Promise<ToDo> {
  const { db } = store
  const [
    counts,
    reports,
    requests,
    cases,
    drafts,
    payouts,
    messages,
    appeals,
    notices,
    approvals,
    malware,
    jobs,
    admin,
  ] = await Promise.all([
    countToDo(db, adminId),
    listReportCases(db, adminId, { state: 'open', limit: WAITING_SHOWN }),
    oldestRequests(db, WAITING_SHOWN),
    listCases(db, OLDEST),
    draftPayouts(db),
    oldestWaiting(store, adminId, WAITING_SHOWN),
    listContacts(db, OLDEST),
    dueAppeals(db, { adminId, now: store.clock() }, WAITING_SHOWN),
    dueNotices(db, adminId, WAITING_SHOWN),
    dueApprovals(db, { adminId, now: store.clock() }, WAITING_SHOWN),
    listMalware(db, adminId, { state: 'open', limit: WAITING_SHOWN }),
    failedJobs(db, WAITING_SHOWN),
    db.selectFrom('accounts').select('notify_todo').where('id', '=', adminId).executeTakeFirstOrThrow(),
  ])
  return {
    counts,
    reports,
    requests,
    cases: cases.items,
    draftPayouts: drafts,
    payouts,
    messages: messages.items,
    appeals,
    notices,
    approvals,
    malware,
    jobs: await Promise.all(jobs.map((job) => toFailedJob(store, job))),
    version: showVersion(ownVersion()),
    notifyToDo: admin.notify_todo,
  }
}

/** The number of waiting items, without those about the admin's own games: the lists hide them, and their number would reveal them. */
export async function countToDo(db: Queryable, adminId: string): Promise<ToDoCounts> {
  const { rows } = await countsQuery(adminId).execute(db)
  const [
    counts = {
      reports: 0,
      requests: 0,
      cases: 0,
      payouts: 0,
      messages: 0,
      approvals: 0,
      reviews: 0,
      appeals: 0,
      notices: 0,
      sealed: 0,
      malware: 0,
      jobs: 0,
    },
  ] = rows
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  return { ...counts, total }
}

/** Reads partial indexes that hold open work only, so it costs the same in a store of any age. */
export const countsQuery = (adminId: string) => sql<Omit<ToDoCounts, 'total'>>`select
    ${countOf(reportsToDo(adminId))} as reports,
    ${countOf(sql`accounts where developer_requested_at is not null`)} as requests,
    ${countOf(sql`payment_cases as payment_case where ${CASE_CONDITIONS.open}`)} as cases,
    ${countOf(sql`payouts where ${isWaiting}`)} as payouts,
    ${countOf(sql`contact_messages where answered_at is null`)} as messages,
    ${countOf(approvalsToDo(adminId))} as approvals,
    ${countOf(surgesToDo(adminId))} + ${countOf(heldToDo(adminId))} as reviews,
    ${countOf(sql`appeals where decided_at is null`)} as appeals,
    ${countOf(noticesToDo(adminId))} as notices,
    ${countOf(SEALED_TO_DO)} as sealed,
    ${countOf(malwareToDo(adminId))} as malware,
    ${failedJobCount(WAITING_MAX)} as jobs`

/** How many cases, reviews, appeals and notices that the admin counts are overdue. */
export async function countOverdue(db: Queryable, adminId: string, now: Date): Promise<number> {
  const { rows } = await sql<{ overdue: number }>`select
    (select count(*) from ${reportsToDo(adminId)} and ${NEXT_DUE} < ${now})
    + (select count(*) from ${approvalsToDo(adminId)} and game_reviews.due_at < ${now})
    + (select count(*) from appeals where decided_at is null and due_at < ${now})
    + (select count(*) from ${surgesToDo(adminId)} and review_surges.due_at < ${now})
    + (select count(*) from ${noticesToDo(adminId)} and due_at < ${now}) as overdue`.execute(db)
  return Number(rows[0]?.overdue ?? 0)
}

const countOf = (waiting: RawBuilder<unknown>) =>
  sql`(select count(*)::int from (select from ${waiting} limit ${WAITING_MAX}) as waiting)`

async function toFailedJob(
  { mail }: Store,
  { data, failedAt, id, ...job }: FailedJobRow,
): Promise<FailedJob> {
  return { ...job, _id: id, mail: await mail.read(data), failedAt: failedAt.toISOString() }
}

/** Retries a failed email or job now. @throws HttpError 404 when it has not failed, or no longer */
export const retry = (store: Store, actor: Actor, jobId: string): Promise<void> =>
  actOnJob(store, actor, { jobId, action: 'job_retried', act: retryJob })

/** Discards a failed email or job. @throws HttpError 404 when it has not failed, or no longer */
export const dismiss = (store: Store, actor: Actor, jobId: string): Promise<void> =>
  actOnJob(store, actor, { jobId, action: 'job_dismissed', act: dismissJob })

type JobAction = {
  jobId: string
  action: 'job_retried' | 'job_dismissed'
  act: (tx: Tx, id: string) => Promise<string | null>
}

async function actOnJob({ db }: Store, actor: Actor, { jobId, action, act }: JobAction): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const queue = await act(tx, jobId)
    if (queue === null) throw notFound('This job is done, or no longer there.')
    await audit(tx, actor, { action, kind: 'store', id: jobId, name: queue, reason: null })
  })
}

/** Turns an admin's daily email about open work on or off. */
export async function setNotice({ db }: Store, actor: Actor, notifyToDo: boolean): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const changed = await tx
      .updateTable('accounts')
      .set({ notify_todo: notifyToDo })
      .where('id', '=', actor.id)
      .where('notify_todo', '!=', notifyToDo)
      .returning('id')
      .executeTakeFirst()
    if (!changed) return
    await audit(tx, actor, {
      action: 'todo_notice_changed',
      kind: 'user',
      id: changed.id,
      name: actor.name,
      reason: null,
      before: { dailyMail: !notifyToDo },
      after: { dailyMail: notifyToDo },
    })
  })
}
