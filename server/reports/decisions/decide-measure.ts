import { UNFOUNDED } from '@nofiller/contract/reports/report-rules'

/** The store's record of a reporter when one more of their reports was marked unfounded. */
export type ReporterRecord = {
  /** Unfounded ones among the last decided reports. */
  ofLast: number
  /** Unfounded ones since the last warning or pause. */
  sinceMeasure: number
  /** A warning or pause was given within `UNFOUNDED.withinDays`. */
  hasMeasure: boolean
}

/** The result of unfounded reports: first a warning, and never a pause without one. Pure and total. */
export function decideMeasure({
  ofLast,
  sinceMeasure,
  hasMeasure,
}: ReporterRecord): 'warning' | 'pause' | null {
  if (hasMeasure) return sinceMeasure >= UNFOUNDED.pauseFrom ? 'pause' : null
  return ofLast >= UNFOUNDED.warnFrom ? 'warning' : null
}
