import type { Palette } from './palettes.ts'
import type { Random } from './random.ts'

/** What a motif draws with: the size of the picture, its colours, its chance, and where definitions collect. */
export type Scene = { w: number; h: number; p: Palette; random: Random; defs: string[] }

/** Draws one picture's ground as SVG elements. */
export type Motif = (scene: Scene) => string

export type Point = [x: number, y: number]
type Attributes = Record<string, string | number>
export type Stop = [offset: number, colour: string, opacity?: number]

/** Path data with its numbers rounded to a tenth. */
export const d = (parts: TemplateStringsArray, ...values: (number | string)[]): string =>
  String.raw({ raw: parts }, ...values.map((value) => (typeof value === 'number' ? tenth(value) : value)))

export const rect = (x: number, y: number, w: number, h: number, fill: string, more: Attributes = {}) =>
  `<rect x="${tenth(x)}" y="${tenth(y)}" width="${tenth(w)}" height="${tenth(h)}" fill="${fill}"${written(more)}/>`

export const circle = (x: number, y: number, r: number, fill: string, more: Attributes = {}) =>
  `<circle cx="${tenth(x)}" cy="${tenth(y)}" r="${tenth(r)}" fill="${fill}"${written(more)}/>`

export const ellipse = (x: number, y: number, rx: number, ry: number, fill: string, more: Attributes = {}) =>
  `<ellipse cx="${tenth(x)}" cy="${tenth(y)}" rx="${tenth(rx)}" ry="${tenth(ry)}" fill="${fill}"${written(more)}/>`

export const shape = (path: string, fill: string, more: Attributes = {}) =>
  `<path d="${path}" fill="${fill}"${written(more)}/>`

export const stroke = (path: string, colour: string, width: number, more: Attributes = {}) =>
  shape(path, 'none', { stroke: colour, 'stroke-width': width, ...more })

/** An arc of a circle, from one angle to another in radians, drawn clockwise. */
export const arc = (x: number, y: number, r: number, from: number, to: number): string =>
  d`M${x + Math.cos(from) * r} ${y + Math.sin(from) * r}A${r} ${r} 0 ${to - from > Math.PI ? 1 : 0} 1 ${x + Math.cos(to) * r} ${y + Math.sin(to) * r}`

export const polyline = (points: readonly Point[]): string =>
  `M${points.map(([x, y]) => `${tenth(x)} ${tenth(y)}`).join('L')}`

export const polygon = (points: readonly Point[]): string => `${polyline(points)}Z`

/** A soft curve through points (Catmull-Rom as Béziers). */
export function curve(points: readonly Point[]): string {
  const first = points[0] ?? [0, 0]
  const point = (at: number) => points[Math.min(points.length - 1, Math.max(0, at))] ?? first
  const pieces = points.slice(1).map((to, at) => {
    const [before, from, after] = [point(at - 1), point(at), point(at + 2)]
    return d`C${from[0] + (to[0] - before[0]) / 6} ${from[1] + (to[1] - before[1]) / 6} ${to[0] - (after[0] - from[0]) / 6} ${to[1] - (after[1] - from[1]) / 6} ${to[0]} ${to[1]}`
  })
  return d`M${first[0]} ${first[1]}` + pieces.join('')
}

/** A fill that runs from top to bottom. */
export const down = (scene: Scene, ...stops: Stop[]): string =>
  linear(scene, { x1: 0, y1: 0, x2: 0, y2: 1 }, stops)

/** A fill that runs from left to right. */
export const across = (scene: Scene, ...stops: Stop[]): string =>
  linear(scene, { x1: 0, y1: 0, x2: 1, y2: 0 }, stops)

/** A fill that runs outwards from a point. */
export const radial = (scene: Scene, place: Attributes, ...stops: Stop[]): string =>
  define(scene, (id) => `<radialGradient id="${id}"${written(place)}>${stopsOf(stops)}</radialGradient>`)

const linear = (scene: Scene, axis: Attributes, stops: Stop[]) =>
  define(scene, (id) => `<linearGradient id="${id}"${written(axis)}>${stopsOf(stops)}</linearGradient>`)

/** Keeps a definition with the scene and answers the reference to it. */
export function define(scene: Scene, write: (id: string) => string): string {
  const id = `d${scene.defs.length}`
  scene.defs.push(write(id))
  return `url(#${id})`
}

export const repeat = (times: number, draw: (at: number) => string): string =>
  Array.from({ length: times }, (_, at) => draw(at)).join('')

export const moved = (x: number, y: number, content: string, turn = 0, scale = 1): string =>
  `<g transform="translate(${tenth(x)} ${tenth(y)}) rotate(${tenth(turn)}) scale(${scale})">${content}</g>`

const stopsOf = (stops: Stop[]) =>
  stops
    .map(([offset, colour, opacity = 1]) =>
      opacity < 1
        ? `<stop offset="${offset}" stop-color="${colour}" stop-opacity="${opacity}"/>`
        : `<stop offset="${offset}" stop-color="${colour}"/>`,
    )
    .join('')

const written = (attributes: Attributes) =>
  Object.entries(attributes)
    .map(([name, value]) =>
      attribute(name, typeof value === 'number' ? Math.round(value * 1000) / 1000 : value),
    )
    .join('')

// `opacity` would make the renderer draw each shape on a sheet of its own, which takes half of all time.
const attribute = (name: string, value: number | string) =>
  name === 'opacity' ? ` fill-opacity="${value}" stroke-opacity="${value}"` : ` ${name}="${value}"`

const tenth = (value: number) => Math.round(value * 10) / 10
