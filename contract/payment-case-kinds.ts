/** Why money bought nothing, or not all that it could, or why nobody knows yet (document 2; decisions §5). */
export const CASE_KINDS = ['paid_twice', 'overpaid', 'mismatch', 'underpaid', 'review'] as const
export type CaseKind = (typeof CASE_KINDS)[number]

export const CASE_NOTE_MAX = 1_000
