import { sql } from 'kysely'
import type { Tx } from '../platform/database/database.ts'
import { startAnnouncingReviews } from '../reviews/announce-answer.ts'
import type { Store } from '../store.ts'
import { addNotices, type Telling } from './add-notices.ts'
import { MAIL_NOTICES } from './mail-notices.ts'
import { remindOfReviews } from './remind-of-reviews.ts'

/** How many are told in one transaction. */
const BATCH = 500

/** Starts the jobs that tell of reviews and their answers, within ten minutes with the emails (RV8), and remind of them. */
export async function startTellingReviews(store: Store): Promise<void> {
  await startAnnouncingReviews(store.jobs, () => tellReviews(store))
  await store.jobs.schedule('remind-of-reviews', '40 * * * *', () => remindOfReviews(store))
}

/** Tells developers of new reviews and writers of the first answer. After a kill it goes on with the batch that was cut. */
export async function tellReviews({ db, jobs }: Pick<Store, 'db' | 'jobs'>): Promise<void> {
  let told = 0
  for (const tellSome of [tellOfNew, tellOfAnswers]) {
    let batch: number
    do {
      batch = await db.transaction().execute(tellSome)
      told += batch
    } while (batch === BATCH)
  }
  if (told > 0)
    await jobs.send(db, MAIL_NOTICES, {}, { singletonKey: 'reviews', retryLimit: 5, retryDelay: 30 })
}

/**
 * By the index `reviews_to_tell`; a review that is held is told once it is shown. Rows that somebody holds are left to the next
 * time, so that nobody waits in a circle. The notice has the hour alone: its time links no two reviews that one person wrote.
 * @returns how many were told
 */
async function tellOfNew(tx: Tx): Promise<number> {
  const { rows } = await sql<Telling>`
    select games.developer_id as account_id, review.game_id, review.id as thing_id
    from reviews as review
    join games on games.id = review.game_id
    join accounts on accounts.id = games.developer_id
    where review.is_shown and not review.is_told
    order by review.created_at limit ${BATCH}
    for no key update of review skip locked for key share of games, accounts skip locked`.execute(tx)
  if (rows.length === 0) return 0
  await addNotices(tx, 'review-new', rows, sql`date_trunc('hour', now())`)
  await sql`update reviews set is_told = true where id = any(${thingsOf(rows)})`.execute(tx)
  return rows.length
}

/** By the index `review_answers_to_tell`, and only of reviews that are shown. @returns how many were told */
async function tellOfAnswers(tx: Tx): Promise<number> {
  const { rows } = await sql<Telling>`
    select review.account_id, review.game_id, review.id as thing_id
    from review_answers as answer
    join reviews as review on review.id = answer.review_id and review.is_shown
    join games on games.id = review.game_id
    join accounts on accounts.id = review.account_id
    where answer.removed_at is null and not answer.is_told
    order by answer.created_at limit ${BATCH}
    for no key update of answer skip locked for key share of review, games, accounts skip locked`.execute(tx)
  if (rows.length === 0) return 0
  await addNotices(tx, 'review-answer', rows)
  await sql`update review_answers set is_told = true where review_id = any(${thingsOf(rows)})`.execute(tx)
  return rows.length
}

const thingsOf = (rows: readonly Telling[]) => sql`${sql.val(rows.map(({ thing_id }) => thing_id))}::uuid[]`
