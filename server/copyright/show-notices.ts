import type { AdminNotice, AdminNoticeDetail, OwnNotice } from '@nofiller/contract/copyright/copyright'
import {
  DUE_STATES,
  type NoticeState,
  noticeNumber,
  STANDING_STATES,
} from '@nofiller/contract/copyright/copyright-rules'
import { sql } from 'kysely'
import type { Account } from '../platform/caller.ts'
import type { Database } from '../platform/database/database.ts'
import type { OwnCase } from '../platform/database/own-case.ts'
import { notFound } from '../platform/http/errors/errors.ts'
import { type Notice, numberIn } from './lock-notice.ts'

const LISTED_MAX = 200

/**
 * Open ones: undecided ones by their deadline, then standing ones, the newest first. Closed ones: the newest first. None
 * about the admin's own games.
 */
export async function listNotices(
  db: Database,
  adminId: string,
  { state, limit = LISTED_MAX }: { state: 'open' | 'closed'; limit?: number },
): Promise<AdminNotice[]> {
  const rows = await db
    .selectFrom('copyright_notices')
    .selectAll()
    .where('state', 'in', STATES[state])
    .where('developer_id', '!=', adminId)
    .orderBy(sql`case when ${isDue} then due_at end`, (order) => order.asc().nullsLast())
    .orderBy(state === 'open' ? 'sent_at' : 'ended_at', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toAdminNotice)
}

/** None that nobody confirmed: the claimant has not really sent it yet. */
const STATES = {
  open: ['received', ...STANDING_STATES],
  closed: ['returned', 'restored', 'withdrawn'],
} as const satisfies Record<'open' | 'closed', readonly NoticeState[]>

const isDue = sql`state in (${sql.join(DUE_STATES.map((state) => sql.lit(state)))})`

/** The notices in which there is something to do, but those about a game of the admin's. */
export const noticesToDo = (adminId: string) =>
  sql`copyright_notices where ${isDue} and developer_id <> ${adminId}`

/** Those that the admin may decide, the earliest deadline first. */
export async function dueNotices(db: Database, adminId: string, limit: number): Promise<AdminNotice[]> {
  const { rows } = await sql<Notice>`
    select * from ${noticesToDo(adminId)} order by due_at limit ${limit}`.execute(db)
  return rows.map(toAdminNotice)
}

/** The notices in which there is something to do, but which are about a game of the admin's or were sent by them. */
export async function ownNotices(db: Database, adminId: string): Promise<OwnCase[]> {
  const rows = await db
    .selectFrom('copyright_notices')
    .select(['number', 'title', 'sent_at'])
    .where(sql<boolean>`${isDue}`)
    .where(
      sql<boolean>`${adminId}::uuid in (developer_id, (select id from accounts where email = lower(fields->>'email')))`,
    )
    .execute()
  return rows.map(({ number, title, sent_at }) => ({
    since: sent_at.toISOString(),
    what: `copyright notice about ${title}`,
    call: `POST /api/admin/copyright/${noticeNumber(number)}/decision`,
  }))
}

/** @throws HttpError 404, also for one about the admin's own game */
export async function findNotice(db: Database, adminId: string, number: string): Promise<AdminNoticeDetail> {
  const notice = await findRow(db, number)
  if (!notice || notice.state === 'unconfirmed' || notice.developer_id === adminId)
    throw notFound('There is no such notice.')
  return {
    ...toAdminNotice(notice),
    developerId: notice.developer_id,
    fields: notice.fields,
    cameByMail: notice.entered_by !== null,
    isConfirmed: notice.confirmed_at !== null,
    statement: notice.statement,
    counter: notice.counter,
    counteredAt: notice.countered_at?.toISOString() ?? null,
    court:
      notice.court_reference && notice.court_on
        ? {
            reference: notice.court_reference,
            filedOn: notice.court_on,
            hasDocument: notice.court_document !== null,
          }
        : null,
  }
}

/** A notice that was accepted, for the developer whose game it is about. @throws HttpError 404 */
export async function findOwnNotice(db: Database, developer: Account, number: string): Promise<OwnNotice> {
  const notice = await findRow(db, number)
  if (!notice?.accepted_at || notice.developer_id !== developer.id) throw notFound('There is no such notice.')
  const { signature, email } = notice.fields
  return {
    ...toShown(notice),
    claimant: signature,
    claimantDomain: email.slice(email.lastIndexOf('@') + 1),
    statement: notice.statement ?? '',
    counter: notice.counter,
  }
}

const findRow = (db: Database, number: string): Promise<Notice | undefined> =>
  db.selectFrom('copyright_notices').selectAll().where('number', '=', numberIn(number)).executeTakeFirst()

const toShown = (notice: Notice) => ({
  number: noticeNumber(notice.number),
  gameId: notice.game_id,
  title: notice.title,
  named: notice.assets.map(({ name }) => name),
  state: notice.state,
  acceptedAt: notice.accepted_at?.toISOString() ?? null,
  restoreAt: notice.restore_at?.toISOString() ?? null,
  endedAt: notice.ended_at?.toISOString() ?? null,
})

const toAdminNotice = (notice: Notice): AdminNotice => ({
  ...toShown(notice),
  sentAt: notice.sent_at.toISOString(),
  dueAt: notice.due_at.toISOString(),
  isComplete: notice.is_complete,
  claimant: notice.fields.signature,
})
