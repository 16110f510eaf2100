import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { create, type Font } from 'fontkit'

/** The faces that titles are set in: package, weight and style of @fontsource. */
export const FACES = {
  abril: 'abril-fatface/400-normal',
  anton: 'anton/400-normal',
  caprasimo: 'caprasimo/400-normal',
  cinzel: 'cinzel/700-normal',
  cormorant: 'cormorant/600-normal',
  cormorantItalic: 'cormorant/600-italic',
  gothic: 'grenze-gotisch/700-normal',
  limelight: 'limelight/400-normal',
  pacifico: 'pacifico/400-normal',
  pixel: 'pixelify-sans/700-normal',
  playfair: 'playfair-display/800-normal',
  playfairItalic: 'playfair-display/800-italic',
  poiret: 'poiret-one/400-normal',
  righteous: 'righteous/400-normal',
  shrikhand: 'shrikhand/400-normal',
  typewriter: 'special-elite/400-normal',
  unbounded: 'unbounded/700-normal',
  unboundedLight: 'unbounded/400-normal',
} as const

export type Face = keyof typeof FACES

/** A line of text as outlines, in units of the font size; y grows downwards and the baseline is 0. */
export type Outline = { path: string; left: number; right: number; top: number; bottom: number }

const opened = new Map<Face, Font>()
const outlined = new Map<string, Outline>()

/** The outlines of a text, so that a picture needs no font where it is drawn. `tracking` is in units of the font size. */
export function outlineOf(face: Face, text: string, tracking = 0): Outline {
  const key = `${face} ${tracking} ${text}`
  const known = outlined.get(key)
  if (known) return known
  const made = outline(fontOf(face), text, tracking)
  outlined.set(key, made)
  return made
}

function outline(font: Font, text: string, tracking: number): Outline {
  const em = font.unitsPerEm
  const { glyphs, positions } = font.layout(text)
  const box = { path: '', left: Number.POSITIVE_INFINITY, right: Number.NEGATIVE_INFINITY, top: 0, bottom: 0 }
  let pen = 0
  glyphs.forEach((glyph, at) => {
    const position = positions[at]
    if (glyph.path.commands.length > 0) {
      const from = pen + (position?.xOffset ?? 0)
      box.path += glyph.path.commands.map((command) => commandOf(command, from, em)).join('')
      box.left = Math.min(box.left, (from + glyph.bbox.minX) / em)
      box.right = Math.max(box.right, (from + glyph.bbox.maxX) / em)
      box.top = Math.min(box.top, -glyph.bbox.maxY / em)
      box.bottom = Math.max(box.bottom, -glyph.bbox.minY / em)
    }
    pen += (position?.xAdvance ?? 0) + tracking * em
  })
  return box
}

const LETTERS: Record<string, string> = {
  moveTo: 'M',
  lineTo: 'L',
  quadraticCurveTo: 'Q',
  bezierCurveTo: 'C',
  closePath: 'Z',
}

const commandOf = ({ command, args }: { command: string; args: number[] }, from: number, em: number) =>
  LETTERS[command] + args.map((value, at) => ((at % 2 ? -value : value + from) / em).toFixed(4)).join(' ')

function fontOf(face: Face): Font {
  const known = opened.get(face)
  if (known) return known
  const [family, cut] = FACES[face].split('/')
  const path = createRequire(import.meta.url).resolve(
    `@fontsource/${family}/files/${family}-latin-${cut}.woff2`,
  )
  const font = create(readFileSync(path))
  if (!('layout' in font)) throw new Error(`${path} holds several fonts`)
  opened.set(face, font)
  return font
}
