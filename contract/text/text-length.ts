/** How long texts may be, by the measure of `characters.ts` (requirements 1.8). No zod: the browser loads this. */

import { charactersOf, countCharacters, isLonger } from './characters.ts'
import { showCount } from './digits.ts'

/** A character of more is no writing: it towers over the lines around it, or hides data. */
export const CODE_POINTS_MAX = 16

export const STACKED_TEXT = 'Remove some of the marks that are stacked on one letter, or joined to one emoji.'

/** What is said of a text with fewer characters, spaces around it left out; null of one that is long enough. */
export const shortProblem = (text: string, charactersMin: number, tooShort: string): string | null =>
  countCharacters(text.trim()) < charactersMin ? tooShort : null

/** Why a text is no text of at most so many characters; null when it is one. */
export function lengthProblem(
  text: string,
  charactersMax: number,
  tooLong = `Use at most ${showCount(charactersMax)} characters.`,
): string | null {
  if (isLonger(text, charactersMax)) return tooLong
  return hasStacked(text) ? STACKED_TEXT : null
}

function hasStacked(text: string): boolean {
  if (text.length <= CODE_POINTS_MAX) return false
  for (const character of charactersOf(text))
    if (character.length > CODE_POINTS_MAX && [...character].length > CODE_POINTS_MAX) return true
  return false
}

/** How many UTF-16 code units a text of so many characters can have: a bound for schemas whose rule is said elsewhere. */
export const unitsMax = (charactersMax: number): number => charactersMax * CODE_POINTS_MAX * 2
