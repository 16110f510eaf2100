import { mix, ramp } from '../colour.ts'
import { backdrop, halo, pines, range, ridge, stars, veil } from '../ground.ts'
import {
  circle,
  curve,
  d,
  define,
  down,
  type Motif,
  type Point,
  rect,
  repeat,
  type Scene,
  shape,
  stroke,
} from '../svg.ts'

/** Six mountain ranges under a low sun. */
export const ridges: Motif = (scene) => {
  const { w, h, p, random } = scene
  const [x, y] = [w * (0.28 + random() * 0.44), h * 0.34]
  const sun = circle(x, y, h * (0.1 + random() * 0.05), mix(p.paper, p.pop, 0.35))
  const ranges = repeat(6, (at) => {
    const t = at / 5
    const base = h * (0.5 + t * 0.42)
    const fill = down(
      scene,
      [0, ramp([mix(p.glow, p.far, 0.6), p.mid, p.near, p.ink], t)],
      [1, ramp([p.far, p.mid, p.near, p.ink], t - 0.18)],
    )
    const mist = at < 4 ? veil(scene, base - h * 0.05, h * 0.22, p.glow, 0.16 - 0.03 * at) : ''
    return range(scene, ridge(random, w, base, h * (0.34 - 0.12 * t), 0.5), fill) + mist
  })
  return (
    backdrop(scene, [0, p.sky], [0.42, mix(p.sky, p.glow, 0.6)], [0.62, p.glow], [1, p.far]) +
    halo(scene, x, y, h * 0.62, p.paper, 0.5) +
    sun +
    ranges +
    pines(scene, h * 0.98, h * 0.13, p.ink, 1.1)
  )
}

/** Dunes, a great sun and one walker. */
export const dunes: Motif = (scene) => {
  const { w, h, p, random } = scene
  const [x, y] = [w * (0.5 + (random() - 0.5) * 0.3), h * 0.36]
  const sun = circle(x, y, h * 0.25, down(scene, [0, p.pop], [1, mix(p.pop, p.glow, 0.75)]))
  return (
    backdrop(scene, [0, p.sky], [0.6, mix(p.far, p.glow, 0.55)], [1, p.glow]) +
    halo(scene, x, y, h * 0.7, p.pop, 0.4) +
    sun +
    repeat(5, (at) => dune(scene, at)) +
    walker(scene, w * (0.2 + random() * 0.15), h * 0.815)
  )
}

function dune({ w, h, p, random }: Scene, at: number): string {
  const t = at / 4
  const base = h * (0.56 + t * 0.3)
  const phase = random() * 6
  const line = Array.from({ length: 17 }, (_, k): Point => {
    const x = (k / 16) * w * 1.1 - w * 0.05
    const wave = Math.sin((x / w) * 3.25 + phase) * 0.075 + Math.sin((x / w) * 8 + phase * 2) * 0.016
    return [x, base + wave * h]
  })
  const body = shape(
    d`${curve(line)}L${w * 1.1} ${h}L${-w * 0.05} ${h}Z`,
    ramp([mix(p.glow, p.far, 0.65), p.far, p.mid, p.near, p.ink], t),
  )
  const from = 2 + Math.floor(random() * 6)
  const lee = line.slice(from, from + 6)
  const last = lee.at(-1)
  if (at === 4 || !last) return body
  const dark = ramp([p.far, p.mid, p.near, p.ink, p.ink], t)
  return body + shape(d`${curve(lee)}L${last[0] - w * 0.1} ${base + h * 0.28}Z`, dark, { opacity: 0.55 })
}

const walker = ({ h, p }: Scene, x: number, y: number) =>
  shape(d`M${x} ${y}l${-h * 0.014} ${h * 0.06}h${h * 0.03}Z`, p.ink) +
  circle(x, y - h * 0.004, h * 0.009, p.ink) +
  stroke(d`M${x + h * 0.016} ${y + h * 0.06}v${-h * 0.085}`, p.ink, h * 0.004)

/** A wood with a lantern hanging in its only clearing. */
export const grove: Motif = (scene) => {
  const { w, h, p, random } = scene
  const [x, y] = [w * (0.42 + random() * 0.2), h * 0.5]
  const sparks = () =>
    repeat(40, () => {
      const [turn, far] = [random() * 6.28, random() ** 0.7 * h * 0.5]
      return circle(
        x + Math.cos(turn) * far * 1.5,
        y + Math.sin(turn) * far * 0.8,
        h * (0.002 + random() * 0.004),
        mix(p.pop, p.paper, 0.5),
        { opacity: 0.3 + random() * 0.6 },
      )
    })
  return (
    backdrop(scene, [0, p.near], [0.5, mix(p.mid, p.far, 0.5)], [1, p.near]) +
    halo(scene, x, y, h * 0.95, p.pop, 0.75) +
    halo(scene, x, y, h * 0.4, p.paper, 0.6) +
    repeat(4, (layer) => trunks(scene, layer, x)) +
    lantern(scene, x, y) +
    sparks()
  )
}

function trunks(scene: Scene, layer: number, clearing: number): string {
  const { w, h, p, random } = scene
  const t = layer / 3
  const colour = ramp([mix(p.far, p.glow, 0.2), p.mid, p.near, p.ink], t)
  let wood = ''
  for (let x = -w * 0.02; x < w * 1.02; x += w * (0.035 + random() * 0.07 + t * 0.025)) {
    const thick = w * (0.008 + t * 0.028) * (0.7 + random() * 0.7)
    if (layer > 1 && Math.abs(x - clearing) < w * (0.05 + 0.06 * t)) continue
    const foot = x + (random() - 0.5) * w * 0.02
    wood += d`M${x} -10L${x + thick * 0.8} -10L${foot + thick} ${h * 0.82}Q${foot + thick * 1.2} ${h * 0.92} ${foot + thick * 1.9} ${h * (0.86 + 0.06 * layer)}H${foot - thick * 0.8}Q${foot - thick * 0.1} ${h * 0.9} ${foot} ${h * 0.8}Z`
  }
  const soil = d`${curve(ridge(random, w, h * (0.8 + t * 0.1), h * 0.06, 0.4, 3))}L${w} ${h}L0 ${h}Z`
  return shape(wood + soil, colour) + (layer < 3 ? veil(scene, h * 0.45, h * 0.5, p.glow, 0.1) : '')
}

function lantern({ h, p }: Scene, x: number, y: number): string {
  const u = h * 0.011
  return (
    stroke(d`M${x} ${y - u * 9}v${u * 4}`, p.ink, u * 0.5) +
    rect(x - u * 2.4, y - u * 5.2, u * 4.8, u, p.ink) +
    rect(x - u * 2, y - u * 4.2, u * 4, u * 6, p.paper, { rx: u * 0.5 }) +
    rect(x - u * 2.4, y + u * 1.6, u * 4.8, u, p.ink) +
    rect(x - u * 0.25, y - u * 4.2, u * 0.5, u * 6, p.pop)
  )
}

/** Northern lights over a keep. */
export const aurora: Motif = (scene) => {
  const { w, h, p, random } = scene
  const curtains = ([p.glow, p.pop, p.far] as const)
    .map((colour, at) => curtainOfLight(scene, colour, at))
    .join('')
  const hills = [p.mid, p.near, p.ink]
    .map((colour, at) => range(scene, ridge(random, w, h * (0.72 + at * 0.08), h * 0.16, 0.5, 6), colour))
    .join('')
  return (
    backdrop(scene, [0, p.ink], [0.55, p.near], [0.85, p.mid], [1, p.far]) +
    stars(scene, 0.7, 110) +
    curtains +
    hills +
    keep(scene, w * (0.62 + random() * 0.12), h * 0.72) +
    pines(scene, h * 0.99, h * 0.1, p.ink, 1.2)
  )
}

function curtainOfLight(scene: Scene, colour: string, band: number): string {
  const { w, h, random } = scene
  const phase = random() * 6
  const fill = down(scene, [0, colour, 0], [0.75, colour, 0.36], [1, colour, 0.02])
  return repeat(64, (at) => {
    const t = at / 63
    const y = h * (0.44 + band * 0.07 + Math.sin(t * 5 + phase) * 0.1 + Math.sin(t * 11 + phase) * 0.03)
    const long = h * (0.2 + 0.16 * Math.abs(Math.sin(t * 7 + phase * 3)) + random() * 0.05)
    return rect(t * w * 1.06 - w * 0.03, y - long, w / 56, long, fill)
  })
}

function keep({ h, p }: Scene, x: number, y: number): string {
  const u = h * 0.012
  const notch = d`h${u * 2}v${u * 1.6}h${u * 1.6}v${-u * 1.6}`
  const walls = d`M${x} ${y}v${-u * 14}${notch}${notch}h${u * 2}v${u * 6}h${u * 7}v${-u * 12}l${u * 3} ${-u * 5}l${u * 3} ${u * 5}v${u * 26}h${-u * 22.2}Z`
  const windows =
    rect(x + u * 3.6, y - u * 9, u * 1.4, u * 2.4, p.pop) +
    rect(x + u * 18.4, y - u * 14, u * 1.4, u * 2.6, p.pop) +
    rect(x + u * 12, y - u * 3, u * 1.4, u * 2, p.pop)
  return shape(walls, p.ink) + windows
}

/** Mountains mirrored in still water, and somebody rowing. */
export const lake: Motif = (scene) => {
  const { w, h, p, random } = scene
  const shore = h * 0.56
  const view =
    rect(0, 0, w, shore, down(scene, [0, p.sky], [0.6, mix(p.far, p.glow, 0.6)], [1, p.glow])) +
    halo(scene, w * 0.38, shore * 0.55, h * 0.5, p.paper, 0.7) +
    circle(w * 0.38, shore * 0.55, h * 0.075, p.paper) +
    repeat(4, (at) =>
      shape(
        d`${curve(ridge(random, w, shore * (0.66 + at * 0.1), h * (0.26 - 0.05 * at), 0.48, 6))}L${w} ${shore}L0 ${shore}Z`,
        ramp([mix(p.far, p.glow, 0.35), p.mid, p.near, p.ink], at / 3),
      ),
    )
  const clip = define(scene, (id) => `<clipPath id="${id}">${rect(0, 0, w, shore + 1, '#000')}</clipPath>`)
  const upright = `<g clip-path="${clip}">${view}</g>`
  const ripples = repeat(46, (at) => {
    const t = at / 46
    const y = shore + t * t * (h - shore) + random() * 6
    const colour = random() < 0.55 ? p.glow : p.ink
    return rect(random() * w - w * 0.15, y, w * (0.1 + random() * 0.5), h * (0.002 + t * 0.005), colour, {
      opacity: 0.1 + random() * 0.22,
    })
  })
  return (
    upright +
    `<g transform="translate(0 ${shore * 2}) scale(1 -1)">${upright}</g>` +
    rect(0, shore, w, h - shore, p.near, { opacity: 0.38 }) +
    ripples +
    rowingBoat(scene, w * 0.6, shore + h * 0.19)
  )
}

function rowingBoat(scene: Scene, x: number, y: number): string {
  const { h, p } = scene
  const u = h * 0.011
  return (
    shape(d`M${x} ${y}q${u * 9} ${u * 4} ${u * 18} 0l${-u * 2.4} ${u * 2.4}h${-u * 13}Z`, p.ink) +
    stroke(d`M${x + u * 9} ${y + u}v${-u * 6}`, p.ink, u * 2, { 'stroke-linecap': 'round' }) +
    circle(x + u * 9, y - u * 7, u * 1.1, p.ink) +
    circle(x + u * 1.6, y - u * 1.6, u * 0.9, p.pop) +
    halo(scene, x + u * 1.6, y - u * 1.6, u * 8, p.pop, 0.7)
  )
}
