import { mix, ramp } from '../colour.ts'
import { backdrop, halo, stars, veil } from '../ground.ts'
import {
  across,
  circle,
  curve,
  d,
  down,
  type Motif,
  type Point,
  rect,
  repeat,
  type Scene,
  shape,
  stroke,
} from '../svg.ts'

/** A moon, its road on the water and a ferry. */
export const tide: Motif = (scene) => {
  const { w, h, p, random } = scene
  const horizon = h * 0.5
  const [x, y, r] = [w * (0.4 + random() * 0.25), h * 0.3, h * 0.13]
  const sea = rect(
    0,
    horizon,
    w,
    h - horizon,
    down(scene, [0, mix(p.far, p.glow, 0.35)], [0.3, p.mid], [1, p.ink]),
  )
  const moonRoad = repeat(52, (at) => {
    const t = Math.floor(at / 2) / 25
    const half = (r * 0.5 + t * w * 0.16) * (0.45 + random() * 0.75)
    const long = half * (0.4 + random() * 0.9)
    const left = x + (random() - 0.5) * half - long / 2
    return rect(
      left,
      horizon + t ** 1.5 * (h - horizon) * 0.96 + 3,
      long,
      h * (0.003 + t * 0.008),
      mix(p.pop, p.paper, 0.4),
      {
        rx: 3,
        opacity: 0.85 - 0.55 * t,
      },
    )
  })
  const swell = repeat(60, () => {
    const t = random()
    return rect(
      random() * w,
      horizon + t ** 1.3 * (h - horizon),
      w * (0.01 + 0.05 * t),
      h * (0.002 + t * 0.004),
      random() < 0.5 ? p.far : p.near,
      { opacity: 0.55 },
    )
  })
  return (
    backdrop(scene, [0, p.sky], [0.5, p.glow], [0.501, p.mid], [1, p.ink]) +
    stars(scene, 0.25, 30) +
    halo(scene, x, y, h * 0.55, p.paper, 0.6) +
    circle(x, y, r, mix(p.pop, p.paper, 0.5)) +
    repeat(4, () => cloud(scene)) +
    sea +
    moonRoad +
    swell +
    ferry(scene, w * (0.14 + random() * 0.1), horizon + h * 0.012)
  )
}

function cloud({ w, h, p, random }: Scene): string {
  const [x, y, long] = [random() * w, h * (0.12 + random() * 0.3), w * (0.18 + random() * 0.25)]
  return (
    rect(x - long / 2, y, long, h * 0.012, p.paper, { rx: h * 0.006, opacity: 0.18 + random() * 0.2 }) +
    rect(x - long * 0.2, y + h * 0.016, long * 0.7, h * 0.009, p.paper, { rx: h * 0.005, opacity: 0.2 })
  )
}

function ferry({ h, p }: Scene, x: number, y: number): string {
  const u = h * 0.01
  return (
    shape(d`M${x} ${y - u * 2.4}h${u * 22}l${-u * 2} ${u * 3.6}h${-u * 17.5}Z`, p.ink) +
    rect(x + u * 4, y - u * 5, u * 13, u * 2.8, p.near) +
    rect(x + u * 11, y - u * 8, u * 2.4, u * 3.2, p.ink) +
    repeat(7, (at) => rect(x + u * (4.8 + at * 1.75), y - u * 4.2, u * 0.9, u, p.pop)) +
    rect(x + u * 2, y + u * 1.8, u * 18, u * 0.9, p.pop, { opacity: 0.35 })
  )
}

/** A lighthouse with both beams lit. */
export const lighthouse: Motif = (scene) => {
  const { w, h, p, random } = scene
  const horizon = h * 0.66
  const [x, y] = [w * (0.68 + random() * 0.08), h * 0.27]
  const clouds = repeat(5, (at) => {
    const long = w * (0.3 + random() * 0.4)
    return rect(
      random() * w - long * 0.4,
      h * (0.34 + at * 0.055),
      long,
      h * 0.022,
      mix(p.far, p.glow, 0.5),
      { rx: h * 0.011, opacity: 0.28 },
    )
  })
  const beams =
    shape(d`M${x} ${y}L0 ${y - h * 0.24}V${y + h * 0.12}Z`, across(scene, [0, p.pop, 0], [1, p.pop, 0.85])) +
    halo(scene, x, y, h * 0.34, p.pop, 0.9) +
    shape(d`M${x} ${y}L${w} ${y + h * 0.02}V${y + h * 0.18}Z`, across(scene, [0, p.pop, 0.5], [1, p.pop, 0]))
  const waves = repeat(5, (at) => {
    const [top, phase] = [horizon + (h - horizon) * (0.04 + at * 0.2), random() * 6]
    const line = Array.from(
      { length: 19 },
      (_, k): Point => [(k / 18) * w, top + Math.sin(k * 1.1 + phase) * h * 0.008 * (1 + at)],
    )
    return (
      shape(d`${curve(line)}L${w} ${h}L0 ${h}Z`, ramp([p.mid, p.near, p.ink], at / 4)) +
      stroke(curve(line), p.glow, h * 0.003, { opacity: 0.35 })
    )
  })
  return (
    backdrop(scene, [0, p.ink], [0.35, p.sky], [0.66, mix(p.far, p.glow, 0.45)], [1, p.near]) +
    stars(scene, 0.5, 60) +
    clouds +
    beams +
    rect(0, horizon, w, h - horizon, down(scene, [0, mix(p.mid, p.glow, 0.25)], [1, p.ink])) +
    waves +
    tower(scene, x, y, horizon)
  )
}

function tower({ h, p }: Scene, x: number, y: number, horizon: number): string {
  const u = h * 0.014
  const rock = d`M${x - u * 13} ${h}L${x - u * 9} ${horizon - u}L${x - u * 5} ${horizon - u * 4}L${x + u * 6} ${horizon - u * 4.6}L${x + u * 14} ${horizon + u * 2}L${x + u * 24} ${h}Z`
  const bands = repeat(3, (at) => {
    const half = u * (1.95 + at * 0.42)
    return shape(
      d`M${x - half} ${y + u * (4.5 + at * 7)}H${x + half}l${u * 0.2} ${u * 3.3}H${x - half - u * 0.2}Z`,
      mix(p.far, p.near, 0.25),
    )
  })
  return (
    shape(rock, p.ink) +
    shape(
      d`M${x - u * 1.9} ${y + u * 2}H${x + u * 1.9}L${x + u * 3.1} ${horizon - u * 3}H${x - u * 3.1}Z`,
      p.paper,
    ) +
    bands +
    shape(d`M${x} ${y + u * 2}H${x + u * 1.9}L${x + u * 3.1} ${horizon - u * 3}H${x}Z`, p.ink, {
      opacity: 0.32,
    }) +
    rect(x - u * 2.8, y + u * 1.3, u * 5.6, u * 0.9, p.ink) +
    rect(x - u * 1.6, y - u * 1.7, u * 3.2, u * 3, mix(p.pop, p.paper, 0.5)) +
    shape(d`M${x - u * 2.1} ${y - u * 1.6}Q${x} ${y - u * 5} ${x + u * 2.1} ${y - u * 1.6}Z`, p.ink)
  )
}

/** Light falling through a kelp forest. */
export const kelp: Motif = (scene) => {
  const { w, h, p, random } = scene
  const rays = repeat(7, (at) => {
    const [x, lean] = [w * (0.1 + at * 0.13 + random() * 0.05), (random() - 0.5) * w * 0.3]
    return shape(
      d`M${x} 0h${w * 0.05}l${lean + w * 0.08} ${h * 0.8}h${-w * 0.16}Z`,
      down(scene, [0, p.paper, 0.4], [1, p.paper, 0]),
    )
  })
  const shoal = repeat(16, () =>
    fish(w * (0.5 + random() * 0.34), h * (0.2 + random() * 0.22), h * (0.02 + random() * 0.02), p.ink, 0.5),
  )
  const bubbles = repeat(22, () =>
    circle(
      w * (0.16 + random() * 0.08),
      h * (0.06 + random() * 0.34),
      h * (0.003 + random() * 0.008),
      'none',
      {
        stroke: p.paper,
        'stroke-width': 2,
        opacity: 0.6,
      },
    ),
  )
  return (
    backdrop(scene, [0, p.glow], [0.3, p.far], [0.7, p.near], [1, p.ink]) +
    rays +
    shoal +
    repeat(3, (layer) => weeds(scene, layer)) +
    fish(w * 0.2, h * 0.42, h * 0.14, p.pop, 1) +
    circle(w * 0.2 + h * 0.03, h * 0.415, h * 0.006, p.ink) +
    bubbles
  )
}

const fish = (x: number, y: number, long: number, colour: string, opacity: number) =>
  shape(
    d`M${x} ${y}q${long * 0.5} ${-long * 0.32} ${long} 0l${long * 0.28} ${-long * 0.2}v${long * 0.4}l${-long * 0.28} ${-long * 0.2}q${-long * 0.5} ${long * 0.32} ${-long} 0Z`,
    colour,
    { opacity },
  )

function weeds(scene: Scene, layer: number): string {
  const { w, h, p, random } = scene
  const colour = ramp([p.mid, p.near, p.ink], layer / 2)
  const plants = repeat(9 + layer * 2, () => {
    const [x, tall, phase] = [random() * w, h * (0.35 + random() * 0.4 + layer * 0.06), random() * 6]
    const sway = w * 0.014 * (1 + layer * 0.4)
    const stem = Array.from(
      { length: 10 },
      (_, k): Point => [x + Math.sin(k * 0.8 + phase) * sway * (k / 9 + 0.3), h - (tall * k) / 9],
    )
    const leaves = stem.slice(2).map(([a, b], k) => {
      const [side, long] = [k % 2 ? 1 : -1, h * (0.035 + layer * 0.018) * (1.1 - k / 18)]
      return d`M${a} ${b}q${side * long * 0.6} ${-long * 0.75} ${side * long * 1.4} ${-long * 0.7}q${-side * long * 0.3} ${long * 0.75} ${-side * long * 1.4} ${long * 0.7}Z`
    })
    return stroke(curve(stem), colour, h * (0.007 + layer * 0.004)) + shape(leaves.join(''), colour)
  })
  return plants + (layer < 2 ? veil(scene, h * 0.3, h * 0.7, p.far, 0.14) : '')
}
