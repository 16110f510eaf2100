/** What lists and their filters share between the server and the browser. No zod: the browser loads this. */

import { grouped } from '../text/digits.ts'

/** Counting beside a filter stops here: at this number it shows "1,000+", and costs the same in a store of any size. */
export const COUNT_MAX = 1_000
/** A list's total is exact up to this number; any larger total means that there are more. */
export const TOTAL_MAX = 100_000
const SUGGEST_FROM_LETTERS = 2
export const SUGGESTIONS_EACH = 5

/** Scripts without spaces between words, in which one letter says as much as several of others. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

/** Whether the typed text is long enough for suggestions. */
export const isEnoughToSuggest = (typed: string): boolean =>
  [...typed.trim()].length >= SUGGEST_FROM_LETTERS || UNSPACED.test(typed)

/** The price filters on the page, in the words of `PRICE_FILTER`. */
export const PRICE_CHOICES = ['free', '0.01-9.99', '10-'] as const

/** A total in `X-Total-Count`: `1234`, beyond `TOTAL_MAX` `100000+`. */
export const writeTotal = (total: number): string => (total > TOTAL_MAX ? `${TOTAL_MAX}+` : String(total))

/** The total of such a header; more than `TOTAL_MAX` for `100000+`. */
export const readTotal = (header: string): number =>
  Number.parseInt(header, 10) + (header.endsWith('+') ? 1 : 0)

/** A total in words: `1,234`, `100,000+`. */
export const showTotal = (total: number): string =>
  total > TOTAL_MAX ? `${grouped(String(TOTAL_MAX))}+` : grouped(String(total))

/** A count in words; a bounded one never goes beyond its bound. */
export const showFacetCount = (count: number): string =>
  grouped(String(count)) + (count === COUNT_MAX ? '+' : '')
