import { mix, ramp } from '../colour.ts'
import { backdrop, halo, stars, veil } from '../ground.ts'
import {
  across,
  circle,
  curve,
  d,
  define,
  down,
  type Motif,
  moved,
  type Point,
  radial,
  rect,
  repeat,
  type Scene,
  shape,
  stroke,
} from '../svg.ts'

/** A dahlia among dark leaves. */
export const bloom: Motif = (scene) => {
  const { w, h, p, random } = scene
  const [x, y] = [w / 2, h * 0.46]
  const leaves = repeat(18, () => {
    const [side, long] = [random() < 0.5 ? -1 : 1, h * (0.3 + random() * 0.4)]
    const leaf = d`M0 0C${long * 0.3} ${-long * 0.22} ${long * 0.8} ${-long * 0.12} ${long} 0C${long * 0.8} ${long * 0.12} ${long * 0.3} ${long * 0.22} 0 0Z`
    const colour = ramp([p.mid, p.near, p.ink], random())
    return moved(
      random() * w,
      h * (0.6 + random() * 0.5),
      shape(leaf, colour, { opacity: 0.9 }),
      side * (10 + random() * 40) - 90,
    )
  })
  const seeds = repeat(60, (at) => {
    const [far, angle] = [Math.sqrt(at) * h * 0.0072, at * 2.39996]
    return circle(x + Math.cos(angle) * far, y + Math.sin(angle) * far, h * 0.0046, at % 3 ? p.ink : p.paper)
  })
  return (
    backdrop(scene, [0, p.near], [1, p.ink]) +
    halo(scene, x, y, h * 0.9, p.mid, 0.8) +
    leaves +
    petals(scene, x, y, 13, 0.46, 0.15, p.mid) +
    petals(scene, x, y, 13, 0.4, 0.145, p.far) +
    petals(scene, x, y, 11, 0.32, 0.13, p.glow) +
    petals(scene, x, y, 9, 0.235, 0.11, mix(p.glow, p.pop, 0.5)) +
    petals(scene, x, y, 7, 0.155, 0.08, p.pop) +
    seeds
  )
}

function petals(
  scene: Scene,
  x: number,
  y: number,
  count: number,
  long: number,
  wide: number,
  colour: string,
): string {
  const { h, p, random } = scene
  const turn = random() * 60
  const fill = across(scene, [0, mix(colour, p.ink, 0.45)], [0.7, colour], [1, mix(colour, p.paper, 0.25)])
  return repeat(count, (at) => {
    const [l, half] = [h * long * (0.94 + random() * 0.12), h * wide]
    const petal = d`M0 0C${l * 0.25} ${-half} ${l * 0.85} ${-half * 0.95} ${l} 0C${l * 0.85} ${half * 0.95} ${l * 0.25} ${half} 0 0Z`
    return moved(
      x,
      y,
      shape(petal, fill, { stroke: mix(colour, p.ink, 0.5), 'stroke-width': h * 0.0025 }),
      turn + (at * 360) / count,
    )
  })
}

/** A moth with eyes on its wings. */
export const moth: Motif = (scene) => {
  const { w, h, p, random } = scene
  const [x, y, k] = [w / 2, h * 0.45, h * 0.5]
  const fore = d`M0 ${-0.1 * k}C${0.2 * k} ${-0.62 * k} ${0.78 * k} ${-0.74 * k} ${1.06 * k} ${-0.6 * k}C${1.02 * k} ${-0.25 * k} ${0.72 * k} ${0.05 * k} ${0.36 * k} ${0.1 * k}C${0.18 * k} ${0.12 * k} ${0.06 * k} ${0.08 * k} 0 ${0.04 * k}Z`
  const hind = d`M0 0C${0.3 * k} ${0.02 * k} ${0.66 * k} ${0.12 * k} ${0.68 * k} ${0.36 * k}C${0.6 * k} ${0.66 * k} ${0.3 * k} ${0.6 * k} ${0.22 * k} ${0.5 * k}C${0.12 * k} ${0.4 * k} ${0.05 * k} ${0.25 * k} 0 ${0.2 * k}Z`
  const wings = (scale: number, wing: string, colour: string, opacity = 1) =>
    [1, -1]
      .map((side) =>
        shape(wing, colour, {
          opacity,
          transform: d`translate(${x} ${y}) scale(${side * scale} ${scale})`,
        }),
      )
      .join('')
  const marks = [1, -1]
    .map((side) => {
      const [ex, ey] = [x + side * k * 0.6, y - k * 0.36]
      return (
        circle(ex, ey, k * 0.115, p.ink) +
        circle(ex, ey, k * 0.092, p.pop) +
        circle(ex, ey, k * 0.055, p.ink) +
        circle(ex + k * 0.02, ey - k * 0.02, k * 0.018, p.paper) +
        circle(x + side * k * 0.42, y + k * 0.34, k * 0.06, p.ink) +
        circle(x + side * k * 0.42, y + k * 0.34, k * 0.04, p.paper) +
        stroke(
          d`M${x + side * k * 0.02} ${y - k * 0.2}Q${x + side * k * 0.06} ${y - k * 0.5} ${x + side * k * 0.24} ${y - k * 0.6}`,
          p.paper,
          h * 0.006,
        )
      )
    })
    .join('')
  const dust = repeat(50, () => {
    const [angle, far] = [random() * 6.28, h * (0.4 + random() * 0.35)]
    return circle(
      x + Math.cos(angle) * far * 1.3,
      y + Math.sin(angle) * far,
      h * (0.0015 + random() * 0.003),
      p.paper,
      { opacity: 0.2 + random() * 0.5 },
    )
  })
  return (
    backdrop(scene, [0, p.near], [1, p.ink]) +
    halo(scene, x, y, h * 0.85, p.mid, 0.9) +
    circle(x, y, h * 0.36, mix(p.mid, p.far, 0.5), { opacity: 0.45 }) +
    wings(1, hind, p.far) +
    wings(0.8, hind, p.mid) +
    wings(0.6, hind, p.pop, 0.75) +
    wings(1, fore, p.glow) +
    wings(0.9, fore, p.far) +
    wings(0.8, fore, p.mid) +
    wings(0.5, fore, mix(p.pop, p.glow, 0.4), 0.9) +
    marks +
    shape(
      d`M${x} ${y - k * 0.28}q${k * 0.11} ${k * 0.36} 0 ${k * 0.72}q${-k * 0.11} ${-k * 0.36} 0 ${-k * 0.72}Z`,
      p.ink,
    ) +
    circle(x, y - k * 0.2, k * 0.055, p.ink) +
    repeat(6, (at) =>
      rect(x - k * 0.04, y - k * 0.02 + at * k * 0.06, k * 0.08, k * 0.02, p.pop, { rx: 3, opacity: 0.8 }),
    ) +
    dust
  )
}

/** A ringed planet and its small moon. */
export const planet: Motif = (scene) => {
  const { w, h, p, random } = scene
  const [x, y, r] = [w * (0.56 + random() * 0.12), h * 0.44, h * 0.3]
  const tilt = `rotate(-16 ${x.toFixed(1)} ${y.toFixed(1)})`
  const orbit = (far: number, width: number, colour: string, opacity: number, front: 0 | 1) =>
    stroke(
      d`M${x - r * far} ${y}A${r * far} ${r * far * 0.26} 0 0 ${front} ${x + r * far} ${y}`,
      colour,
      width,
      { opacity, transform: tilt },
    )
  const half = (front: 0 | 1) =>
    orbit(1.5, r * 0.16, p.pop, 0.75, front) +
    orbit(1.72, r * 0.08, p.paper, 0.5, front) +
    orbit(1.9, r * 0.035, p.glow, 0.6, front)
  const bands = repeat(11, (at) => {
    const top = y - r * 1.1 + at * r * 0.2 + random() * r * 0.06
    const colour = ramp([p.glow, p.far, p.pop, p.far, p.mid, p.glow, p.far], (at * 0.37) % 1)
    return shape(
      d`M${x - r * 1.2} ${top}q${r * 0.6} ${(random() - 0.5) * r * 0.16} ${r * 1.2} 0t${r * 1.2} 0v${r * 0.3}h${-r * 2.4}Z`,
      colour,
    )
  })
  const clip = define(scene, (id) => `<clipPath id="${id}">${circle(x, y, r, '#000')}</clipPath>`)
  const night = radial(
    scene,
    { cx: 0.34, cy: 0.3, r: 0.82 },
    [0, p.ink, 0],
    [0.55, p.ink, 0.08],
    [0.85, p.ink, 0.6],
    [1, p.ink, 0.88],
  )
  return (
    backdrop(scene, [0, p.ink], [0.6, p.near], [1, mix(p.near, p.mid, 0.6)]) +
    halo(scene, w * 0.2, h * 0.1, h * 0.9, p.mid, 0.5) +
    halo(scene, w * 0.95, h * 0.95, h * 0.8, p.far, 0.35) +
    stars(scene, 1, 150) +
    halo(scene, x, y, r * 1.7, p.glow, 0.4) +
    half(1) +
    `<g clip-path="${clip}"><g transform="${tilt}">${bands}</g>${circle(x, y, r * 1.02, night)}</g>` +
    half(0) +
    circle(w * 0.2, h * 0.3, h * 0.045, p.pop) +
    circle(w * 0.214, h * 0.29, h * 0.045, mix(p.ink, p.near, 0.6), { opacity: 0.82 })
  )
}

/** An eye that has been open for a long time. */
export const eye: Motif = (scene) => {
  const { w, h, p, random } = scene
  const [x, y, r] = [w / 2, h * 0.42, h * 0.21]
  const lids = repeat(9, (at) => {
    const grow = 2.4 - at * 0.17
    return shape(almond(x, y, r * grow * 1.45, r * grow), ramp([p.ink, p.near, p.mid, p.far, p.glow], at / 8))
  })
  const white = almond(x, y, r * 2.05, r * 1.22)
  const clip = define(scene, (id) => `<clipPath id="${id}">${shape(white, '#000')}</clipPath>`)
  const fibres = repeat(72, (at) => {
    const [angle, from, to] = [(at / 72) * 6.2832, r * (0.42 + random() * 0.12), r * (0.74 + random() * 0.24)]
    return d`M${x + Math.cos(angle) * from} ${y + Math.sin(angle) * from}L${x + Math.cos(angle) * to} ${y + Math.sin(angle) * to}`
  })
  const veins = repeat(14, () => {
    const [side, rise] = [random() < 0.5 ? -1 : 1, (random() - 0.5) * r * 1.2]
    return d`M${x + side * r * 2} ${y + rise * 0.3}q${-side * r * 0.4} ${rise * 0.2} ${-side * r * (0.5 + random() * 0.4)} ${rise * 0.5}`
  })
  return (
    rect(0, 0, w, h, p.ink) +
    lids +
    shape(white, p.paper) +
    `<g clip-path="${clip}">${stroke(veins, p.far, h * 0.003, { opacity: 0.7 })}${circle(x, y, r, p.mid)}${stroke(fibres, p.pop, h * 0.006)}${circle(x, y, r, 'none', { stroke: p.ink, 'stroke-width': h * 0.012 })}${circle(x, y, r * 0.46, p.ink)}${circle(x + r * 0.28, y - r * 0.3, r * 0.15, p.paper)}${shape(d`M${x - r * 2.1} ${y}Q${x} ${y - r * 2.6} ${x + r * 2.1} ${y}V${y - r * 2}H${x - r * 2.1}Z`, p.ink, { opacity: 0.35, transform: d`translate(0 ${r * 0.12})` })}</g>`
  )
}

const almond = (x: number, y: number, half: number, tall: number) =>
  d`M${x - half} ${y}Q${x} ${y - tall * 2} ${x + half} ${y}Q${x} ${y + tall * 2} ${x - half} ${y}Z`

/** A heart drawn as in an old anatomy. */
export const heart: Motif = (scene) => {
  const { w, h, p, random } = scene
  const [x, y, u] = [w / 2, h * 0.44, h * 0.038]
  const at = (a: number, b: number): Point => [x + a * u, y + b * u]
  const body = curve([
    at(-4.6, -1.6),
    at(-5.2, 1),
    at(-3.4, 4.6),
    at(0.8, 7.6),
    at(3.6, 5),
    at(5.2, 1),
    at(4.6, -2.4),
    at(2, -3.6),
    at(-0.6, -2.6),
    at(-3, -3.6),
    at(-4.6, -1.6),
  ])
  const fill = down(scene, [0, p.glow], [0.5, p.far], [1, p.mid])
  const vessel = (points: Point[], width: number, colour: string) =>
    stroke(curve(points), p.ink, u * (width + 0.45), { 'stroke-linecap': 'round' }) +
    stroke(curve(points), colour, u * width, { 'stroke-linecap': 'round' })
  const branches = repeat(9, (k) => {
    const from = at(-3.4 + k * 0.85, -2 + (k % 3))
    return stroke(
      curve([
        from,
        [from[0] + u * (random() - 0.3), from[1] + u * 2],
        [from[0] + u * (random() * 2 - 0.6), from[1] + u * (3 + random() * 1.6)],
      ]),
      k % 2 ? p.pop : p.near,
      u * (0.16 + random() * 0.14),
      { 'stroke-linecap': 'round' },
    )
  })
  const clip = define(scene, (id) => `<clipPath id="${id}">${shape(body, '#000')}</clipPath>`)
  const rays = repeat(40, (k) => {
    const angle = (k / 40) * 6.2832
    const [from, to] = [h * 0.44, h * (0.5 + random() * 0.35)]
    return d`M${x + Math.cos(angle) * from} ${y + Math.sin(angle) * from}L${x + Math.cos(angle) * to} ${y + Math.sin(angle) * to}`
  })
  return (
    backdrop(scene, [0, p.near], [1, p.ink]) +
    halo(scene, x, y, h * 0.8, p.mid, 0.9) +
    stroke(rays, p.far, h * 0.004, { opacity: 0.6 }) +
    vessel([at(-2.6, -2), at(-2.8, -5.6), at(-4.6, -8)], 1.5, p.mid) +
    vessel([at(2.6, -2), at(3.2, -4.6), at(5.2, -5.8)], 1.3, p.mid) +
    vessel([at(0, -2), at(-0.4, -6), at(1.6, -8.2), at(4, -7)], 1.9, p.far) +
    vessel([at(1.2, -8), at(1.4, -10)], 0.9, p.far) +
    shape(body, fill, { stroke: p.ink, 'stroke-width': u * 0.3 }) +
    `<g clip-path="${clip}">${branches}${shape(curve([at(-4.4, -1), at(-4.2, 2), at(-2.6, 4.2)]), 'none', { stroke: p.paper, 'stroke-width': u * 0.4, opacity: 0.5, 'stroke-linecap': 'round' })}</g>`
  )
}

/** Mushrooms seen from below their knees. */
export const mushrooms: Motif = (scene) => {
  const { w, h, p, random } = scene
  const mushroom = (x: number, foot: number, tall: number, colour: string, glow: boolean) => {
    const [cap, top] = [tall * 0.46, foot - tall]
    const spots = repeat(6, (at) => {
      const angle = Math.PI * (1.12 + at * 0.152)
      return circle(
        x + Math.cos(angle) * cap * 0.66,
        top + cap * 0.28 + Math.sin(angle) * cap * 0.5,
        cap * (0.05 + random() * 0.06),
        p.paper,
        { opacity: 0.85 },
      )
    })
    return (
      (glow ? halo(scene, x, top + cap * 0.4, tall * 0.9, p.pop, 0.45) : '') +
      shape(
        d`M${x - tall * 0.07} ${top + cap * 0.3}Q${x - tall * 0.03} ${foot - tall * 0.3} ${x - tall * 0.11} ${foot + 20}H${x + tall * 0.11}Q${x + tall * 0.03} ${foot - tall * 0.3} ${x + tall * 0.07} ${top + cap * 0.3}Z`,
        mix(p.paper, colour, 0.45),
      ) +
      shape(
        d`M${x - cap} ${top + cap * 0.36}C${x - cap * 0.9} ${top - cap * 0.5} ${x + cap * 0.9} ${top - cap * 0.5} ${x + cap} ${top + cap * 0.36}Q${x} ${top + cap * 0.62} ${x - cap} ${top + cap * 0.36}Z`,
        colour,
      ) +
      shape(
        d`M${x - cap * 0.96} ${top + cap * 0.36}Q${x} ${top + cap * 0.2} ${x + cap * 0.96} ${top + cap * 0.36}Q${x} ${top + cap * 0.6} ${x - cap * 0.96} ${top + cap * 0.36}Z`,
        mix(colour, p.ink, 0.5),
      ) +
      spots
    )
  }
  const row = (count: number, foot: number, tall: number, colour: string, glow: boolean) =>
    repeat(count, (at) =>
      mushroom(w * ((at + 0.2 + random() * 0.6) / count), foot, tall * (0.6 + random() * 0.5), colour, glow),
    )
  const spores = repeat(60, () =>
    circle(random() * w, random() * h * 0.9, h * (0.002 + random() * 0.005), p.pop, {
      opacity: 0.2 + random() * 0.6,
    }),
  )
  return (
    backdrop(scene, [0, p.ink], [0.5, p.near], [1, p.mid]) +
    halo(scene, w * 0.6, h * 0.4, h * 0.8, p.far, 0.6) +
    row(9, h * 0.74, h * 0.3, p.mid, false) +
    veil(scene, h * 0.3, h * 0.5, p.far, 0.25) +
    row(4, h * 0.88, h * 0.62, mix(p.pop, p.far, 0.3), true) +
    spores +
    shape(d`M0 ${h * 0.84}Q${w * 0.3} ${h * 0.78} ${w * 0.55} ${h * 0.85}T${w} ${h * 0.82}V${h}H0Z`, p.ink)
  )
}
