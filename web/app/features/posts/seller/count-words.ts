import { showCount } from '@nofiller/contract/text/digits'

/** A count of people, which is rounded down to 10: `About 120`, `Fewer than 10`. */
export const countOf = (count: number): string => (count < 10 ? 'Fewer than 10' : `About ${showCount(count)}`)
