import type { RemovedInMonth } from '@nofiller/contract/reviews/policy-rules'
import { MONTHS_SHOWN } from '@nofiller/contract/transparency/transparency-rules'
import { sql } from 'kysely'
import type { Queryable } from '../platform/database/database.ts'

/** Of how many reviews decisions that stand removed the text, or all, in each of the last twelve months, the latest first (RV12). */
export async function removedByMonth(db: Queryable, now: Date): Promise<RemovedInMonth[]> {
  const { rows } = await sql<RemovedInMonth>`
    select to_char(month, 'YYYY-MM') as month, count(distinct removal.review_id)::int as removed
    from generate_series(
      date_trunc('month', ${now}::timestamptz at time zone 'UTC') - make_interval(months => ${MONTHS_SHOWN - 1}),
      date_trunc('month', ${now}::timestamptz at time zone 'UTC'), interval '1 month') as month
    left join (review_removals as removal join moderation_decisions as decision on decision.id = removal.decision_id)
      on date_trunc('month', decision.decided_at at time zone 'UTC') = month
      and removal.part in ('text', 'review') and removal.restored_at is null
    group by month order by month desc`.execute(db)
  return rows
}
