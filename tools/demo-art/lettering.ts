import { type Face, type Outline, outlineOf } from './fonts.ts'
import type { Palette } from './palettes.ts'
import { d, define, down, moved, rect, type Scene } from './svg.ts'

/** How a game's title is set. */
export type Lettering = {
  face: Face
  /** The lines of the title; one when left out. */
  lines?: string[]
  /** Top, middle or bottom; left, centre or right. */
  at?: 'tl' | 'tc' | 'tr' | 'ml' | 'mc' | 'bl' | 'bc' | 'br'
  /** Height of a capital, as a share of the picture's. */
  size?: number
  style?: 'solid' | 'drop' | 'glow' | 'plate'
  fill?: keyof Palette
  second?: keyof Palette
  upper?: boolean
  tracking?: number
  leading?: number
  /** The widest that a line may be, as a share of the picture's width. */
  widest?: number
  /** How dark the ground behind the title becomes, from 0 to 1. */
  shade?: number
}

type Box = { left: number; right: number; top: number; bottom: number }

const MARGIN = 0.085
/** The share of the height below a title that stays free: the price sticker hangs there. */
export const CLEAR_BELOW = 0.105

/** A title drawn over a picture, and the box that its ink fills. */
export function lettering(scene: Scene, title: string, style: Lettering): { svg: string; box: Box } {
  const { fill = 'paper', second = 'ink', shade = 0.6 } = style
  const { body, box, capital } = set(scene, title, style)
  const colour = scene.p[fill]
  const other = scene.p[second]
  const darkened =
    style.style === 'plate' || shade === 0 ? '' : shadeBehind(scene, box, style.at ?? 'bl', shade)
  const letters = `<g fill="${colour}">${body}</g>`
  switch (style.style) {
    case 'drop':
      return { svg: darkened + dropped(body, other, capital * 0.07) + letters, box }
    case 'glow':
      return { svg: darkened + glowing(scene, body, other, capital) + letters, box }
    case 'plate':
      return { svg: plate(scene, box, other) + letters, box }
    default:
      return { svg: darkened + letters, box }
  }
}

function set({ w, h }: Scene, title: string, style: Lettering) {
  const { at = 'bl', size = 0.16, leading = 0.3, widest = 0.84, tracking = 0, upper = false } = style
  const lines = (style.lines ?? [title]).map((line) =>
    outlineOf(style.face, upper ? line.toUpperCase() : line, tracking),
  )
  const rise = Math.max(...lines.map((line) => -line.top))
  const wide = Math.max(...lines.map((line) => line.right - line.left))
  const room = h * (1 - MARGIN - CLEAR_BELOW)
  const heightPerUnit = rise * (lines.length + leading * (lines.length - 1)) + (lines.at(-1)?.bottom ?? 0)
  const scale = Math.min(
    (h * size) / rise,
    (w * Math.min(widest, 1 - 2 * MARGIN + 0.03)) / wide,
    room / heightPerUnit,
  )
  const tall = heightPerUnit * scale
  const top = at[0] === 't' ? h * MARGIN : at[0] === 'm' ? (h - tall) / 2 : h * (1 - CLEAR_BELOW) - tall
  const placed = lines.map((line, row) => ({
    line,
    x: leftOf(line, at[1] ?? 'l', w, scale, h * MARGIN),
    y: top + rise * scale * (row + 1 + row * leading),
  }))
  const body = placed
    .map(
      ({ line, x, y }) => `<path transform="${d`translate(${x} ${y}) scale(${scale})`}" d="${line.path}"/>`,
    )
    .join('')
  const box = {
    left: Math.min(...placed.map(({ line, x }) => x + line.left * scale)),
    right: Math.max(...placed.map(({ line, x }) => x + line.right * scale)),
    top,
    bottom: top + tall,
  }
  return { body, box, capital: rise * scale }
}

function leftOf(line: Outline, side: string, w: number, scale: number, margin: number): number {
  if (side === 'l') return margin - line.left * scale
  if (side === 'r') return w - margin - line.right * scale
  return (w - (line.left + line.right) * scale) / 2
}

/** Darkness that is nearly whole where the title begins, and has faded a margin or two away from it. */
function shadeBehind(scene: Scene, box: Box, at: string, strength: number): string {
  const { w, h, p } = scene
  const reach = h * MARGIN * 2.2
  if (at[0] === 't') {
    const tall = box.bottom + reach
    return rect(
      0,
      0,
      w,
      tall,
      down(scene, [0, p.ink, strength], [box.bottom / tall, p.ink, strength * 0.7], [1, p.ink, 0]),
    )
  }
  const top = Math.max(0, box.top - reach)
  const start = (box.top - top) / (h - top)
  return rect(
    0,
    top,
    w,
    h - top,
    down(scene, [0, p.ink, 0], [start, p.ink, strength * 0.6], [1, p.ink, strength]),
  )
}

const dropped = (body: string, colour: string, depth: number) =>
  [6, 5, 4, 3, 2, 1]
    .map((step) => `<g fill="${colour}">${moved((depth * step) / 6, (depth * step) / 6, body)}</g>`)
    .join('')

function glowing(scene: Scene, body: string, colour: string, capital: number): string {
  const blur = define(
    scene,
    (id) =>
      `<filter id="${id}" x="-20%" y="-60%" width="140%" height="220%"><feGaussianBlur stdDeviation="${(capital * 0.14).toFixed(1)}"/></filter>`,
  )
  return `<g fill="${colour}" filter="${blur}">${body}${body}</g>`
}

const plate = ({ h }: Scene, { left, right, top, bottom }: Box, colour: string) => {
  const edge = h * MARGIN * 0.5
  return rect(left - edge, top - edge, right - left + edge * 2, bottom - top + edge * 2, colour)
}
