import { mix } from '../colour.ts'
import { cycle } from '../random.ts'
import type { Motif, Scene } from '../svg.ts'

const ROWS = 46
const ORDERED = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5] as [number, ...number[]]

type Put = (x: number, y: number, colour: string) => void

/** A parish of few pixels: 46 rows, its sky dithered in a 4 by 4 order. */
export const pixels: Motif = (scene) => {
  const { w, h, p, random } = scene
  const columns = Math.round((w / h) * ROWS)
  const cells = new Map<number, string>()
  const put: Put = (x, y, colour) => {
    const [column, row] = [Math.round(x), Math.round(y)]
    if (column >= 0 && row >= 0 && column < columns && row < ROWS) cells.set(row * columns + column, colour)
  }
  const box = (x: number, y: number, wide: number, tall: number, colour: string) => {
    for (let row = 0; row < tall; row++)
      for (let column = 0; column < wide; column++) put(x + column, y + row, colour)
  }
  skyOf(scene, columns, put)
  for (let at = 0; at < 26; at++) put(random() * columns, random() * 13, p.paper)
  sunOf(scene, Math.round(columns * (0.6 + random() * 0.2)), put)
  for (let at = 0; at < 4; at++) {
    const [x, y, long] = [random() * columns, 5 + random() * 14, 5 + random() * 9]
    box(x, y, long, 1, p.paper)
    box(x + 2, y - 1, long - 4, 1, p.paper)
    box(x - 1, y + 1, long, 1, mix(p.paper, p.glow, 0.5))
  }
  hillsOf(scene, columns, put)
  for (let x = 0; x < columns; x++)
    for (let y = 39; y < ROWS; y++)
      put(x, y, y === 39 ? mix(p.near, p.pop, 0.45) : (x * 7 + y * 13) % 11 ? p.ink : p.near)
  chapel(scene, Math.round(columns * (0.16 + random() * 0.1)), put, box)
  for (let at = 0; at < 5; at++) {
    const x = columns * (0.45 + at * 0.12)
    box(x, 36, 1, 3, p.ink)
    put(x, 35, p.pop)
  }
  hero(scene, Math.round(columns * 0.52), put)
  return painted(cells, columns, w / columns, h / ROWS)
}

function skyOf({ p }: Scene, columns: number, put: Put) {
  const bands = [
    p.sky,
    mix(p.sky, p.far, 0.5),
    p.far,
    mix(p.far, p.glow, 0.6),
    p.glow,
    mix(p.glow, p.paper, 0.5),
  ]
  for (let y = 0; y < ROWS; y++)
    for (let x = 0; x < columns; x++) {
      const place = Math.min(0.999, y / 30) * (bands.length - 1)
      const step = place % 1 > (cycle(ORDERED, (y % 4) * 4 + (x % 4)) + 0.5) / 16 ? 1 : 0
      put(x, y, bands[Math.floor(place) + step] ?? p.glow)
    }
}

function sunOf({ p }: Scene, middle: number, put: Put) {
  for (let y = -6; y <= 6; y++)
    for (let x = -6; x <= 6; x++)
      if (x * x + y * y <= 36) put(middle + x, 12 + y, x + y > 3 ? mix(p.pop, p.far, 0.3) : p.pop)
}

function hillsOf({ p, random }: Scene, columns: number, put: Put) {
  const layers = [
    [mix(p.mid, p.far, 0.35), p.far],
    [p.mid, mix(p.mid, p.far, 0.5)],
    [p.near, mix(p.near, p.mid, 0.6)],
  ] as const
  layers.forEach(([ground, edge], layer) => {
    const [phase, pace] = [random() * 6, 0.1 + random() * 0.05]
    for (let x = 0; x < columns; x++) {
      const top = Math.round(
        25 + layer * 5 + Math.sin(x * pace + phase) * 2.6 + Math.sin(x * 0.31 + phase * 2) * 1.3,
      )
      for (let y = top; y < ROWS; y++) put(x, y, y === top ? edge : ground)
      if (layer === 1 && random() < 0.16)
        for (let k = 0; k < 4; k++)
          for (let q = -Math.floor(k / 2); q <= k / 2; q++) put(x + q, top - 4 + k, k ? p.near : edge)
    }
  })
}

function chapel(
  { p }: Scene,
  x: number,
  put: Put,
  box: (x: number, y: number, w: number, h: number, colour: string) => void,
) {
  for (let y = 23; y < 39; y++) box(x, y, 14, 1, y % 4 ? p.near : mix(p.near, p.ink, 0.4))
  box(x, 23, 1, 16, p.ink)
  box(x + 13, 23, 1, 16, p.ink)
  for (let k = 0; k < 8; k++)
    box(x + k - 1, 22 - k, 16 - k * 2, 1, k === 7 ? p.pop : mix(p.mid, p.pop, k % 2 ? 0.25 : 0.4))
  for (const [left, top] of [
    [2, 26],
    [8, 26],
    [2, 32],
  ] as const) {
    box(x + left, top, 4, 3, p.pop)
    box(x + left + 1, top, 1, 3, mix(p.pop, p.ink, 0.35))
  }
  box(x + 8, 34, 4, 5, p.ink)
  put(x + 11, 36, p.pop)
}

function hero({ p }: Scene, x: number, put: Put) {
  const rows = [p.ink, p.glow, p.glow, p.paper, p.pop]
  rows.forEach((colour, at) => {
    put(x, 38 - at, colour)
    if (at > 1) put(x + 1, 38 - at, colour)
  })
  for (let y = 34; y < 37; y++) put(x + 2, y, p.paper)
}

/** One path a colour; neighbours in a row become one run. */
function painted(cells: Map<number, string>, columns: number, wide: number, tall: number): string {
  const paths = new Map<string, string>()
  for (let row = 0; row < ROWS; row++)
    for (let from = 0; from < columns; ) {
      const colour = cells.get(row * columns + from) ?? ''
      let to = from + 1
      while (to < columns && cells.get(row * columns + to) === colour) to++
      const run = `M${(from * wide).toFixed(1)} ${(row * tall).toFixed(1)}h${((to - from) * wide + 0.6).toFixed(1)}v${(tall + 0.6).toFixed(1)}h${(-(to - from) * wide - 0.6).toFixed(1)}z`
      paths.set(colour, (paths.get(colour) ?? '') + run)
      from = to
    }
  const drawn = [...paths].map(([colour, path]) => `<path d="${path}" fill="${colour}"/>`)
  return `<g shape-rendering="crispEdges">${drawn.join('')}</g>`
}
