/** A title as it is set in a picture: its lines, and the size of their letters in pixels. */
export type TitleLines = { lines: string[]; size: number }
type Space = { width: number; height: number }
type WidthOf = (text: string, size: number) => number

/** The largest first. */
const SIZES = [128, 112, 98, 86, 76, 66, 58, 50, 44]
export const LINE_HEIGHT = 1.02
const CUT = '…'

/** The largest lines of a title that fit, broken between words; of one too long for the smallest letters, its beginning. */
export function titleLines(title: string, widthOf: WidthOf, space: Space): TitleLines {
  const words = title.split(' ')
  const fitting = SIZES.map((size) => ({ size, lines: linesOf(words, size, widthOf, space.width) })).find(
    ({ lines, size }) => lines !== null && lines.length <= linesIn(space, size),
  )
  if (fitting?.lines) return { lines: fitting.lines, size: fitting.size }
  return cutTitle(title, widthOf, space)
}

const linesIn = ({ height }: Space, size: number): number => Math.floor(height / (size * LINE_HEIGHT))

/** Null where a word is longer than a line. */
function linesOf(words: readonly string[], size: number, widthOf: WidthOf, width: number): string[] | null {
  if (words.some((word) => widthOf(word, size) > width)) return null
  const lines: string[] = []
  for (const word of words) {
    const longer = [...lines.slice(-1), word].join(' ')
    if (lines.length > 0 && widthOf(longer, size) <= width) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

/** Broken anywhere, in the smallest letters. */
function cutTitle(title: string, widthOf: WidthOf, space: Space): TitleLines {
  const size = SIZES.at(-1) ?? 0
  const count = linesIn(space, size)
  const lines = ['']
  for (const letter of title) {
    const longer = lines.at(-1) + letter
    if (widthOf(longer + CUT, size) <= space.width) lines[lines.length - 1] = longer
    else if (lines.length < count) lines.push(letter.trim())
    else return { lines: [...lines.slice(0, -1), lines.at(-1) + CUT], size }
  }
  return { lines, size }
}
