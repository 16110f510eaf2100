import type { Approval } from '@nofiller/contract/moderation/moderation'
import type { DecisionKind } from '@nofiller/contract/moderation/moderation-rules'

const HOUR_MS = 3_600_000

export const DECISION_NAMES: Record<DecisionKind, string> = {
  approve: 'Approve',
  changes_needed: 'Ask for changes',
  reject: 'Reject',
  leave: 'Leave it as it is',
  correct: 'Correct it ourselves',
  take_down: 'Take the game down',
  seal: 'Seal it as illegal',
  off_topic: 'Do not count the reviews of some days',
  remove_review: 'Remove the review',
  suspend: 'Suspend the account',
}

/** The effect of a decision, in words for later readers. */
export const DECIDED_NAMES: Record<DecisionKind, string> = {
  approve: 'Approved',
  changes_needed: 'Asked for changes',
  reject: 'Rejected',
  leave: 'Left as it was',
  correct: 'Corrected by us',
  take_down: 'Taken down',
  seal: 'Sealed as illegal',
  off_topic: 'Reviews of some days not counted',
  remove_review: 'Review removed',
  suspend: 'Account suspended',
}

const WHY: Record<Approval['reason'], string> = {
  first_game: 'First game',
  theme: 'A theme that is reviewed first',
  new_game: 'New game',
  report: 'After a report',
  strikes: 'Strikes of the developer',
  warning: 'Weaker warnings asked for',
  changed: 'Changed title or 18+ mark',
  sample: 'Random check',
}

type Waiting = Pick<Approval, 'reason' | 'round' | 'isPublic' | 'publishedAt' | 'sentAt'>

/** `First game`, `New game, already public`, `Fix sent back`. */
export function whyHere(approval: Waiting): string {
  const { reason, round, isPublic } = approval
  if (round > 1) return 'Fix sent back'
  const why = reason === 'new_game' && isOlder(approval) ? 'Changed, not reviewed before' : WHY[reason]
  return isPublic ? `${why}, already public` : why
}

/** Whether a game had been public for days when its first review opened: it was changed, not published. */
const isOlder = ({ publishedAt, sentAt }: Waiting): boolean =>
  publishedAt !== null && Date.parse(sentAt) - Date.parse(publishedAt) > 24 * HOUR_MS

/** `In 12 h`, `In 3 days`, `Overdue by 40 min`. */
export function dueIn(iso: string, now: Date): string {
  const leftMs = Date.parse(iso) - now.getTime()
  return leftMs < 0 ? `Overdue by ${span(-leftMs)}` : `In ${span(leftMs)}`
}

function span(ms: number): string {
  if (ms < HOUR_MS) return `${Math.floor(ms / 60_000)} min`
  if (ms < 49 * HOUR_MS) return `${Math.floor(ms / HOUR_MS)} h`
  return `${Math.floor(ms / (24 * HOUR_MS))} days`
}

/** The urgency of a deadline: overdue, within a day, or later. */
export function urgencyOf(iso: string, now: Date): 'overdue' | 'soon' | 'later' {
  const leftMs = Date.parse(iso) - now.getTime()
  if (leftMs < 0) return 'overdue'
  return leftMs < 24 * HOUR_MS ? 'soon' : 'later'
}

/** `Nobody`, `mara, 9 min left`, `You, 14 min left`. */
export function heldBy(claim: Approval['claim'], now: Date): string {
  if (claim === null) return 'Nobody'
  return `${claim.isMine ? 'You' : claim.name}, ${span(Date.parse(claim.until) - now.getTime())} left`
}
