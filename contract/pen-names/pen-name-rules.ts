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
  rule: `${PEN_NAME.min}–${PEN_NAME.max} characters: letters, numbers, spaces, ., _ or -`,
  /** Of one that a decision took away from the account that asks for it again. */
  takenAway: 'A decision took this name away. Choose another one.',
} as const

/** Letters and digits of any script, with the joiners of those that need them; no mark without a letter to stand on. */
const CHARACTERS = /^(?!\p{M})[\p{L}\p{M}\p{Nd}\p{Join_Control} ._-]+$/u

/** A pen name as it is stored: its letters composed, and no space but one between words. */
export const normalPenName = (typed: string): string => typed.normalize('NFC').trim().replace(/ +/g, ' ')

/** Why a name cannot be a pen name; null for one that can, unless somebody has it. Of any script, as people write their own. */
export function penNameProblem(typed: string): string | null {
  const name = normalPenName(typed)
  if (hasHidden(name)) return HIDDEN_TEXT
  if (!CHARACTERS.test(name) || foldName(name) === '') return PEN_NAME_TEXT.rule
  return (
    shortProblem(name, PEN_NAME.min, PEN_NAME_TEXT.rule) ??
    lengthProblem(name, PEN_NAME.max, PEN_NAME_TEXT.rule)
  )
}
