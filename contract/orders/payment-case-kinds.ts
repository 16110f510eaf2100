/** Why money bought nothing, or not all that it could, or is unclear (requirements 6.18). */
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

/** Cases whose money bought items after all: it is refunded like any refund of the order. */
export const ITEM_CASES: readonly CaseKind[] = ['paid_twice', 'undeliverable']

/** How many days a buyer has to reply where to send their money before the case reopens. */
export const ANSWER_DAYS = 7

/** `with_buyer`: the buyer was asked within `ANSWER_DAYS`. */
export const CASE_STATES = ['open', 'with_buyer', 'resolved', 'all'] as const
export type CaseState = (typeof CASE_STATES)[number]

/** How a case was closed: by the store once nothing was wrong any more, by a refund, or by an admin in another way. */
export const CASE_ENDINGS = ['itself', 'refund', 'person'] as const

export const CASE_SORTS = ['new', 'old', 'amount'] as const
export type CaseSort = (typeof CASE_SORTS)[number]

export const CASE_NOTE_MAX = 1_000
export const CASE_LETTER_MAX = 2_000
export const CASE_LETTER_MISSING = 'Write what you ask the buyer.'
