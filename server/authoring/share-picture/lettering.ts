import { readFile } from 'node:fs/promises'
import opentype, { type Font, type PathCommand } from 'opentype.js'
import type { Outline, Point } from './coverage.ts'

const FILE = new URL('./archivo-title.ttf', import.meta.url)
/** Straight pieces of a curve: at these sizes none is longer than a few pixels. */
const PIECES = 8

let loaded: Promise<Lettering> | undefined

/** The narrow heavy letters of the store's headings, read when the first picture is drawn. */
export function headingLetters(): Promise<Lettering> {
  loaded ??= readFile(FILE).then((bytes) => lettering(opentype.parse(new Uint8Array(bytes).buffer)))
  return loaded
}

export type Lettering = {
  /** Whether it has a letter for every character of a text. */
  has(text: string): boolean
  /** In pixels, kerned. */
  widthOf(text: string, size: number): number
  /** The text's outline, from the left end of its baseline. */
  outline(text: string, size: number, at: Point): Outline
}

const lettering = (font: Font): Lettering => ({
  has: (text) => [...text].every((letter) => !/\p{M}/u.test(letter) && font.charToGlyphIndex(letter) > 0),
  widthOf: (text, size) => font.getAdvanceWidth(text, size),
  outline: (text, size, { x, y }) => contoursOf(font.getPath(text, x, y, size).commands),
})

function contoursOf(commands: readonly PathCommand[]): Outline {
  const contours: Point[][] = []
  for (const command of commands) {
    if (command.type === 'M') contours.push([])
    const points = contours.at(-1)
    if (!points || command.type === 'Z') continue
    const from = points.at(-1)
    if (command.type === 'Q' && from) points.push(...curve(from, command))
    else points.push({ x: command.x, y: command.y })
  }
  return contours
}

/** TrueType letters have quadratic curves alone. */
const curve = (from: Point, to: { x1: number; y1: number; x: number; y: number }): Point[] =>
  Array.from({ length: PIECES }, (_, piece) => {
    const share = (piece + 1) / PIECES
    const between = (start: number, middle: number, end: number) =>
      (1 - share) ** 2 * start + 2 * (1 - share) * share * middle + share ** 2 * end
    return { x: between(from.x, to.x1, to.x), y: between(from.y, to.y1, to.y) }
  })
