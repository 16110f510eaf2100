import { INCOMPLETE_HOURS, NOTICE_HOURS, noticeNumber } from '@nofiller/contract/copyright/copyright-rules'
import { RETENTION } from '@nofiller/contract/personal-data/retention-rules'
import { sql } from 'kysely'
import type { Kind } from '../confirmations/confirm.ts'
import { type Database, type Queryable, violates } from '../platform/database/database.ts'
import type { Store } from '../store.ts'
import { receivedMail } from './emails.ts'

/** Notices with an unconfirmed claimant's address. They enter the admins' queue once it is confirmed. */
export const unconfirmedNotices: Kind = { find, confirm }

async function find(db: Queryable, email: string) {
  const rows = await db
    .selectFrom('copyright_notices')
    .select(['id', 'number', 'title', 'state'])
    .where(sql`lower(fields->>'email')`, '=', email.toLowerCase())
    .where('entered_by', 'is', null)
    .where(sql<boolean>`sent_at > now() - ${RETENTION.unconfirmedReports.after}::interval`)
    .orderBy('sent_at')
    .execute()
  return rows.map(({ id, number, title, state }) => ({
    id,
    number: noticeNumber(number),
    about: `Copyright notice about ${title}`,
    isConfirmed: state !== 'unconfirmed',
  }))
}

async function confirm(store: Store, id: string): Promise<void> {
  const now = store.clock()
  try {
    await store.db.transaction().execute(async (tx) => {
      const notice = await tx
        .updateTable('copyright_notices')
        .set({ state: 'received', confirmed_at: now, due_at: dueAt(now, true) })
        .where('id', '=', id)
        .where('state', '=', 'unconfirmed')
        .returning(['number', 'title', 'fields'])
        .executeTakeFirst()
      if (!notice) return
      await store.mail.queue(tx, receivedMail(store.config, notice.fields.email, notice))
      store.log.info({ notice: noticeNumber(notice.number) }, 'copyright notice confirmed')
    })
  } catch (error) {
    if (!violates(error, 'copyright_notices_once')) throw error
    await store.db.deleteFrom('copyright_notices').where('id', '=', id).execute() // the same one is already in the queue
  }
}

/** The deadline for an admin's decision about a notice that entered the queue. */
export const dueAt = (now: Date, isComplete: boolean): Date =>
  new Date(now.getTime() + (isComplete ? NOTICE_HOURS : INCOMPLETE_HOURS) * 3_600_000)

/** Deletes notices that nobody confirmed in time. */
export async function purgeUnconfirmedNotices(db: Database): Promise<void> {
  await sql`delete from copyright_notices
    where state = 'unconfirmed' and sent_at < now() - ${RETENTION.unconfirmedReports.after}::interval`.execute(
    db,
  )
}
