import type { RemovedInMonth } from '@nofiller/contract/reviews/policy-rules'
import { MONTHS_SHOWN } from '@nofiller/contract/transparency/transparency-rules'
import { sql } from 'kysely'
import type { Queryable } from '../platform/database/database.ts'

/** How many reviews were removed by decisions that stand, in each of the last twelve months, the latest first (RV12). */
export async function removedByMonth(db: Queryable, now: Date): Promise<RemovedInMonth[]> {
  const { rows } = await sql<RemovedInMonth>`
    select to_char(month, 'YYYY-MM') as month, count(decision.id)::int as removed
    from generate_series(
      date_trunc('month', ${now}::timestamptz at time zone 'UTC') - make_interval(months => ${MONTHS_SHOWN - 1}),
      date_trunc('month', ${now}::timestamptz at time zone 'UTC'), interval '1 month') as month
    left join (reviews join moderation_decisions as decision on decision.id = reviews.removed_by)
      on date_trunc('month', decision.decided_at at time zone 'UTC') = month
    group by month order by month desc`.execute(db)
  return rows
}
