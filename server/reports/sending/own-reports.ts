import { type AppealOutcome, appealUntil } from '@nofiller/contract/moderation/moderation-rules'
import { reportNumber } from '@nofiller/contract/reports/report-rules'
import type { OwnReport } from '@nofiller/contract/reports/reports'
import { sql } from 'kysely'
import { toAppeal } from '../../moderation/appeals/list-appeals.ts'
import type { Database } from '../../platform/database/database.ts'

const OWN_MAX = 100

/** An account's last reports, newest first, including those about deleted content. */
export async function ownReports(db: Database, accountId: string): Promise<OwnReport[]> {
  const rows = await db
    .selectFrom('reports')
    .leftJoin('report_cases as about', 'about.id', 'reports.case_id')
    .leftJoin('moderation_decisions as decision', (on) =>
      on.on(
        'decision.id',
        '=',
        sql<string>`(select id from moderation_decisions where case_id = about.id
        order by decided_at desc limit 1)`,
      ),
    )
    .leftJoin('appeals', 'appeals.reporter_decision_id', 'decision.id')
    .select([
      'reports.id',
      'reports.number',
      'reports.category',
      'reports.snapshot',
      'reports.part',
      'reports.subject_kind',
      'reports.text',
      'reports.created_at',
      'reports.unfounded_reason',
      'about.looked_at',
      'about.outcome',
      'about.answer',
      'decision.decided_at as first_decided_at',
      'appeals.report_id',
      'appeals.text as appeal_text',
      'appeals.sent_at',
      'appeals.due_at',
      'appeals.outcome as appeal_outcome',
      'appeals.answer as appeal_answer',
      'appeals.decided_at',
    ])
    .where('reports.reporter_id', '=', accountId)
    .orderBy('reports.created_at', 'desc')
    .limit(OWN_MAX)
    .execute()
  return rows.map((row) => ({
    number: reportNumber(row.number),
    category: row.category,
    subject: row.subject_kind,
    title: row.snapshot.title,
    part: row.part,
    text: row.text,
    createdAt: row.created_at.toISOString(),
    state: row.outcome ?? (row.looked_at ? 'looking' : 'received'),
    answer: row.answer,
    unfounded: row.unfounded_reason,
    ...appealOf(row),
  }))
}

type AppealFields = {
  id: string
  outcome: OwnReport['state'] | null
  first_decided_at: Date | null
  report_id: string | null
  appeal_text: string | null
  sent_at: Date | null
  due_at: Date | null
  appeal_outcome: AppealOutcome | null
  appeal_answer: string | null
  decided_at: Date | null
}

/** One's own appeal, or its deadline: of all reporters of one part, one can appeal. */
function appealOf(row: AppealFields): Pick<OwnReport, 'appealUntil' | 'appeal'> {
  const { appeal_text: text, sent_at, due_at, first_decided_at } = row
  if (text !== null && sent_at && due_at)
    return {
      appealUntil: null,
      appeal:
        row.report_id === row.id
          ? toAppeal({
              ...row,
              text,
              sent_at,
              due_at,
              outcome: row.appeal_outcome,
              answer: row.appeal_answer,
            })
          : null,
    }
  const mayAppeal = row.outcome !== null && first_decided_at !== null
  return { appealUntil: mayAppeal ? appealUntil(first_decided_at).toISOString() : null, appeal: null }
}
