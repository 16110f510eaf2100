/** What is known when a report comes whose category hides at once. */
export type HoldFacts = {
  /** By a mailed link, or an account that is older than a day. */
  isConfirmed: boolean
  /** The reporter has a hold that is not decided, had one that was dismissed, or is paused after unfounded reports. */
  isSpent: boolean
  /** The same part was left as it was before, and has not changed. */
  wasCleared: boolean
  undecidedOfDay: number
  publicDays: number
  owners: number
  /** Reports of this case by different people who are not spent, this one among them. */
  independent: number
}

const UNDECIDED_MAX = 5
const KNOWN_DAYS = 30
const KNOWN_OWNERS = 100

/**
 * Whether a report hides its game at once, waits for a second one or for two hours unseen, or only stands in the queue.
 * Pure and total. Whoever reports to harm a rival has one try; a known game, or a wave of holds, needs two people.
 */
export function decideHold(facts: HoldFacts): 'hide' | 'wait' | 'queue' {
  if (facts.isSpent || facts.wasCleared) return 'queue'
  if (facts.independent >= 2) return 'hide'
  const isKnown = facts.publicDays > KNOWN_DAYS && facts.owners > KNOWN_OWNERS
  return facts.isConfirmed && !isKnown && facts.undecidedOfDay < UNDECIDED_MAX ? 'hide' : 'wait'
}
