import { mix, ramp } from '../colour.ts'
import { backdrop, halo } from '../ground.ts'
import { cycle, type Random } from '../random.ts'
import {
  across,
  circle,
  curve,
  d,
  down,
  type Motif,
  type Point,
  polygon,
  rect,
  repeat,
  type Scene,
  shape,
  stroke,
} from '../svg.ts'

const grid = (
  scene: Scene,
  across: number,
  draw: (x: number, y: number, side: number, at: number) => string,
) => {
  const columns = Math.round((across * scene.w) / scene.h)
  const side = scene.w / columns
  return repeat(columns * Math.ceil(scene.h / side), (at) => {
    const [column, row] = [at % columns, Math.floor(at / columns)]
    return draw(column * side, row * side, side, column + row)
  })
}

/** Quarter circles that join into endless pipes (Truchet tiles). */
export const pipes: Motif = (scene) => {
  const { w, h, p, random } = scene
  const tile = (x: number, y: number, side: number, at: number) => {
    const half = side / 2
    const bend =
      random() < 0.5
        ? d`M${x} ${y + half}A${half} ${half} 0 0 0 ${x + half} ${y}M${x + side} ${y + half}A${half} ${half} 0 0 0 ${x + half} ${y + side}`
        : d`M${x + half} ${y}A${half} ${half} 0 0 0 ${x + side} ${y + half}M${x + half} ${y + side}A${half} ${half} 0 0 0 ${x} ${y + half}`
    const colour = cycle([p.glow, p.pop, p.far], random() * random() * 3)
    return (
      rect(x, y, side + 0.5, side + 0.5, at % 2 ? p.near : mix(p.near, p.ink, 0.35)) +
      stroke(bend, p.ink, side * 0.5) +
      stroke(bend, colour, side * 0.34) +
      stroke(bend, p.paper, side * 0.1)
    )
  }
  return rect(0, 0, w, h, p.near) + grid(scene, 7, tile)
}

/** Coloured squares holding simple solids. */
export const tiles: Motif = (scene) => {
  const { w, h, p, random } = scene
  const colours = [p.glow, p.far, p.mid, p.pop, p.paper, p.near, p.ink] as [string, ...string[]]
  const tile = (x: number, y: number, side: number) => {
    const ground = Math.floor(random() * 7)
    const figure = (ground + 1 + Math.floor(random() * 6)) % 7
    const turned = `translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${Math.floor(random() * 4) * 90} ${side / 2} ${side / 2})`
    return (
      rect(x, y, side + 0.7, side + 0.7, cycle(colours, ground)) +
      shape(solid(random, side), cycle(colours, figure), { transform: turned })
    )
  }
  return rect(0, 0, w, h, p.paper) + grid(scene, 5, tile)
}

const solid = (random: Random, side: number) => {
  const [half, small] = [side / 2, side * 0.32]
  return cycle(
    [
      d`M0 0A${side} ${side} 0 0 1 ${side} ${side}H0Z`,
      d`M0 ${half}A${half} ${half} 0 0 1 ${side} ${half}Z`,
      d`M0 0L${side} 0L0 ${side}Z`,
      d`M${half - small} ${half}a${small} ${small} 0 1 0 ${small * 2} 0a${small} ${small} 0 1 0 ${-small * 2} 0Z`,
      d`M0 0H${half}V${side}H0Z`,
      d`M0 0A${side} ${side} 0 0 0 ${side} ${side}A${side} ${side} 0 0 0 0 0Z`,
    ],
    random() * 6,
  )
}

/** Rings of a sun that fills the picture from below. */
export const rings: Motif = (scene) => {
  const { w, h, p } = scene
  const colours = [p.ink, p.near, p.mid, p.far, p.glow, p.pop] as [string, ...string[]]
  return (
    rect(0, 0, w, h, p.ink) +
    repeat(9, (at) => circle(w / 2, h * 1.02, h * (1.02 - at * 0.105) * 1.25, ramp(colours, at / 8))) +
    halo(scene, w / 2, h * 0.98, h * 0.5, p.paper, 0.5) +
    rect(0, h / 2, w, h / 2, down(scene, [0, p.ink, 0], [1, p.ink, 0.55]))
  )
}

/** Thirty-four traces of a radio that hears something. */
export const signal: Motif = (scene) => {
  const { w, h, p, random } = scene
  const traces = repeat(34, (at) => {
    const t = at / 33
    const base = h * (0.16 + t * 0.74)
    const [first, second, strength] = [
      0.5 + (random() - 0.5) * 0.14,
      0.5 + (random() - 0.5) * 0.3,
      0.5 + random() * 0.9,
    ]
    const points = Array.from({ length: 91 }, (_, k): Point => {
      const x = k / 90
      const hills =
        Math.exp(-((x - first) ** 2) / 0.018) * strength +
        Math.exp(-((x - second) ** 2) / 0.006) * 0.55 * random()
      const grain =
        Math.abs(Math.sin(k * 0.9 + at * 3.1) * Math.sin(k * 0.37 + at * 1.7)) * 0.5 + random() * 0.35
      return [w * (0.08 + x * 0.84), base - hills * h * 0.2 * grain - random() * h * 0.003]
    })
    const line = curve(points)
    return (
      shape(
        d`${line}L${w * 0.92} ${base + h * 0.03}L${w * 0.08} ${base + h * 0.03}Z`,
        mix(p.ink, p.near, 0.15 + 0.35 * t),
      ) + stroke(line, ramp([p.pop, p.glow, p.far, p.glow], t), h * 0.0042)
    )
  })
  return backdrop(scene, [0, p.ink], [1, mix(p.ink, p.near, 0.5)]) + traces
}

/** The columns of a sound meter over their reflection. */
export const equaliser: Motif = (scene) => {
  const { w, h, p, random } = scene
  const [columns, floor] = [28, h * 0.62]
  const wide = (w * 0.88) / columns
  const meter = repeat(columns, (at) => {
    const x = w * 0.06 + at * wide
    const loud = (0.35 + 0.65 * Math.abs(Math.sin(at * 0.43 + 1))) * (0.5 + random() * 0.5)
    const cells = Math.round(loud * 12)
    const cell = (row: number, y: number, opacity: number) =>
      rect(x, y, wide * 0.72, h * 0.02, ramp([p.far, p.glow, p.pop], row / 14), { rx: 2, opacity })
    return (
      repeat(cells, (row) => cell(row, floor - (row + 1) * h * 0.031, 1)) +
      repeat(Math.min(8, cells), (row) => cell(row, floor + h * 0.02 + row * h * 0.031, 0.32 - row * 0.04))
    )
  })
  return (
    backdrop(scene, [0, p.ink], [0.6, p.near], [1, p.ink]) +
    halo(scene, w / 2, floor, h * 0.8, p.mid, 0.8) +
    meter
  )
}

/** Arches inside arches, and one figure before the light. */
export const arches: Motif = (scene) => {
  const { w, h, p, random } = scene
  const x = w * (0.5 + (random() - 0.5) * 0.08)
  const [y, u] = [h * 0.62, h * 0.013]
  const vaults = repeat(8, (at) => {
    const t = at / 7
    const [half, tall] = [w * (0.56 * (1 - t) + 0.055), h * (1.02 * (1 - t) + 0.2)]
    const foot = h * 0.86 - h * 0.24 * t ** 0.8 + (1 - t) * h * 0.14
    const middle = w / 2 + (x - w / 2) * t
    const colour = ramp([p.ink, p.near, p.mid, p.far, p.glow, p.paper], t)
    return shape(
      d`M${middle - half} ${foot}V${foot - tall + half}A${half} ${half} 0 0 1 ${middle + half} ${foot - tall + half}V${foot}Z`,
      across(scene, [0, mix(colour, p.ink, 0.25)], [1, colour]),
    )
  })
  const steps = repeat(6, (at) => {
    const t = ((at + 1) / 7) ** 1.7
    const half = w * (0.055 + 0.395 * t)
    return rect(x - half, y + (h - y) * t, half * 2, h * (0.003 + 0.008 * t), p.ink, { opacity: 0.28 })
  })
  const figure =
    shape(
      d`M${x - u * 1.5} ${y + u * 3}L${x - u} ${y - u * 3.4}Q${x} ${y - u * 4.6} ${x + u} ${y - u * 3.4}L${x + u * 1.5} ${y + u * 3}Z`,
      p.ink,
    ) +
    circle(x, y - u * 5, u * 1.05, p.ink) +
    shape(d`M${x - u * 1.5} ${y + u * 3}H${x + u * 1.5}L${x + u * 9} ${h}H${x - u * 3}Z`, p.ink, {
      opacity: 0.35,
    })
  return (
    rect(0, 0, w, h, p.ink) +
    vaults +
    shape(
      d`M${x - w * 0.055} ${y}H${x + w * 0.055}L${w * 0.95} ${h}H${w * 0.05}Z`,
      down(scene, [0, p.glow], [0.25, p.far], [1, p.ink]),
      { opacity: 0.92 },
    ) +
    steps +
    halo(scene, x, y - h * 0.08, h * 0.4, p.pop, 0.7) +
    figure
  )
}

/** A rose window in a dark nave. */
export const roseWindow: Motif = (scene) => {
  const { w, h, p, random } = scene
  const [x, y, r] = [w / 2, h * 0.4, h * 0.36]
  const colours = [p.glow, p.far, p.pop, p.mid, p.paper] as [string, ...string[]]
  const start = random() * 5
  const wheel = (panes: number, inner: number, outer: number, turn: number, fill: (at: number) => string) =>
    repeat(panes, (at) => {
      const gap = 0.022 / (inner + outer)
      const [from, to] = [
        ((at + turn) / panes) * 2 * Math.PI + gap,
        ((at + 1 + turn) / panes) * 2 * Math.PI - gap,
      ]
      const on = (angle: number, far: number) =>
        `${(x + Math.cos(angle) * far).toFixed(1)} ${(y + Math.sin(angle) * far).toFixed(1)}`
      return shape(
        d`M${on(from, r * inner)}L${on(from, r * outer)}A${r * outer} ${r * outer} 0 0 1 ${on(to, r * outer)}L${on(to, r * inner)}A${r * inner} ${r * inner} 0 0 0 ${on(from, r * inner)}Z`,
        fill(at),
      )
    })
  const medallions = repeat(12, (at) => {
    const [cx, cy] = [
      x + Math.cos((at / 6) * Math.PI) * r * 0.67,
      y + Math.sin((at / 6) * Math.PI) * r * 0.67,
    ]
    return circle(cx, cy, r * 0.095, p.ink) + circle(cx, cy, r * 0.075, at % 2 ? p.pop : p.paper)
  })
  const rays = repeat(6, (at) => {
    const colour = cycle(colours, at % 4)
    return shape(
      d`M${x - r * 0.9 + at * r * 0.3} ${y + r * 0.4}h${w * 0.05}L${w * (0.02 + at * 0.19)} ${h}h${-w * 0.08}Z`,
      down(scene, [0, colour, 0.28], [1, colour, 0]),
    )
  })
  return (
    rect(0, 0, w, h, p.ink) +
    halo(scene, x, y, h * 0.95, p.mid, 0.8) +
    circle(x, y, r * 1.06, p.near) +
    circle(x, y, r * 1.02, p.ink) +
    wheel(24, 0.84, 0.98, 0, (at) => mix(cycle(colours, (at + start) % 3), p.ink, 0.1 + (at % 2) * 0.25)) +
    wheel(12, 0.52, 0.82, 0.5, (at) => mix(cycle(colours, (at + start) % 4), p.ink, (at % 2) * 0.15)) +
    wheel(12, 0.3, 0.5, 0, (at) => cycle(colours, at * 2 + start)) +
    medallions +
    wheel(6, 0.1, 0.28, 0, (at) => (at % 2 ? p.glow : p.pop)) +
    circle(x, y, r * 0.085, p.paper) +
    rays
  )
}

/** Folded paper, and a fox's face folded from it. */
export const foldedFox: Motif = (scene) => {
  const { w, h, p } = scene
  const [x, y, u] = [w * 0.68, h * 0.46, h * 0.05]
  const facet = (points: Point[], colour: string) =>
    shape(polygon(points.map(([a, b]) => [x + a * u, y + b * u])), colour)
  return (
    facets(scene) +
    facet(
      [
        [-4, -5],
        [-1.2, -2.2],
        [-3.6, 0.4],
      ],
      p.pop,
    ) +
    facet(
      [
        [4, -5],
        [1.2, -2.2],
        [3.6, 0.4],
      ],
      mix(p.pop, p.ink, 0.22),
    ) +
    facet(
      [
        [-1.2, -2.2],
        [1.2, -2.2],
        [0, 4.6],
      ],
      p.paper,
    ) +
    facet(
      [
        [-1.2, -2.2],
        [-3.6, 0.4],
        [0, 4.6],
      ],
      mix(p.paper, p.pop, 0.35),
    ) +
    facet(
      [
        [1.2, -2.2],
        [3.6, 0.4],
        [0, 4.6],
      ],
      mix(p.pop, p.ink, 0.1),
    ) +
    facet(
      [
        [-0.55, 3.4],
        [0.55, 3.4],
        [0, 4.6],
      ],
      p.ink,
    ) +
    facet(
      [
        [-2.3, 0.2],
        [-1.2, 0.5],
        [-1.7, 0.95],
      ],
      p.ink,
    ) +
    facet(
      [
        [2.3, 0.2],
        [1.2, 0.5],
        [1.7, 0.95],
      ],
      p.ink,
    )
  )
}

/** A field of triangles that lightens towards its upper right corner. */
export const facets: Motif = (scene) => {
  const { w, h, p, random } = scene
  const [columns, rows] = [Math.round((8 * w) / h), 6]
  const jitter = (at: number, last: number, span: number) =>
    at > 0 && at < last ? (random() - 0.5) * (span / last) * 0.8 : 0
  const points = Array.from({ length: (columns + 1) * (rows + 1) }, (_, at): Point => {
    const [column, row] = [at % (columns + 1), Math.floor(at / (columns + 1))]
    return [(column / columns) * w + jitter(column, columns, w), (row / rows) * h + jitter(row, rows, h)]
  })
  const corner = (column: number, row: number): Point => points[row * (columns + 1) + column] ?? [0, 0]
  const triangle = (corners: Point[]) => {
    const middle = (axis: 0 | 1) => corners.reduce((sum, point) => sum + point[axis], 0) / 3
    const light = 0.55 * (middle(0) / w) + 0.45 * (1 - middle(1) / h) + (random() - 0.5) * 0.26
    const colour = ramp([p.ink, p.near, p.mid, p.far, p.glow, p.pop], light)
    return shape(polygon(corners), colour, { stroke: colour, 'stroke-width': 1 })
  }
  return repeat(columns * rows, (at) => {
    const [column, row] = [at % columns, Math.floor(at / columns)]
    const [a, b, c, e] = [
      corner(column, row),
      corner(column + 1, row),
      corner(column, row + 1),
      corner(column + 1, row + 1),
    ]
    return random() < 0.5
      ? triangle([a, b, c]) + triangle([b, e, c])
      : triangle([a, b, e]) + triangle([a, e, c])
  })
}
