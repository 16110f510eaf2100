/** What lists and their filters share between the server and the browser. No zod: the browser loads this. */

import { grouped } from './digits.ts'

/** Counting stops here: a count that reached this says "1,000+", and costs the same in a store of any size. */
export const COUNT_MAX = 1_000
export const SUGGEST_FROM_LETTERS = 2
export const SUGGESTIONS_EACH = 5

/** The prices that the page offers to filter by, in the words of `PRICE_FILTER`. */
export const PRICE_CHOICES = ['free', '-9.99', '10-'] as const

/** A count in words; a bounded one never goes beyond its bound. */
export const showCount = (count: number): string => grouped(String(count)) + (count === COUNT_MAX ? '+' : '')
