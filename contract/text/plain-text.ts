/** The rule for names and titles, used by forms and the server (requirements 3.14). No zod: the browser loads this. */
import { lengthProblem } from './text-length.ts'

/** Scripts whose letters change their shape beside U+200C and U+200D. */
const JOINING = [
  ...['Adlm', 'Arab', 'Mand', 'Mong', 'Nkoo', 'Rohg', 'Syrc'],
  ...['Beng', 'Deva', 'Gujr', 'Guru', 'Khmr', 'Knda', 'Mlym', 'Mymr', 'Orya', 'Sinh', 'Taml', 'Telu', 'Tibt'],
].map((script) => `\\p{Script_Extensions=${script}}`)
const JOINING_LETTER = `(?=[\\p{L}\\p{M}])[${JOINING.join('')}]`

/** Characters that are invisible by themselves, where they change their neighbors. */
const SHAPING = [
  // Half-spaces of Persian, conjuncts of Hindi.
  `(?<=${JOINING_LETTER})[\\u200C\\u200D](?=${JOINING_LETTER})`,
  // Families, professions, the rainbow flag.
  String.raw`(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F])\u200D(?=\p{Extended_Pictographic})`,
  // An emoji or a keycap in color or as text.
  String.raw`(?<=\p{Extended_Pictographic})[\uFE0E\uFE0F]|(?<=[0-9#*])\uFE0F(?=\u20E3)`,
  // Another form of an ideograph or of a Mongolian letter.
  String.raw`(?<=\p{Script=Han})[\uFE00-\uFE02\u{E0100}-\u{E01EF}]|(?<=\p{Script=Mong})[\u180B-\u180F]`,
  // The flags of England, Scotland and Wales: no other tags show anything.
  ...['gbeng', 'gbsct', 'gbwls'].map((region) => `(?<=\\u{1F3F4})${tagged(region)}`),
].join('|')

/**
 * Control, format, private and unassigned characters, line separators, and invisible ones: such as U+200B, which
 * makes two equal names different, and U+202E, which reverses a line.
 */
const HIDDEN = String.raw`[\p{Cc}\p{Cf}\p{Cn}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]`

const SHAPING_OR_HIDDEN = new RegExp(`(${SHAPING})|${HIDDEN}`, 'gu')

export const HIDDEN_TEXT = 'Remove the invisible characters.'

/** A line with a space for all invisible characters in it. */
export const blankHidden = (line: string): string =>
  line.replace(SHAPING_OR_HIDDEN, (_, shaping: string | undefined) => shaping ?? ' ')

/** Whether a line contains an invisible character. */
export const hasHidden = (line: string): boolean => blankHidden(line) !== line

/** Why a line, such as a name or a title, is invalid or longer than some number of characters; null when it is valid. */
export const lineProblem = (line: string, charactersMax: number, tooLong?: string): string | null =>
  hasHidden(line) ? HIDDEN_TEXT : lengthProblem(line, charactersMax, tooLong)

/** The same for a text that may have several lines. */
export const linesProblem = (text: string, charactersMax: number): string | null =>
  text.split(/[\n\t]/).some(hasHidden) ? HIDDEN_TEXT : lengthProblem(text, charactersMax)

/** A text in tags, the invisible letters of flags. */
function tagged(text: string): string {
  const tags = [...text].map((letter) => 0xe0000 + (letter.codePointAt(0) ?? 0))
  return [...tags, 0xe007f].map((tag) => `\\u{${tag.toString(16)}}`).join('')
}
