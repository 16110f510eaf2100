/** Why money bought nothing, or not all that it could (document 2; decisions §5). */
export const CASE_KINDS = ['paid_twice', 'overpaid', 'mismatch', 'underpaid'] as const
export type CaseKind = (typeof CASE_KINDS)[number]

export const CASE_NOTE_MAX = 1_000
