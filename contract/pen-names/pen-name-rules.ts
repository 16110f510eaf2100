/** The rules of pen names, used by forms and the server (PR1). No zod: the browser loads this. */
import { foldName } from '../accounts/names.ts'
import { HIDDEN_TEXT, hasHidden } from '../text/plain-text.ts'
import { lengthProblem, shortProblem } from '../text/text-length.ts'

export const PEN_NAME = {
  min: 3,
  max: 24,
  /** From one choice to the next. */
  changeDays: 30,
} as const

export const PEN_NAME_TEXT = {
  rule: `${PEN_NAME.min}–${PEN_NAME.max} characters: letters, numbers, spaces, dots, underscores or hyphens`,
  lookAlike: 'Some of these letters look like others. Use those of one alphabet.',
  /** Of one that a decision took away from the account that asks for it again. */
  takenAway: 'A decision took this name away. Choose another one.',
} as const

/** Letters and digits of any script, with the joiners of those that need them; no mark without a letter to stand on. */
const CHARACTERS = /^(?!\p{M})[\p{L}\p{M}\p{Nd}\p{Join_Control} ._-]+$/u

/** Letters of other alphabets that look like Latin ones, and Latin ones for phonetics, with which a name would read as another. */
const MIMICS =
  /[\p{Script=Cherokee}\p{Script=Lisu}\p{Script=Coptic}\p{Script=Deseret}\p{Script=Osage}\u0250-\u02af\u1d00-\u1dbf\ua720-\ua7ff\uab30-\uab6f]/u
/** The alphabets that share shapes. Others are mixed as people write, such as Japanese with Latin. */
const ALPHABETS = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u, /\p{Script=Armenian}/u]

const hasLookAlikes = (name: string): boolean =>
  MIMICS.test(name) || ALPHABETS.filter((alphabet) => alphabet.test(name)).length > 1

/** A pen name as it is stored: its letters composed, and no space but one between words. */
export const normalPenName = (typed: string): string => typed.normalize('NFC').trim().replace(/ +/g, ' ')

/** Why a name cannot be a pen name; null for one that can, unless somebody has it. Of any script, as people write their own. */
export function penNameProblem(typed: string): string | null {
  const name = normalPenName(typed)
  if (hasHidden(name)) return HIDDEN_TEXT
  if (!CHARACTERS.test(name) || foldName(name) === '') return PEN_NAME_TEXT.rule
  if (hasLookAlikes(name)) return PEN_NAME_TEXT.lookAlike
  return (
    shortProblem(name, PEN_NAME.min, PEN_NAME_TEXT.rule) ??
    lengthProblem(name, PEN_NAME.max, PEN_NAME_TEXT.rule)
  )
}
