import { cutText } from '../text/characters.ts'

const ENTITIES: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&nbsp;': ' ',
}

/** The start of a description as one line of plain text, cut at a word. Takes sanitized HTML, which may be truncated. */
export const summaryOf = (html: string, charactersMax: number): string =>
  shortened(plainTextOf(html), charactersMax)

/** Sanitized HTML as one line of plain text. */
export const plainTextOf = (html: string): string =>
  html
    .replace(/<[^>]*(?:>|$)/g, ' ')
    .replace(/&(?:amp|lt|gt|quot|nbsp);/g, (entity) => ENTITIES[entity] ?? entity)
    .replace(/\s+/g, ' ')
    .replace(/ ([.,!?;:])/g, '$1')
    .trim()

/** A line of plain text, cut when it is too long: at a word, or in a script without spaces between characters. */
export function shortened(text: string, charactersMax: number): string {
  const kept = cutText(text, charactersMax)
  if (kept === text) return text
  const words = kept.replace(/\s+\S{0,30}$/, '')
  return `${cutText(words, charactersMax - 1)}…`
}
