import { CATEGORY_RULES, type ReportCategory } from '@nofiller/contract/reports/report-rules'
import { sql } from 'kysely'

/** The deadlines of a case that is opened now, for the first look and for the decision. */
export function dueTimes(category: ReportCategory) {
  const { firstLookHours, decisionHours } = CATEGORY_RULES[category]
  return {
    look_due_at: sql<Date>`now() + make_interval(hours => ${firstLookHours})`,
    due_at: sql<Date>`now() + make_interval(hours => ${decisionHours})`,
  }
}
