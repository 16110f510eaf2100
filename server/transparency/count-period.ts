import { SAFETY_CATEGORIES } from '@nofiller/contract/reports/report-rules'
import {
  NO_REVIEWS,
  type PeriodFigures,
  type ReviewCounts,
  SAFETY_RULES,
} from '@nofiller/contract/transparency/transparency-rules'
import { sql } from 'kysely'
import type { Queryable } from '../platform/database/database.ts'

/** The rule that copyright notices are counted under. */
const RIGHTS_RULE = 'rights-1'

/** From the first moment of a month like `2026-11`, or of a year like `2026`, up to the next, in UTC. */
type Span = { from: string; to: string }

/** The span of a month or a year. */
export function spanOf(period: string): Span {
  const [year = '', month] = period.split('-')
  const from = new Date(Date.UTC(Number(year), month === undefined ? 0 : Number(month) - 1))
  const to = new Date(from)
  if (month === undefined) to.setUTCFullYear(to.getUTCFullYear() + 1)
  else to.setUTCMonth(to.getUTCMonth() + 1)
  return { from: from.toISOString(), to: to.toISOString() }
}

/** Counts what reports, reviews, appeals and notices of a month or a year came to. */
export async function countPeriod(db: Queryable, period: string): Promise<PeriodFigures> {
  const span = spanOf(period)
  const [counts, reviews, rules] = await Promise.all([
    countMatters(db, span),
    countReviews(db, span),
    countByRule(db, span),
  ])
  return { ...counts, reviews, rules }
}

type Matters = Omit<PeriodFigures, 'rules' | 'reviews'>

async function countMatters(db: Queryable, { from, to }: Span): Promise<Matters> {
  const within = (column: string) =>
    sql<boolean>`${sql.ref(column)} >= ${from}::timestamptz and ${sql.ref(column)} < ${to}::timestamptz`
  const { rows } = await sql<Matters>`
    with opened as (select * from report_cases where ${within('opened_at')}),
      ordinary as (select * from opened where not is_safety),
      first_games as (
        select (select min(decided_at) from moderation_decisions where review_id = game_reviews.id) - sent_at as took
        from game_reviews where reason = 'first_game' and state = 'decided' and ${within('decided_at')})
    select
      (select count(*)::int from reports
        where ${within('created_at')} and confirmed_at is not null
          and category not in (${sql.join(SAFETY_CATEGORIES)})) as reports,
      (select count(*)::int from ordinary) as cases,
      (select count(*)::int from ordinary where outcome = 'acted') as acted,
      (select count(*)::int from ordinary where outcome = 'left') as "left",
      (select count(*)::int from ordinary where closed_at is null) as open,
      (select percentile_cont(0.5) within group (order by extract(epoch from closed_at - opened_at) / 3600)::float8
        from ordinary where closed_at is not null) as "medianHours",
      (select count(*)::int from opened where is_safety) as "safetyCases",
      (select count(*)::int from copyright_notices where ${within('accepted_at')}) as notices,
      (select count(*)::int from copyright_notices
        where ${within('accepted_at')} and state in ('restored', 'withdrawn')) as "noticesRestored",
      (select count(*)::int from first_games) as "firstGames",
      (select percentile_cont(0.5) within group (order by extract(epoch from took) / 3600)::float8 from first_games)
        as "firstGamesMedianHours",
      (select count(*)::int from appeals where single_admin and ${within('decided_at')}) as "appealsBySamePerson",
      (select count(*)::int from accounts where ${within('suspended_at')}) as suspended`.execute(db)
  const [row] = rows
  if (!row) throw new Error('counting answered no row')
  return row
}

/** Without reports and decisions about minors and real people. A review counts once, however much of it was removed. */
async function countReviews(db: Queryable, { from, to }: Span): Promise<ReviewCounts> {
  const removed = sql`review_removals join moderation_decisions on moderation_decisions.id = decision_id
    left join report_cases on report_cases.id = case_id where is_safety is not true`
  const { rows } = await sql<ReviewCounts>`select
    (select count(*)::int from reports
      where subject_kind = 'review' and created_at >= ${from}::timestamptz and created_at < ${to}::timestamptz
        and confirmed_at is not null and category not in (${sql.join(SAFETY_CATEGORIES)})) as reported,
    (select count(distinct review_removals.review_id)::int from ${removed}
      and decided_at >= ${from}::timestamptz and decided_at < ${to}::timestamptz) as removed,
    (select count(distinct review_removals.review_id)::int from ${removed}
      and restored_at >= ${from}::timestamptz and restored_at < ${to}::timestamptz) as restored`.execute(db)
  return rows[0] ?? NO_REVIEWS
}

/** A decision about minors or real people under another rule than theirs is left out: there it would be counted openly. */
const isCountedByRule = sql<boolean>`(rule in (${sql.join([...SAFETY_RULES])}) or not exists (
  select from report_cases where report_cases.id = moderation_decisions.case_id and is_safety))`

/** Decisions by the rule that they name. A copyright notice counts as one, its counter-notice as an appeal. */
async function countByRule(db: Queryable, { from, to }: Span): Promise<PeriodFigures['rules']> {
  const { rows } = await sql<{ rule: string; decisions: number; appeals: number; reversed: number }>`
    select rule, count(*)::int as decisions, count(*) filter (where is_appealed)::int as appeals,
      count(*) filter (where is_reversed)::int as reversed
    from (
      select rule, appeals.id is not null as is_appealed, appeals.outcome = 'reversed' as is_reversed
      from moderation_decisions left join appeals on appeals.decision_id = moderation_decisions.id
      where rule is not null and ${isCountedByRule} and moderation_decisions.decided_at >= ${from}::timestamptz
        and moderation_decisions.decided_at < ${to}::timestamptz
      union all
      select ${RIGHTS_RULE}, countered_at is not null, state in ('restored', 'withdrawn')
      from copyright_notices where accepted_at >= ${from}::timestamptz and accepted_at < ${to}::timestamptz) as decided
    group by rule`.execute(db)
  return Object.fromEntries(rows.map(({ rule, ...counts }) => [rule, counts]))
}
