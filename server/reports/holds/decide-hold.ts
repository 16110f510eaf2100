/** A reporter: an account, or an address whose owner confirmed it. Nobody else counts as a person. */
export type ReportingPerson = {
  hasAccount: boolean
  /** The account is older than 7 days. */
  isOld: boolean
  /** The account paid for an order more than 7 days ago. */
  hasPaid: boolean
}

/** What is known about a report whose category may hide a game. */
export type HoldFacts = {
  /** Different people whose reports of this case count: none has used theirs for a hold that was dismissed. */
  people: readonly ReportingPerson[]
  /** An admin approved the game. */
  isApproved: boolean
  /** The reported part is not the one that an admin looked at. */
  isChanged: boolean
  /** The same part was dismissed for this category, and has not changed. */
  wasCleared: boolean
  /** A hold of this game was dismissed in the last 30 days. */
  hadDismissedHold: boolean
  /** The case has waited for 2 hours, and no admin has looked at it. */
  isUnseen: boolean
  /** Today's holds that are undecided or were dismissed, counted once a developer; null for a game that they do not concern. */
  holdsOfDay: number | null
}

const HOLDS_OF_DAY_MAX = 5

/**
 * Whether a report hides its game until an admin decides, alarms the admins, or only enters the queue. Pure and total.
 * Unknown reporters hide nothing, and hiding an approved game takes two people with accounts of some age.
 */
export function decideHold(facts: HoldFacts): 'hide' | 'alarm' | 'queue' {
  if (facts.wasCleared) return 'queue'
  if (facts.holdsOfDay !== null && facts.holdsOfDay >= HOLDS_OF_DAY_MAX) return 'alarm'
  return areEnough(facts) ? 'hide' : 'alarm'
}

function areEnough({ people, isApproved, isChanged, hadDismissedHold, isUnseen }: HoldFacts): boolean {
  const accounts = people.filter(({ hasAccount }) => hasAccount)
  if (hadDismissedHold) return isChanged && accounts.filter(({ hasPaid }) => hasPaid).length >= 2
  if (!isApproved) return people.length >= 2 || (people.length === 1 && isUnseen)
  if (isChanged) return accounts.length >= 2 && accounts.some(({ isOld }) => isOld)
  const old = accounts.filter(({ isOld }) => isOld)
  return old.length >= 2 && old.some(({ hasPaid }) => hasPaid)
}
