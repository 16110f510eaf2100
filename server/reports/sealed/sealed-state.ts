import type { SealedState } from '@nofiller/contract/reports/report-rules'

export type SealedFacts = {
  reportedOn: string | null
  legalHold: string | null
  /** Null before it was reported. */
  keptUntil: Date | null
  /** A report, an appeal or a copyright notice about it is undecided. */
  isOpen: boolean
  proposedAt: Date | null
  confirmedAt: Date | null
  destroyedAt: Date | null
}

/** The state of a sealed game on the way to its destruction. Pure and total: obstacles come before permissions. */
export function sealedState(facts: SealedFacts, now: Date): SealedState {
  if (facts.destroyedAt) return 'destroyed'
  if (facts.confirmedAt) return 'confirmed'
  if (facts.legalHold !== null) return 'held'
  if (facts.reportedOn === null || !facts.keptUntil) return 'unreported'
  if (facts.keptUntil > now) return 'kept'
  if (facts.isOpen) return 'open'
  return facts.proposedAt ? 'proposed' : 'due'
}
