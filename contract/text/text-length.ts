/** How long texts may be, by the measure of `characters.ts` (requirements 1.8). No zod: the browser loads this. */

import { charactersOf, countCharacters, isLonger } from './characters.ts'
import { showCount } from './digits.ts'

/** A character with more marks is not writing: it overlaps the lines around it, or hides data. */
export const CODE_POINTS_MAX = 16

export const STACKED_TEXT = 'Remove some of the marks that are stacked on one letter, or joined to one emoji.'

/** The message for a text with fewer characters, without spaces around it; null for one that is long enough. */
export const shortProblem = (text: string, charactersMin: number, tooShort: string): string | null =>
  countCharacters(text.trim()) < charactersMin ? tooShort : null

/** Why a text is invalid or longer than some number of characters; null when it is valid. */
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

/** The maximum UTF-16 code units of a text with that many characters: a limit for schemas whose rule is stated elsewhere. */
export const unitsMax = (charactersMax: number): number => charactersMax * CODE_POINTS_MAX * 2
