import { LATE_REVIEW_DAYS, REVIEW_HOURS } from '@nofiller/contract/moderation/moderation-rules'
import { sql } from 'kysely'
import type { Store } from '../../store.ts'
import { lateApprovalMail } from './emails.ts'

export const startApologizing = (store: Store): Promise<void> =>
  store.jobs.schedule('apologize', '32 * * * *', () => apologizeForLateApprovals(store))

/**
 * Notifies developers, once per review, that a game that only a review hides waits longer than
 * `LATE_REVIEW_DAYS`. Days that wait for the developer do not count: `due_at` is moved by them.
 */
export async function apologizeForLateApprovals({ db, clock, config, mail, log }: Store): Promise<void> {
  const now = clock()
  await db.transaction().execute(async (tx) => {
    const { rows: late } = await sql<{ title: string; email: string }>`
      update game_reviews set apologized_at = ${now}
      from games join accounts as developer on developer.id = games.developer_id
      where games.id = game_reviews.game_id and games.review = 'waiting'
        and game_reviews.state = 'waiting' and apologized_at is null
        and due_at - make_interval(hours => (${JSON.stringify(REVIEW_HOURS)}::jsonb ->> reason)::int)
          < ${now}::timestamptz - make_interval(days => ${LATE_REVIEW_DAYS})
      returning games.title, developer.email`.execute(tx)
    for (const { title, email } of late) await mail.queue(tx, lateApprovalMail(config, email, title))
    if (late.length > 0) log.warn({ games: late.length }, 'developers told that their reviews are late')
  })
}
