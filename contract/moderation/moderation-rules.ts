/** Limits and names of reviews and decisions. No zod: the browser loads this. */
import type { ReportDecisionKind } from '../reports/report-rules.ts'

/**
 * Why a game waits for a review. A first game, and one with a theme that the owner wants to see first, are reviewed before
 * they are public, others afterwards. `report`: a report led to changes.
 * `strikes`: the developer has too many strikes. For an approved game: `warning`, weaker warnings were requested;
 * `changed`, its title or 18+ mark; `sample`, at random.
 */
export const REVIEW_REASONS = [
  'first_game',
  'theme',
  'new_game',
  'report',
  'strikes',
  'warning',
  'changed',
  'sample',
] as const
export type ApprovalReason = (typeof REVIEW_REASONS)[number]

/** How soon a review is decided, in hours. */
export const REVIEW_HOURS: Record<ApprovalReason, number> = {
  first_game: 48,
  theme: 48,
  new_game: 72,
  report: 72,
  strikes: 48,
  warning: 72,
  changed: 72,
  sample: 72,
}

/** After a longer wait, the game's developer is notified of the delay. */
export const LATE_REVIEW_DAYS = 5

/** `seller`: it waits for the developer, and the deadline is paused. */
export const REVIEW_STATES = ['waiting', 'seller', 'decided'] as const
export type ApprovalState = (typeof REVIEW_STATES)[number]

/** The status that the developer sees for a game hidden by a review. */
export const GAME_REVIEWS = ['waiting', 'changes_needed', 'rejected'] as const
export type GameApproval = (typeof GAME_REVIEWS)[number]

/** The results of a review, mildest first. */
export const REVIEW_DECISIONS = ['approve', 'changes_needed', 'reject'] as const
export type ApprovalDecision = (typeof REVIEW_DECISIONS)[number]

/** What is decided about what buyers write: days whose reviews do not count, and a review that is removed. */
export const BUYER_REVIEW_DECISIONS = ['off_topic', 'remove_review'] as const
/** What is decided about an account. */
export const ACCOUNT_DECISIONS = ['suspend'] as const

/** The rule of a suspension that also removes what the account wrote about games. */
export const FRAUD_RULE = 'fraud-1'

/** The decisions about a game, a report, what buyers write or an account. */
export type DecisionKind =
  | ApprovalDecision
  | ReportDecisionKind
  | (typeof BUYER_REVIEW_DECISIONS)[number]
  | (typeof ACCOUNT_DECISIONS)[number]

/** Whether a decision restricts something, so that it can be appealed. */
export const isRestriction = (kind: DecisionKind): boolean => kind !== 'approve' && kind !== 'leave'

/** A decision without a restriction needs no rule, and days with unusually many reviews break none. */
export const needsRule = (kind: DecisionKind): boolean => isRestriction(kind) && kind !== 'off_topic'

/** The number of strike points from which a developer's games are reviewed before they are public. */
export const REVIEWED_FIRST_POINTS = 3

/** How long a developer has for changes after a report. */
export const FIX_DAYS = 7

/** How long a review stays claimed without activity, and how long a resubmitted one is reserved for its previous reviewer. */
export const CLAIM_MINUTES = 15
export const CLAIM_RESERVED_HOURS = 24

export const DECISION_TEXT_MIN = 40
export const DECISION_TEXT_MAX = 4_000
export const DECISION_NOTE_MAX = 1_000
export const DECISION_TEXT_MISSING = `Tell the developer what is wrong and what would put it right, in at least ${DECISION_TEXT_MIN} characters.`
export const DECISION_RULE_MISSING = 'Choose the rule that this is about.'
export const DECISION_ASSETS_MISSING = 'Choose at least one picture, file or text that this is about.'

/** How long a decision can be appealed, in calendar months, and within how many days an appeal is decided. */
export const APPEAL_MONTHS = 6
export const APPEAL_DAYS = 7
/** The same in hours for decisions about minors or a real person. */
const APPEAL_SAFETY_HOURS = 48
export const appealHours = (isSafety: boolean): number => (isSafety ? APPEAL_SAFETY_HOURS : APPEAL_DAYS * 24)
/** The only admin of a store may decide an appeal against their own decision after this time. */
export const SINGLE_ADMIN_HOURS = 24
export const APPEAL_TEXT_MIN = 20
export const APPEAL_TEXT_MAX = 4_000
export const APPEAL_TEXT_MISSING = `Say what we got wrong, in at least ${APPEAL_TEXT_MIN} characters.`
export const APPEAL_ANSWER_MISSING = `Answer in at least ${DECISION_TEXT_MIN} characters.`
export const APPEAL_OUTCOMES = ['reversed', 'kept'] as const
export type AppealOutcome = (typeof APPEAL_OUTCOMES)[number]
/** The appellant: the developer, somebody who had reported it, or who wrote a review that it is about. */
export const APPEAL_SIDES = ['developer', 'reporter', 'writer'] as const
export type AppealSide = (typeof APPEAL_SIDES)[number]
export const APPEAL_STATES = ['open', 'decided'] as const
export type AppealState = (typeof APPEAL_STATES)[number]

/** The deadline for an appeal: the same day some months later, or the last day of a shorter month. */
export function appealUntil(decidedAt: Date): Date {
  const until = new Date(decidedAt)
  until.setUTCMonth(until.getUTCMonth() + APPEAL_MONTHS)
  if (until.getUTCDate() !== decidedAt.getUTCDate()) until.setUTCDate(0)
  return until
}
