import { REVIEW_WEEKS, shareOf } from '@nofiller/contract/reviews/review-rules'
import type { ReviewWeeks } from '@nofiller/contract/reviews/surges'
import { sql } from 'kysely'
import { pageSeenBy } from '../../catalog/visibility.ts'
import type { Account } from '../../platform/caller.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { notFound } from '../../platform/http/errors/errors.ts'

/**
 * The reviews of a game whose page the reader may see by week, and its share with and without the days in which they were unusually many (RV11).
 * @throws HttpError 404
 */
export async function reviewWeeks(
  db: Queryable,
  reader: Account | null,
  gameId: string,
): Promise<ReviewWeeks> {
  const { rows } = await sql<{
    weeks: ReviewWeeks['weeks']
    surges: ReviewWeeks['surges']
    counted_with: number
    positive_with: number
    counted_without: number
    positive_without: number
  }>`
    with surges as (
      select from_on, until_on, state from review_surges
      where game_id = ${gameId} and state <> 'normal'
    ), weighed as (
      select created_on, recommends, counted or mark = 'surge' as qualifies,
        exists (select from surges where created_on between from_on and coalesce(until_on, created_on)) as is_unusual
      from reviews where game_id = ${gameId} and is_shown
    ), first_week as (
      select date_trunc('week', now() at time zone 'UTC')::date - ${7 * (REVIEW_WEEKS - 1)}::int as day
    ), by_week as (
      select date_trunc('week', created_on)::date as day, (count(*) filter (where recommends))::int as yes,
        (count(*) filter (where not recommends))::int as no
      from weighed where created_on >= (select day from first_week) group by 1
    )
    select
      (select json_agg(json_build_object('from', week.day, 'yes', coalesce(yes, 0), 'no', coalesce(no, 0)) order by week.day)
        from (select (select day from first_week) + 7 * nth as day from generate_series(0, ${REVIEW_WEEKS - 1}::int) as nth) as week
        left join by_week on by_week.day = week.day) as weeks,
      (select coalesce(json_agg(json_build_object('from', from_on, 'until', until_on, 'state', state) order by from_on), '[]')
        from surges where until_on is null or until_on >= (select day from first_week)) as surges,
      count(*) filter (where qualifies) as counted_with,
      count(*) filter (where qualifies and recommends) as positive_with,
      count(*) filter (where qualifies and not is_unusual) as counted_without,
      count(*) filter (where qualifies and not is_unusual and recommends) as positive_without
    from weighed
    having exists (select from games where id = ${gameId} and ${pageSeenBy(reader)})`.execute(db)
  const [row] = rows
  if (!row) throw notFound()
  return {
    weeks: row.weeks,
    surges: row.surges,
    without: { share: shareOf(row.positive_without, row.counted_without), counted: row.counted_without },
    with: { share: shareOf(row.positive_with, row.counted_with), counted: row.counted_with },
  }
}
