import { noticeNumber } from '@nofiller/contract/copyright/copyright-rules'
import type { Strike } from '@nofiller/contract/moderation/moderation'
import { REVIEWED_FIRST_POINTS } from '@nofiller/contract/moderation/moderation-rules'
import { sql } from 'kysely'
import type { Queryable } from '../../platform/database/database.ts'

/** The active strikes against a developer, newest first. They suspend nothing. */
export async function activeStrikes(db: Queryable, developerId: string, now: Date): Promise<Strike[]> {
  const rows = await db
    .selectFrom('strikes')
    .selectAll()
    .where('developer_id', '=', developerId)
    .where('ends_at', '>', now)
    .orderBy('struck_at', 'desc')
    .execute()
  return rows.map((row) => ({
    title: row.title,
    rule: row.rule,
    points: row.points,
    struckAt: row.struck_at.toISOString(),
    endsAt: row.ends_at.toISOString(),
    decision: row.decision_id ?? noticeNumber(row.notice_number ?? 0),
  }))
}

/** Whether a developer's strikes require a review of their games before publication. */
export async function isReviewedFirst(db: Queryable, developerId: string, now: Date): Promise<boolean> {
  const { rows } = await sql<{ points: number }>`
    select coalesce(sum(points), 0)::int as points from strikes
    where developer_id = ${developerId} and ends_at > ${now}`.execute(db)
  return (rows[0]?.points ?? 0) >= REVIEWED_FIRST_POINTS
}
