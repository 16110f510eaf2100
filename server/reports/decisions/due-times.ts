import { CATEGORY_RULES, type ReportCategory } from '@nofiller/contract/reports/report-rules'
import { sql } from 'kysely'

/** When somebody has to have looked at a case that is opened now, and when it has to be decided. */
export function dueTimes(category: ReportCategory) {
  const { firstLookHours, decisionHours } = CATEGORY_RULES[category]
  return {
    look_due_at: sql<Date>`now() + make_interval(hours => ${firstLookHours})`,
    due_at: sql<Date>`now() + make_interval(hours => ${decisionHours})`,
  }
}
