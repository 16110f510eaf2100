import { NO_REVIEWS } from '@nofiller/contract/reviews/no-reviews'
import {
  REVIEW_LANGUAGE_CODES,
  REVIEW_LIMITS,
  type ReviewLanguage,
  shareOf,
} from '@nofiller/contract/reviews/review-rules'
import type { Review, ReviewSummary } from '@nofiller/contract/reviews/reviews'
import { sql } from 'kysely'
import type { Queryable } from '../platform/database/database.ts'
import { writeCursor } from '../platform/database/paginate.ts'
import { shownName, shownText } from './shown-review.ts'

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

/** What everybody reads of reviews. Days have no times, so that nothing links two that one person wrote in a row (RV14). */
export const selectReviews = (db: Queryable) =>
  db
    .selectFrom('reviews')
    .select([
      'reviews.id',
      'reviews.recommends',
      'reviews.language',
      'reviews.progress',
      'reviews.counted',
      'reviews.mark',
      'reviews.helpful',
    ])
    .select([
      shownText.as('text'),
      shownName.as('name'),
      releaseLabel.as('release'),
      sql<string>`to_char(reviews.created_on, 'YYYY-MM-DD')`.as('on'),
      sql<string | null>`to_char(reviews.edited_at at time zone 'UTC', 'YYYY-MM-DD')`.as('editedOn'),
      answerJson.as('answer'),
    ])

type Row = Awaited<ReturnType<ReturnType<typeof selectReviews>['executeTakeFirstOrThrow']>>

export const toReview = (row: Row): Review => ({
  id: row.id,
  recommends: row.recommends,
  text: row.text ?? '',
  isTextRemoved: row.text === null,
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

export type ReviewsJson = {
  shown: number
  shownPositive: number
  counted: number
  positive: number
  recent: { counted: number; positive: number; release: string | null } | null
  surge: ReviewSummary['surge']
  releases: { id: string; label: string }[]
  languages: ReviewLanguage[]
  first: (Row & { helpful_order: string })[]
}

/**
 * What a game's page says of its reviews as JSON, so that a game is one query: its counters, what is recent, by what the
 * reviews can be filtered, and the first of them by `reviews_helpful`. Of a game without reviews it reads nothing.
 */
export const reviewsJson = (db: Queryable) => {
  const first = selectReviews(db)
    .select(sql<string>`reviews.helpful_order::text`.as('helpful_order'))
    .where('reviews.game_id', '=', sql<string>`games.id`)
    .where('reviews.is_shown', '=', true)
    .orderBy('reviews.helpful_order', 'desc')
    .orderBy('reviews.id', 'desc')
    .limit(REVIEW_LIMITS.onPage + 1)
  return sql<ReviewsJson | null>`(
    case when games.reviews_shown > 0 then json_build_object(
      'shown', games.reviews_shown, 'shownPositive', games.reviews_shown_positive,
      'counted', games.reviews_counted, 'positive', games.reviews_positive,
      'recent', ${recentJson},
      'surge', ${surgeJson},
      'releases', (
        select coalesce(json_agg(json_build_object('id', release.id, 'label', release.label) order by release.live_at desc), '[]')
        from releases as release
        where release.game_id = games.id and release.live_at is not null and release.withdrawn_at is null
          and exists (select from reviews where release_id = release.id and is_shown)),
      'languages', (
        select coalesce(json_agg(code order by code), '[]') from unnest(${sql.val([...REVIEW_LANGUAGE_CODES])}::text[]) as code
        where exists (select from reviews where game_id = games.id and language = code and is_shown)),
      'first', (select coalesce(json_agg(first), '[]') from (${first}) as first)
    ) end)`.as('reviews')
}

/** Since the newest release or 90 days ago, whichever is longer. */
const recentJson = sql`(
  select json_build_object(
    'counted', count(*) filter (where reviews.counted),
    'positive', count(*) filter (where reviews.counted and reviews.recommends),
    'release', min(since.label))
  from (
    select coalesce(least(newest.live_at, days.ago), days.ago) as at, case when newest.live_at < days.ago then newest.label end as label
    from (select now() - make_interval(days => ${sql.lit(REVIEW_LIMITS.recentDays)}) as ago) as days
    left join releases as newest on newest.id = newest_release(games.id)
  ) as since
  join reviews on reviews.game_id = games.id and reviews.is_shown and reviews.created_on >= (since.at at time zone 'UTC')::date)`

/** The last one that is open or does not count, by the index `review_surges_of_game`. */
const surgeJson = sql`(
  select json_build_object('from', from_on, 'until', until_on, 'state', state) from review_surges
  where game_id = games.id and state <> 'normal' order by from_on desc, id desc limit 1)`

export function toReviewSummary(json: ReviewsJson | null): ReviewSummary {
  if (json === null) return NO_REVIEWS
  const { shown, shownPositive, counted, releases, languages, recent, surge } = json
  const first = json.first.slice(0, REVIEW_LIMITS.onPage)
  const last = first.at(-1)
  return {
    shown,
    shownPositive,
    counted,
    share: shareOf(json.positive, counted),
    recent: recent && toRecent(recent),
    surge,
    releases,
    languages,
    first: first.map(toReview),
    next:
      json.first.length > first.length && last
        ? writeCursor({ value: last.helpful_order, id: last.id })
        : null,
  }
}

function toRecent({ counted, positive, release }: NonNullable<ReviewsJson['recent']>) {
  const share = shareOf(positive, counted)
  return share === null ? null : { share, counted, release }
}

/** What is left of it for who sees nothing of the game's words. */
export const withoutTexts = (reviews: ReviewSummary): ReviewSummary => ({ ...reviews, first: [], next: null })
