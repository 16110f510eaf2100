import { reportNumber } from '@nofiller/contract/report-rules'
import type { OwnReport } from '@nofiller/contract/reports'
import type { Database } from '../platform/database/database.ts'

const OWN_MAX = 100

/** An account's last reports, also of what is gone since, newest first. */
export async function ownReports(db: Database, accountId: string): Promise<OwnReport[]> {
  const rows = await db
    .selectFrom('reports')
    .leftJoin('report_cases as about', 'about.id', 'reports.case_id')
    .select([
      'reports.number',
      'reports.category',
      'reports.snapshot',
      'reports.part',
      'reports.text',
      'reports.created_at',
      'about.looked_at',
      'about.outcome',
      'about.answer',
    ])
    .where('reports.reporter_id', '=', accountId)
    .orderBy('reports.created_at', 'desc')
    .limit(OWN_MAX)
    .execute()
  return rows.map((row) => ({
    number: reportNumber(row.number),
    category: row.category,
    title: row.snapshot.title,
    part: row.part,
    text: row.text,
    createdAt: row.created_at.toISOString(),
    state: row.outcome ?? (row.looked_at ? 'looking' : 'received'),
    answer: row.answer,
  }))
}
