/**
 * The only measure of user-written text: characters as a reader counts them, which may be several code points, such as a
 * flag, a joined emoji or a letter with its marks (requirements 1.8). No zod: the browser loads this.
 */

/** How many characters of a search are used. */
export const SEARCH_MAX = 100

/** Text in which each code unit is one character: most Latin text. */
const SIMPLE = /^[\n\x20-\u02ff]*$/

let segmenter: Intl.Segmenter | undefined
function segmentsOf(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' }) // the same in every language
  return segmenter.segment(text)
}

/** Each character of a text, in order. */
export function* charactersOf(text: string): Generator<string, void> {
  if (SIMPLE.test(text)) return yield* text
  for (const { segment } of segmentsOf(text)) yield segment
}

/** The number of characters that a reader counts. */
export function countCharacters(text: string): number {
  if (SIMPLE.test(text)) return text.length
  let count = 0
  for (const _ of charactersOf(text)) count += 1
  return count
}

/** Whether a text has more characters; reads no further than necessary. */
export function isLonger(text: string, charactersMax: number): boolean {
  if (text.length <= charactersMax) return false
  let count = 0
  for (const _ of charactersOf(text)) if (++count > charactersMax) return true
  return false
}

/** The first characters of a text, none of them cut. */
export function cutText(text: string, charactersMax: number): string {
  return text.length <= charactersMax ? text : firstCharacters(text, charactersMax, () => 1)
}

/** The first characters of a text, none of them cut, as many as fit by size. */
export function firstCharacters(text: string, room: number, sizeOf: (character: string) => number): string {
  let kept = ''
  let left = room
  for (const character of charactersOf(text)) {
    left -= sizeOf(character)
    // A joiner at the end has nothing to join.
    if (left < 0) return kept.replace(/[\u200c\u200d]+$/, '')
    kept += character
  }
  return kept
}

/** A text without its last character, which may have been cut in half. */
export const withoutLastCharacter = (text: string): string =>
  text.slice(0, segmentsOf(text).containing(text.length - 1)?.index ?? 0)
