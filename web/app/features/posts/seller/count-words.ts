import { showCount } from '@nofiller/contract/text/digits'

/** A count of people, which is rounded down to 10: `About 120`, `Fewer than 10`. */
export const countOf = (count: number): string => (count < 10 ? 'Fewer than 10' : `About ${showCount(count)}`)

/** The same for a sum that may count somebody twice: `up to 120`. */
export const atMost = (count: number): string => (count < 10 ? 'fewer than 10' : `up to ${showCount(count)}`)
