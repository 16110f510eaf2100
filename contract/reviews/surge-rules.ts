/** What is decided about surges and held reviews. No zod: the browser loads this. */
import { DECISION_TEXT_MIN } from '../moderation/moderation-rules.ts'

/** How many days a window can span that does not count. */
export const WINDOW_DAYS_MAX = 60
export const HELD_OUTCOMES = ['release', 'remove'] as const
export type HeldOutcome = (typeof HELD_OUTCOMES)[number]
/** The rule under which a held review is removed. */
export const HELD_RULE = 'spam-1'

export const SURGE_REASON_MISSING = `Give your reasons, in at least ${DECISION_TEXT_MIN} characters.`

const DAY_MS = 86_400_000

/** Why a window cannot be what does not count; null for one that can. Days like `2026-11-25`, in UTC. */
export function windowProblem(from: string, until: string, today: string): string | null {
  if (until < from) return 'The last day comes before the first.'
  if (until > today) return 'These days are not over yet: choose today at the latest.'
  if (Date.parse(until) - Date.parse(from) >= WINDOW_DAYS_MAX * DAY_MS)
    return `Choose at most ${WINDOW_DAYS_MAX} days.`
  return null
}
