/** The rule for names and titles, used by forms and the server (requirements 3.14). No zod: the browser loads this. */

/**
 * Control, format, private and unassigned characters, separators of lines, and what shows nothing: such as U+200B, which
 * makes two equal names of different ones, and U+202E, which turns a line around. An emoji may carry its variation selector.
 */
const HIDDEN =
  /\p{Cc}|\p{Co}|\p{Cn}|\p{Cs}|\p{Zl}|\p{Zp}|(?!\uFE0F)\p{Default_Ignorable_Code_Point}|\p{Cf}|\u2800|(?<!\p{Extended_Pictographic})\uFE0F/u

export const HIDDEN_TEXT = 'Remove the invisible characters.'

export const hasHidden = (text: string): boolean => HIDDEN.test(text)
