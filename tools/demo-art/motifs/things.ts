import { mix, ramp } from '../colour.ts'
import { backdrop, halo, stars } from '../ground.ts'
import { cycle } from '../random.ts'
import {
  across,
  circle,
  curve,
  d,
  define,
  down,
  ellipse,
  type Motif,
  moved,
  type Point,
  polygon,
  rect,
  repeat,
  type Scene,
  shape,
  stroke,
} from '../svg.ts'

/** A record, its sleeve and the arm about to fall. */
export const vinyl: Motif = (scene) => {
  const { w, h, p, random } = scene
  const [x, y, r] = [w * 0.52, h * 0.42, h * 0.36]
  const grooves = repeat(22, (at) =>
    circle(x, y, r * (0.96 - at * 0.027), 'none', {
      stroke: p.paper,
      'stroke-width': h * 0.0016,
      opacity: 0.1 + random() * 0.2,
    }),
  )
  const shine = [-32, 148]
    .map((turn) =>
      moved(
        x,
        y,
        shape(d`M0 0L${r * 0.97} ${-r * 0.14}A${r} ${r} 0 0 1 ${r * 0.97} ${r * 0.14}Z`, p.paper, {
          opacity: 0.14,
        }),
        turn,
      ),
    )
    .join('')
  const label =
    circle(x, y, r * 0.36, p.pop) +
    circle(x, y, r * 0.3, 'none', { stroke: p.ink, 'stroke-width': h * 0.003 }) +
    rect(x - r * 0.2, y - r * 0.17, r * 0.4, r * 0.05, p.ink) +
    rect(x - r * 0.14, y + r * 0.12, r * 0.28, r * 0.03, p.ink) +
    circle(x, y, r * 0.04, p.paper)
  const arm =
    stroke(
      curve([
        [x + r * 1.35, y - r * 0.9],
        [x + r * 1.3, y],
        [x + r * 0.72, y + r * 0.52],
      ]),
      p.paper,
      h * 0.014,
      { 'stroke-linecap': 'round' },
    ) +
    circle(x + r * 1.35, y - r * 0.9, r * 0.15, p.glow) +
    circle(x + r * 1.35, y - r * 0.9, r * 0.07, p.ink) +
    moved(x + r * 0.72, y + r * 0.52, rect(-r * 0.08, -r * 0.03, r * 0.16, r * 0.2, p.paper, { rx: 3 }), 40)
  return (
    backdrop(scene, [0, p.mid], [1, p.near]) +
    repeat(12, (at) => rect(0, (at * h) / 12, w, h / 24, p.ink, { opacity: 0.1 })) +
    halo(scene, x, y, h * 0.8, p.glow, 0.6) +
    moved(
      x - r * 0.45,
      y + r * 0.06,
      rect(-r, -r, r * 2, r * 2, p.far) +
        rect(-r * 0.9, -r * 0.9, r * 1.8, r * 0.3, p.paper, { opacity: 0.3 }),
      -7,
    ) +
    circle(x, y, r, p.ink) +
    grooves +
    shine +
    label +
    arm
  )
}

/** A hand of cards, fanned, one of them face up. */
export const cards: Motif = (scene) => {
  const { w, h, p } = scene
  const [wide, tall] = [h * 0.3, h * 0.44]
  const pips = [heartPip, diamondPip, spadePip]
  const back = repeat(5, (row) =>
    repeat(4, (column) =>
      shape(diamondPip, p.far, {
        transform: d`translate(${-wide * 0.33 + column * wide * 0.22} ${-tall * 0.36 + row * tall * 0.18}) scale(${h * 0.02})`,
      }),
    ),
  )
  const card = (at: number) => {
    const front = at % 2 === 0
    const pip = cycle([pips[0] ?? heartPip, ...pips.slice(1)], at / 2)
    const face =
      shape(pip, at === 2 ? p.ink : p.pop, {
        transform: `scale(${Math.round(h * 0.08)})`,
        stroke: p.ink,
        'stroke-width': 0.06,
      }) +
      shape(pip, p.ink, { transform: d`translate(${-wide * 0.36} ${-tall * 0.38}) scale(${h * 0.025})` }) +
      shape(pip, p.ink, {
        transform: d`translate(${wide * 0.36} ${tall * 0.38}) rotate(180) scale(${h * 0.025})`,
      })
    const body =
      rect(-wide / 2 + 6, -tall / 2 + 8, wide, tall, p.ink, { rx: 14, opacity: 0.35 }) +
      rect(-wide / 2, -tall / 2, wide, tall, front ? p.paper : p.mid, {
        rx: 14,
        stroke: front ? p.ink : p.glow,
        'stroke-width': h * 0.005,
      }) +
      (front ? face : back)
    const angle = (at - 2) * 15
    const turn = (angle * Math.PI) / 180
    return moved(w / 2 + Math.sin(turn) * h * 0.72, h * 1.03 - Math.cos(turn) * h * 0.72, body, angle)
  }
  const beams = repeat(18, (at) =>
    moved(w / 2, h * 0.6, shape(d`M0 0L${w} ${-h * 0.05}V${h * 0.05}Z`, p.far, { opacity: 0.18 }), at * 20),
  )
  return (
    backdrop(scene, [0, p.near], [1, p.ink]) +
    beams +
    halo(scene, w / 2, h * 0.45, h * 0.7, p.far, 0.7) +
    repeat(5, card)
  )
}

const heartPip = 'M0 1C-1.3 0 -1.2 -1 -.6 -1C-.2 -1 0 -.7 0 -.4C0 -.7 .2 -1 .6 -1C1.2 -1 1.3 0 0 1Z'
const diamondPip = 'M0 -1.1L.8 0L0 1.1L-.8 0Z'
const spadePip =
  'M0 -1.1C1.3 -.1 1.1 .7 .6 .7C.35 .7 .2 .6 .1 .4L.3 1.1H-.3L-.1 .4C-.2 .6 -.35 .7 -.6 .7C-1.1 .7 -1.3 -.1 0 -1.1Z'

/** A board late in the game. */
export const chess: Motif = (scene) => {
  const { w, h, p, random } = scene
  const horizon = h * 0.5
  const board = repeat(8, (row) => {
    const edge = (at: number) => horizon + (h * 1.05 - horizon) * (at / 8) ** 1.6
    const [near, far] = [edge(row + 1), edge(row)]
    const half = (y: number) => w * (0.34 + ((y - horizon) / h) * 0.75)
    return repeat(8, (column) => {
      const across = (y: number, at: number) => w / 2 + half(y) * (at / 4 - 1)
      return shape(
        polygon([
          [across(far, column), far],
          [across(far, column + 1), far],
          [across(near, column + 1), near],
          [across(near, column), near],
        ]),
        (row + column) % 2 ? p.near : mix(p.far, p.glow, row / 10),
      )
    })
  })
  const [x, foot, u] = [w * 0.32, h * 0.8, h * 0.035]
  return (
    backdrop(scene, [0, p.ink], [0.3, p.near], [0.5, p.mid], [1, p.ink]) +
    stars(scene, 0.4, 40) +
    halo(scene, w * 0.6, h * 0.32, h * 0.7, p.pop, 0.5) +
    circle(w * 0.6, h * 0.32, h * 0.16, mix(p.pop, p.glow, 0.3), { opacity: 0.9 }) +
    rect(0, horizon, w, h, p.ink) +
    board +
    repeat(5, (at) => pawn(w * (0.46 + at * 0.09), h * (0.57 + random() * 0.03), u * 0.5, p.paper, p.ink)) +
    pawn(w * 0.72, h * 0.8, u * 1.05, p.paper, p.ink) +
    king(x, foot, u, p.ink, p.pop)
  )
}

const pawn = (x: number, foot: number, u: number, colour: string, edge: string) =>
  shape(
    d`M${x - u * 2} ${foot}h${u * 4}l${-u * 0.6} ${-u * 1}l${-u * 0.8} ${-u * 3}h${-u * 1.2}l${-u * 0.8} ${u * 3}Z`,
    colour,
    { stroke: edge, 'stroke-width': u * 0.15 },
  ) + circle(x, foot - u * 4.9, u * 1.2, colour, { stroke: edge, 'stroke-width': u * 0.15 })

const king = (x: number, foot: number, u: number, colour: string, crown: string) =>
  shape(
    d`M${x - u * 3.2} ${foot}h${u * 6.4}l${-u} ${-u * 1.6}l${-u * 1} ${-u * 5.4}l${u * 1.5} ${-u * 1}v${-u * 0.8}l${-u * 0.6} 0l${u * 1.3} ${-u * 3}h${-u * 6.8}l${u * 1.3} ${u * 3}l${-u * 0.6} 0v${u * 0.8}l${u * 1.5} ${u * 1}l${-u} ${u * 5.4}Z`,
    colour,
    { stroke: crown, 'stroke-width': u * 0.16 },
  ) +
  rect(x - u * 0.3, foot - u * 15, u * 0.6, u * 3.2, crown) +
  rect(x - u * 1.1, foot - u * 14.2, u * 2.2, u * 0.6, crown)

/** A month of moons over low water. */
export const moons: Motif = (scene) => {
  const { w, h, p } = scene
  const water = h * 0.7
  const moon = (at: number) => {
    const [x, size] = [w * (0.12 + at * 0.1267), h * (0.055 + 0.055 * Math.sin((at / 6) * Math.PI))]
    const y = h * (0.42 - 0.16 * Math.sin((at / 6) * Math.PI))
    const clip = define(scene, (id) => `<clipPath id="${id}">${circle(x, y, size, '#000')}</clipPath>`)
    const lit = circle(x, y, size, mix(p.pop, p.paper, 0.5))
    const night = circle(
      x + Math.sign(3 - at) * size * (0.3 + (3 - Math.abs(3 - at)) * 0.5),
      y,
      size * 1.08,
      mix(p.near, p.ink, 0.3),
    )
    const dark = at === 3 ? '' : `<g clip-path="${clip}">${night}</g>`
    const glint =
      rect(x - size, water + h * 0.02, size * 2, h * 0.008, p.pop, { opacity: 0.5, rx: 3 }) +
      rect(x - size * 0.6, water + h * 0.045, size * 1.2, h * 0.006, p.pop, { opacity: 0.35, rx: 3 })
    return halo(scene, x, y, size * (at === 3 ? 3.4 : 2), p.pop, 0.35) + lit + dark + glint
  }
  const hills = shape(
    d`M0 ${water}V${h * 0.6}Q${w * 0.14} ${h * 0.53} ${w * 0.3} ${h * 0.64}T${w * 0.62} ${h * 0.62}T${w} ${h * 0.58}V${water}Z`,
    p.mid,
  )
  return (
    backdrop(scene, [0, p.ink], [0.5, p.near], [0.7, p.mid], [1, p.near]) +
    stars(scene, 0.6, 120) +
    hills +
    rect(0, water, w, h - water, down(scene, [0, mix(p.mid, p.far, 0.4)], [1, p.ink])) +
    repeat(7, moon)
  )
}

/** Towers of coins, one of them about to fall. */
export const coins: Motif = (scene) => {
  const { w, h, p, random } = scene
  const tower = (at: number) => {
    const [x, count, half] = [w * (0.1 + at * 0.115), Math.round(3 + random() * 7 + at * 0.6), w * 0.049]
    const lean = at === 5 ? 0.22 : 0.03
    return repeat(count, (level) => {
      const [cx, y] = [
        x + Math.sin(level * lean) * half * (at === 5 ? 1.2 : 0.3),
        h * 0.8 - level * h * 0.036,
      ]
      const colour = ramp([p.mid, p.far, p.glow, p.pop], (level + 4) / 20)
      return (
        shape(
          d`M${cx - half} ${y}v${h * 0.03}a${half} ${half * 0.3} 0 0 0 ${half * 2} 0v${-h * 0.03}Z`,
          mix(colour, p.ink, 0.42),
        ) +
        ellipse(cx, y, half, half * 0.3, colour) +
        ellipse(cx, y, half * 0.68, half * 0.19, 'none', {
          stroke: mix(colour, p.ink, 0.35),
          'stroke-width': h * 0.004,
        })
      )
    })
  }
  const ruled = repeat(16, (at) => rect(0, h * 0.06 + at * h * 0.05, w, h * 0.002, p.glow, { opacity: 0.22 }))
  return (
    backdrop(scene, [0, p.near], [0.8, p.mid], [0.801, p.near], [1, p.ink]) +
    ruled +
    rect(w * 0.09, 0, h * 0.004, h * 0.8, p.pop, { opacity: 0.5 }) +
    halo(scene, w * 0.7, h * 0.5, h * 0.8, p.pop, 0.35) +
    repeat(8, tower)
  )
}

/** Banners on a hill before a battle that nobody wants. */
export const banners: Motif = (scene) => {
  const { w, h, p, random } = scene
  const hill = (t: number): number => h * (0.74 - 0.1 * Math.sin(t * Math.PI))
  const banner = (at: number) => {
    const t = (at + 0.3 + random() * 0.4) / 9
    const [x, foot, tall] = [t * w, hill(t) + 6, h * (0.3 + random() * 0.22)]
    const [long, fall] = [h * (0.1 + random() * 0.06), tall * 0.42]
    const cloth = d`M${x} ${foot - tall}q${long * 0.5} ${-h * 0.02} ${long} ${h * 0.012}q${-long * 0.1} ${fall * 0.3} ${long * 0.06} ${fall}l${-long * 0.5} ${-fall * 0.2}l${-long * 0.56} ${fall * 0.24}Z`
    const colour = cycle([p.pop, p.far, p.glow], at)
    return (
      stroke(d`M${x} ${foot}V${foot - tall - h * 0.02}`, p.ink, h * 0.008) +
      shape(cloth, colour) +
      circle(x + long * 0.5, foot - tall + fall * 0.4, long * 0.16, p.ink, { opacity: 0.75 })
    )
  }
  const spears = repeat(70, () => {
    const t = random()
    return d`M${t * w} ${hill(t) + 8}l${(random() - 0.5) * 12} ${-h * (0.06 + random() * 0.07)}`
  })
  const slope = Array.from({ length: 13 }, (_, at): Point => [(at / 12) * w, hill(at / 12)])
  return (
    backdrop(scene, [0, p.sky], [0.5, p.mid], [0.72, p.glow], [1, p.far]) +
    halo(scene, w * 0.7, h * 0.56, h * 0.6, p.paper, 0.7) +
    circle(w * 0.7, h * 0.5, h * 0.13, mix(p.paper, p.pop, 0.4)) +
    repeat(6, (at) =>
      rect(random() * w - w * 0.2, h * (0.12 + at * 0.07), w * (0.2 + random() * 0.4), h * 0.014, p.far, {
        rx: 5,
        opacity: 0.5,
      }),
    ) +
    repeat(9, banner) +
    stroke(spears, p.ink, h * 0.004) +
    shape(d`${curve(slope)}V${h}H0Z`, p.ink) +
    crows(scene)
  )
}

const crows = ({ w, h, p, random }: Scene) =>
  repeat(9, () => {
    const [x, y, u] = [random() * w, h * (0.08 + random() * 0.24), h * (0.008 + random() * 0.01)]
    return stroke(
      d`M${x - u * 2} ${y - u}q${u} ${-u * 0.4} ${u * 2} ${u}q${u} ${-u * 1.4} ${u * 2} ${-u}`,
      p.ink,
      u * 0.5,
    )
  })

/** Pots on a drying rack, no two alike. */
export const pots: Motif = (scene) => {
  const { w, h, p, random } = scene
  const pot = (x: number, foot: number, tall: number, colour: string) => {
    const [belly, neck, base] = [
      tall * (0.26 + random() * 0.16),
      tall * (0.08 + random() * 0.1),
      tall * (0.12 + random() * 0.08),
    ]
    const outline = (side: number) =>
      d`C${x + side * base * 1.4} ${foot - tall * 0.1} ${x + side * belly * 1.3} ${foot - tall * 0.3} ${x + side * belly} ${foot - tall * 0.55}C${x + side * belly * 0.8} ${foot - tall * 0.75} ${x + side * neck} ${foot - tall * 0.78} ${x + side * neck} ${foot - tall}`
    const fill = across(scene, [0, mix(colour, p.paper, 0.25)], [0.4, colour], [1, mix(colour, p.ink, 0.55)])
    const band = (share: number, height: number) =>
      rect(x - belly * 1.05, foot - tall * share, belly * 2.1, tall * height, p.paper, { opacity: 0.26 })
    const half = d`M${x} ${foot}H${x + base}${outline(1)}H${x}Z`
    const other = d`M${x} ${foot}H${x - base}${outline(-1)}H${x}Z`
    return (
      shape(half + other, fill) +
      band(0.56, 0.03) +
      band(0.5, 0.012) +
      rect(x - neck * 1.25, foot - tall * 1.02, neck * 2.5, tall * 0.045, mix(colour, p.ink, 0.25), { rx: 4 })
    )
  }
  const board = (foot: number, count: number, tall: number) =>
    repeat(count, (at) =>
      pot(
        w * ((at + 0.5) / count + (random() - 0.5) * 0.02),
        foot,
        tall * (0.72 + random() * 0.32),
        cycle([p.far, p.pop, p.glow, p.mid], random() * 4),
      ),
    ) +
    rect(0, foot, w, h * 0.022, p.near) +
    rect(0, foot + h * 0.022, w, h * 0.03, p.ink, { opacity: 0.35 })
  return (
    backdrop(scene, [0, mix(p.near, p.mid, 0.4)], [1, p.ink]) +
    halo(scene, w * 0.6, h * 0.2, h * 0.9, p.glow, 0.5) +
    board(h * 0.34, 7, h * 0.26) +
    board(h * 0.72, 5, h * 0.33)
  )
}
