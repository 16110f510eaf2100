import { sql } from 'kysely'
import { csvOf } from '../platform/csv.ts'
import type { Database } from '../platform/database/database.ts'

/** Days like `2026-01-31` in UTC, both included. */
export type Days = { from: string; to: string }

type Decision = {
  id: string
  at: string
  kind: string
  rule: string
  parts: string
  source: string
  appeal: string
}

/**
 * Every decision that restricted something, as laws on platforms ask for: when, what, under which rule, on whose initiative,
 * and the result of an appeal. No names, no titles. No decision here is made by a program.
 */
export const decisionsCsv = (db: Database, days: Days): AsyncGenerator<string> =>
  csvOf(
    {
      Time: ({ at }: Decision) => at,
      Decision: ({ kind }) => kind,
      Rule: ({ rule }) => rule,
      Ground: ({ source }) => (source === 'copyright notice' ? 'law' : 'terms'),
      'What it is about': ({ parts }) => parts,
      'Came from': ({ source }) => source,
      'Found by a program': () => 'no',
      'Decided by a program': () => 'no',
      Where: () => 'everywhere',
      Appeal: ({ appeal }) => appeal,
    },
    decisionsOf(db, days),
  )

/** The oldest first. What a file is called stays here: of each part only its kind leaves. */
function decisionsOf(db: Database, { from, to }: Days) {
  const isWithin = (column: string) =>
    sql`${sql.ref(column)} >= ${from}::date and ${sql.ref(column)} < ${to}::date + 1`
  const decided = sql<Decision>`(
    select moderation_decisions.id, ${isoTime('moderation_decisions.decided_at')} as at, kind, rule,
      (select string_agg(lower(substring(asset from '^[A-Za-z]+')), ' ') from unnest(assets) as asset) as parts,
      case when own_initiative then 'own initiative' when review_id is null or case_id is not null then 'report'
        else 'review' end as source,
      coalesce(appeals.outcome, case when appeals.id is null then 'none' else 'open' end) as appeal
    from moderation_decisions left join appeals on appeals.decision_id = moderation_decisions.id
    where rule is not null and ${isWithin('moderation_decisions.decided_at')}
    union all
    select id, ${isoTime('accepted_at')}, 'disabled', 'rights-1',
      (select string_agg(substring(asset ->> 'part' from '^[a-z]+'), ' ') from jsonb_array_elements(assets) as asset), 'copyright notice',
      case when countered_at is null then 'none' when state in ('restored', 'withdrawn') then 'reversed' else 'open' end
    from copyright_notices where ${isWithin('accepted_at')})`
  return {
    rows: db.selectFrom(decided.as('decided')).selectAll(),
    from: sql`${decided} as decided`,
    filter: sql<boolean>`true`,
    key: sql`decided.id`,
    order: { by: sql`decided.at`, direction: 'asc' as const },
    toItem: (row: Decision) => row,
  }
}

const isoTime = (column: string) =>
  sql<string>`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`
