/** The figures of the transparency page, and which of them are too small to show. No zod: the browser loads this. */

/** Over how many months decisions are counted by rule. */
export const RULE_SPANS = [3, 6, 12] as const
export type RuleSpan = (typeof RULE_SPANS)[number]

/** How many months the page goes back. */
export const MONTHS_SHOWN = 12

/** A smaller count about minors or real people is not shown: it could identify a person. */
export const FEWEST_SHOWN = 5
/** The rules about them. */
export const SAFETY_RULES: readonly string[] = ['age-1', 'consent-1', 'real-1']

/** A count, or null for one that is too small to show. */
export type Count = number | null

/** A count as shown; a hidden small one as its range. */
export const showFigure = (count: Count): string => (count === null ? `0–${FEWEST_SHOWN - 1}` : String(count))

/** The results of a month's reports, without those about minors or real people. */
export type MonthCounts = {
  /** Like `2026-11`. */
  month: string
  isOver: boolean
  reports: number
  cases: number
  acted: number
  left: number
  open: number
  medianHours: number | null
  reviews: ReviewCounts
}

/** Reports about what buyers write, and reviews of which decisions of the month removed or restored a part. */
export type ReviewCounts = { reported: number; removed: number; restored: number }
export const NO_REVIEWS: ReviewCounts = { reported: 0, removed: 0, restored: 0 }

/** Moderation in a month or a year, as it was counted. All except `safetyCases` leave out reports about minors and real people. */
export type PeriodFigures = {
  reports: number
  cases: number
  acted: number
  left: number
  open: number
  medianHours: number | null
  safetyCases: number
  notices: number
  noticesRestored: number
  firstGames: number
  firstGamesMedianHours: number | null
  appealsBySamePerson: number
  suspended: number
  /** Missing in figures of months before reviews were there. */
  reviews?: ReviewCounts
  /** By the rule's id. */
  rules: Record<string, { decisions: number; appeals: number; reversed: number }>
}

export type RuleCounts = { decisions: Count; appeals: Count; reversed: Count }

export type Transparency = {
  /** The latest first. */
  months: MonthCounts[]
  /** Rules with a decision in a year. */
  rules: { id: string; title: string; counts: Record<RuleSpan, RuleCounts> }[]
  year: {
    year: string
    safetyCases: Count
    notices: number
    noticesRestored: number
    firstGames: number
    firstGamesMedianHours: number | null
    appealsBySamePerson: number
    suspended: number
  } | null
}
