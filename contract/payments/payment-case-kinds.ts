/** Why money bought nothing, or not all that it could, or why nobody knows yet (requirements 6.18). */
export const CASE_KINDS = [
  'paid_twice',
  'undeliverable',
  'overpaid',
  'mismatch',
  'underpaid',
  'old_price',
  'review',
] as const
export type CaseKind = (typeof CASE_KINDS)[number]

export const CASE_STATES = ['open', 'resolved', 'all'] as const
export type CaseState = (typeof CASE_STATES)[number]

export const CASE_SORTS = ['new', 'old', 'amount'] as const
export type CaseSort = (typeof CASE_SORTS)[number]

export const CASE_NOTE_MAX = 1_000
