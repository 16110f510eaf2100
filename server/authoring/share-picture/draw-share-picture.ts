import sharp, { type Sharp } from 'sharp'
import '../../platform/uploaded-picture.ts' // shuts the decoders that no picture needs
import { coverageOf, type Outline, type Point } from './coverage.ts'
import { headingLetters, type Lettering } from './lettering.ts'
import { LINE_HEIGHT, titleLines } from './title-lines.ts'

/** What link previews of all sites show whole. */
export const SHARE_SIZE = { width: 1200, height: 630 }
/** Twice the time for a fourteenth of the bytes is not worth it. */
const WEBP = { quality: 82, effort: 2 }
const SECONDS_MAX = 10
const EDGE = 60
const TITLE_HEIGHT = 330

type Color = readonly [red: number, green: number, blue: number]
// Those of the store's dark theme, and of the 18+ mark in both (web/app/app.css).
const GROUND: Color = [17, 14, 16]
const LETTERS: Color = [242, 239, 241]
const ACCENT: Color = [244, 227, 90]
const PAPER: Color = [245, 243, 238]
const INK: Color = [22, 18, 21]

/**
 * What lies behind the title: the cover of an SFW game, and of any other the placeholder of its cover, which is at most 32 px
 * wide and counts as no picture (requirements 4.5). Null without a cover.
 */
export type Backdrop = { kind: 'cover' | 'placeholder'; bytes: Buffer } | null

/**
 * A game's picture for link previews, as WebP. The title is filled from outlines of the store's own letters, so it is never
 * markup, and nothing is looked up. One with letters that they lack is left out.
 * @returns null where nothing of the game could be shown
 */
export async function drawSharePicture(
  title: string,
  backdrop: Backdrop,
  storeName: string,
): Promise<Buffer | null> {
  const letters = await headingLetters()
  const line = drawable(title, letters)
  if (line === null && backdrop === null) return null
  const drawing = newDrawing(line === null ? 0 : 0.86)
  for (const { outline, color } of [
    ...(backdrop === null ? [GRID] : []),
    ...brand(letters, drawable(storeName, letters)),
    ...adultsOnly(letters),
    ...(line === null ? [] : titleShapes(line, letters)),
  ])
    fill(drawing, outline, color)
  const { width, height } = SHARE_SIZE
  return ground(backdrop)
    .composite([{ input: drawing, raw: { width, height, channels: 4 } }])
    .removeAlpha()
    .webp(WEBP)
    .timeout({ seconds: SECONDS_MAX })
    .toBuffer()
}

/** A text in one line as the letters have it; null when they lack some of it. */
function drawable(text: string, letters: Lettering): string | null {
  const line = text.normalize('NFC').replace(/\s+/g, ' ').trim()
  return line !== '' && letters.has(line) ? line : null
}

function ground(backdrop: Backdrop): Sharp {
  const { width, height } = SHARE_SIZE
  if (backdrop === null) {
    const [r, g, b] = GROUND
    return sharp({ create: { width, height, channels: 3, background: { r, g, b } } })
  }
  const whole = sharp(backdrop.bytes).resize({ width, height, fit: 'cover', kernel: 'cubic' })
  return backdrop.kind === 'cover' ? whole : whole.blur(24)
}

/** Red, green, blue and opacity of each pixel. */
type Drawing = Buffer

/** A shade that lets letters be read on any picture: a little everywhere, more at the top, most behind the title. */
function newDrawing(behindTitle: number): Drawing {
  const { width, height } = SHARE_SIZE
  const drawing = Buffer.alloc(width * height * 4)
  for (let y = 0; y < height; y += 1) {
    const top = 0.55 * Math.max(0, 1 - y / 170)
    const bottom = behindTitle * Math.min(1, Math.max(0, (y - 150) / 330))
    const shade = Buffer.from([...GROUND, Math.round(255 * Math.max(0.12, top, bottom))])
    drawing.fill(shade, 4 * y * width, 4 * (y + 1) * width)
  }
  return drawing
}

type Shape = { outline: Outline; color: Color }

function fill(drawing: Drawing, outline: Outline, color: Color): void {
  const { left, top, width, shares } = coverageOf(outline, SHARE_SIZE)
  for (let pixel = 0; pixel < shares.length; pixel += 1) {
    const share = shares[pixel] ?? 0
    if (share === 0) continue
    const x = left + (pixel % width)
    const y = top + Math.floor(pixel / width)
    blend(drawing, 4 * (y * SHARE_SIZE.width + x), color, share)
  }
}

function blend(drawing: Drawing, at: number, color: Color, share: number): void {
  const below = ((drawing[at + 3] ?? 0) / 255) * (1 - share)
  const opacity = share + below
  for (let channel = 0; channel < 3; channel += 1)
    drawing[at + channel] = ((color[channel] ?? 0) * share + (drawing[at + channel] ?? 0) * below) / opacity
  drawing[at + 3] = 255 * opacity
}

/** The lines of the title, the last of them at the lower edge. */
function titleShapes(title: string, letters: Lettering): Shape[] {
  const space = { width: SHARE_SIZE.width - 2 * EDGE, height: TITLE_HEIGHT }
  const { lines, size } = titleLines(title, letters.widthOf, space)
  const lowest = SHARE_SIZE.height - EDGE - size * 0.06
  return lines.map((line, at) => ({
    outline: letters.outline(line, size, {
      x: EDGE,
      y: lowest - (lines.length - 1 - at) * size * LINE_HEIGHT,
    }),
    color: LETTERS,
  }))
}

const box = (x: number, y: number, width: number, height: number): Point[] => [
  { x, y },
  { x: x + width, y },
  { x: x + width, y: y + height },
  { x, y: y + height },
]

const GRID_STEP = 60

/** What lies behind a title alone, as in the store's own share picture. */
const GRID: Shape = {
  outline: Array.from({ length: SHARE_SIZE.width / GRID_STEP }, (_, step) => [
    box(step * GRID_STEP + 59, 0, 1, SHARE_SIZE.height),
    box(0, step * GRID_STEP + 13, SHARE_SIZE.width, 1),
  ]).flat(),
  color: [27, 24, 26],
}

// The mark of web/app/shell/brand.tsx.
const SQUARE = '2,5 18,5 18,9 6,9 6,22 19,22 19,10 23,10 23,26 2,26'
const PIXEL = '20,2 26,2 26,8 20,8'

const SIGN_HEIGHT = 72

/** The store's mark and name on a plate, at the upper left: the cover's own title may lie there. */
function brand(letters: Lettering, name: string | null): Shape[] {
  const mark = (points: string) => [
    points.split(' ').map((point) => {
      const [x = 0, y = 0] = point.split(',').map(Number)
      return { x: EDGE + 10 + x * 2, y: EDGE - 4 + y * 2 }
    }),
  ]
  const nameWidth = name === null ? 0 : letters.widthOf(name, 42) + 14
  return [
    { outline: [box(EDGE, EDGE - 12, 78 + nameWidth, SIGN_HEIGHT)], color: INK },
    { outline: mark(SQUARE), color: LETTERS },
    { outline: mark(PIXEL), color: ACCENT },
    ...(name === null
      ? []
      : [{ outline: letters.outline(name, 42, { x: EDGE + 74, y: EDGE + 39 }), color: LETTERS }]),
  ]
}

/** The sign *18+, adults only*, at the upper right. */
function adultsOnly(letters: Lettering): Shape[] {
  const { x, y } = { x: SHARE_SIZE.width - EDGE - 190, y: EDGE - 12 }
  const text = (words: string, size: number, at: Point, color: Color) => ({
    outline: letters.outline(words, size, { x: x + at.x, y: y + at.y }),
    color,
  })
  return [
    { outline: [box(x, y, 190, SIGN_HEIGHT)], color: PAPER },
    { outline: [box(x + 3, y + 3, 184, SIGN_HEIGHT - 6)], color: INK },
    { outline: [box(x + 95, y + 7, 88, SIGN_HEIGHT - 14)], color: PAPER },
    text('18+', 46, { x: 15, y: 52 }, PAPER),
    text('ADULTS', 23, { x: 107, y: 33 }, INK),
    text('ONLY', 23, { x: 107, y: 56 }, INK),
  ]
}
