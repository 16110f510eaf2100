import type { ReviewLanguage } from '@nofiller/contract/reviews/review-rules'
import type { OwnReview, Review } from '@nofiller/contract/reviews/reviews'
import { sql } from 'kysely'
import type { Queryable } from '../platform/database/database.ts'

/** The answer to a review as JSON. */
const answerJson = sql<Review['answer']>`(
  select json_build_object(
    'text', answer.text,
    'developer', coalesce(author.display_name, author.username),
    'on', to_char(answer.created_at at time zone 'UTC', 'YYYY-MM-DD'),
    'editedOn', to_char(answer.edited_at at time zone 'UTC', 'YYYY-MM-DD'))
  from review_answers as answer join accounts as author on author.id = answer.author_id
  where answer.review_id = reviews.id and answer.removed_at is null)`

/** The label of a release once buyers have it; earlier ones are for those who were let in. */
const releaseLabel = sql<string | null>`(
  select label from releases
  where releases.id = reviews.release_id and live_at is not null and withdrawn_at is null)`

/** What everybody reads of reviews. Days have no times, so that nothing links two that one person wrote in a row. */
export const selectReviews = (db: Queryable) =>
  db
    .selectFrom('reviews')
    .select([
      'reviews.id',
      'reviews.recommends',
      'reviews.text',
      'reviews.language',
      'reviews.progress',
      'reviews.counted',
      'reviews.mark',
      'reviews.helpful',
    ])
    .select([
      sql<string | null>`review_name(reviews.name_kind, reviews.account_id)`.as('name'),
      releaseLabel.as('release'),
      sql<string>`to_char(reviews.created_on, 'YYYY-MM-DD')`.as('on'),
      sql<string | null>`to_char(reviews.edited_at at time zone 'UTC', 'YYYY-MM-DD')`.as('editedOn'),
      answerJson.as('answer'),
    ])

type Row = Awaited<ReturnType<ReturnType<typeof selectReviews>['executeTakeFirstOrThrow']>>

export const toReview = (row: Row): Review => ({
  id: row.id,
  recommends: row.recommends,
  text: row.text,
  language: row.language as ReviewLanguage, // the only ones that are written
  progress: row.progress,
  name: row.name,
  release: row.release,
  on: row.on,
  editedOn: row.editedOn,
  counted: row.counted,
  mark: row.mark,
  helpful: row.helpful,
  answer: row.answer,
})

/** What its writer reads of a review. */
export const selectOwnReviews = (db: Queryable, accountId: string) =>
  selectReviews(db)
    .select(['reviews.name_kind', 'reviews.created_at', 'reviews.edited_at'])
    .select(['reviews.held_at', 'reviews.removed_by'])
    .where('reviews.account_id', '=', accountId)

type OwnRow = Awaited<ReturnType<ReturnType<typeof selectOwnReviews>['executeTakeFirstOrThrow']>>

export const toOwnReview = (row: OwnRow): OwnReview => ({
  ...toReview(row),
  nameKind: row.name_kind,
  createdAt: row.created_at.toISOString(),
  editedAt: row.edited_at?.toISOString() ?? null,
  isHeld: row.held_at !== null,
  decisionId: row.removed_by,
})
