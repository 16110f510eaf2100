import { mix, ramp } from '../colour.ts'
import { backdrop, halo, stars } from '../ground.ts'
import { cycle } from '../random.ts'
import {
  across,
  circle,
  d,
  define,
  down,
  ellipse,
  type Motif,
  moved,
  rect,
  repeat,
  type Scene,
  shape,
  stroke,
} from '../svg.ts'

/** A stage curtain held open on an empty spotlight. */
export const curtain: Motif = (scene) => {
  const { w, h, p } = scene
  const fold = across(scene, [0, p.mid], [0.35, p.far], [0.6, p.mid], [1, p.near])
  const drape = (side: 1 | -1) =>
    repeat(7, (at) => {
      const [edge, wide] = [side > 0 ? 0 : w, (w * 0.36) / 7]
      const top = edge + side * at * wide * 1.5
      const waist = edge + side * at * wide * 0.7
      return shape(
        d`M${top} 0h${side * wide * 1.6}C${top + side * wide} ${h * 0.4} ${waist + side * wide * 0.9} ${h * 0.5} ${waist + side * wide * 0.8} ${h * 0.62}L${waist + side * wide * 1.3} ${h}H${waist}L${waist} ${h * 0.62}C${waist} ${h * 0.45} ${top} ${h * 0.4} ${top} 0Z`,
        fold,
      )
    })
  const tassels = [w * 0.17, w * 0.83].map(
    (x) =>
      circle(x, h * 0.62, h * 0.022, p.pop) +
      rect(x - h * 0.012, h * 0.63, h * 0.024, h * 0.075, p.pop, { rx: 4 }),
  )
  const scallops = repeat(9, (at) =>
    shape(
      d`M${(at * w) / 9} 0h${w / 9}v${h * 0.07}q${-w / 18} ${h * 0.1} ${-w / 9} 0Z`,
      at % 2 ? p.mid : p.far,
      { stroke: p.pop, 'stroke-width': h * 0.006 },
    ),
  )
  return (
    backdrop(scene, [0, p.ink], [0.7, p.near], [0.71, p.mid], [1, p.near]) +
    shape(
      d`M${w * 0.46} 0H${w * 0.54}L${w * 0.72} ${h * 0.86}H${w * 0.28}Z`,
      down(scene, [0, p.paper, 0.75], [1, p.pop, 0.12]),
    ) +
    ellipse(w / 2, h * 0.84, w * 0.22, h * 0.07, p.pop, { opacity: 0.65 }) +
    stool(scene, w / 2, h * 0.83) +
    drape(1) +
    drape(-1) +
    tassels.join('') +
    scallops
  )
}

function stool({ h, p }: Scene, x: number, foot: number): string {
  const u = h * 0.012
  return (
    stroke(
      d`M${x - u * 3} ${foot - u * 16}L${x - u * 5} ${foot}M${x + u * 3} ${foot - u * 16}L${x + u * 5} ${foot}M${x - u * 4.4} ${foot - u * 5}h${u * 8.8}`,
      p.ink,
      u,
    ) +
    rect(x - u * 5, foot - u * 18, u * 10, u * 2.2, p.ink, { rx: u }) +
    shape(
      d`M${x - u * 4} ${foot - u * 18}q${u * 0.5} ${-u * 4} ${u * 4} ${-u * 4}t${u * 4} ${u * 4}Z`,
      p.near,
    ) +
    rect(x - u * 5.4, foot - u * 18.8, u * 10.8, u * 1.1, p.far, { rx: u * 0.5 })
  )
}

/** Light through a keyhole. */
export const keyhole: Motif = (scene) => {
  const { w, h, p, random } = scene
  const [x, y, r] = [w / 2, h * 0.34, h * 0.15]
  const hole = (grow: number) =>
    d`M${x - r * 0.5 * grow} ${y + r * 0.75 * grow}A${r * grow} ${r * grow} 0 1 1 ${x + r * 0.5 * grow} ${y + r * 0.75 * grow}L${x + r * 0.95 * grow} ${y + r * 2.5 * grow}H${x - r * 0.95 * grow}Z`
  const panels = repeat(9, (at) =>
    rect((at * w) / 9, 0, w / 9 - 3, h, mix(p.near, p.ink, 0.25 + random() * 0.4)),
  )
  const clip = define(scene, (id) => `<clipPath id="${id}">${shape(hole(1), '#000')}</clipPath>`)
  const chamber =
    rect(x - r * 2, y - r * 1.2, r * 4, r * 4, down(scene, [0, p.pop], [0.6, p.glow], [1, p.far])) +
    rect(x - r * 0.5, y - r * 0.5, r, r * 1.2, p.paper, { opacity: 0.85 }) +
    rect(x - r * 0.04, y - r * 0.5, r * 0.08, r * 1.2, p.far) +
    shape(d`M${x - r * 1.2} ${y + r * 2.6}v${-r * 0.9}q${r * 1.2} ${-r * 0.5} ${r * 2.4} 0v${r}Z`, p.mid) +
    rect(x - r * 0.7, y + r * 1.3, r * 0.6, r * 0.3, p.paper, { rx: r * 0.1 })
  return (
    rect(0, 0, w, h, p.ink) +
    panels +
    halo(scene, x, y + r * 0.6, h * 0.7, p.pop, 0.4) +
    rect(x - r * 1.75, y - r * 1.65, r * 3.5, r * 4.75, p.ink, { rx: r * 1.6 }) +
    rect(x - r * 1.65, y - r * 1.55, r * 3.3, r * 4.55, down(scene, [0, p.glow], [0.5, p.mid], [1, p.near]), {
      rx: r * 1.5,
    }) +
    rect(x - r * 1.5, y - r * 1.4, r * 3, r * 4.25, down(scene, [0, p.far], [1, p.near]), { rx: r * 1.4 }) +
    shape(hole(1.12), p.ink) +
    `<g clip-path="${clip}">${chamber}</g>`
  )
}

/** Candles burnt to different hours. */
export const candles: Motif = (scene) => {
  const { w, h, p, random } = scene
  const candle = (at: number) => {
    const [x, wide, tall] = [
      w * (0.08 + at * 0.105),
      w * (0.024 + random() * 0.018),
      h * (0.14 + random() * 0.34),
    ]
    const [top, flame] = [h * 0.78 - tall, h * (0.055 + random() * 0.025)]
    const drip = wide * (random() * 1.2 - 0.6)
    return (
      halo(scene, x, top - flame, h * 0.26, p.pop, 0.5) +
      rect(x - wide, top, wide * 2, tall + 20, down(scene, [0, p.paper], [0.25, p.glow], [1, p.mid]), {
        rx: wide * 0.25,
      }) +
      rect(x + drip - wide * 0.18, top, wide * 0.36, tall * (0.2 + random() * 0.4), p.paper, {
        rx: wide * 0.18,
        opacity: 0.8,
      }) +
      stroke(d`M${x} ${top}v${-flame * 0.4}`, p.ink, h * 0.005) +
      shape(
        d`M${x} ${top - flame * 1.7}Q${x + flame * 0.62} ${top - flame * 0.6} ${x} ${top - flame * 0.2}Q${x - flame * 0.62} ${top - flame * 0.6} ${x} ${top - flame * 1.7}Z`,
        p.pop,
      ) +
      shape(
        d`M${x} ${top - flame}Q${x + flame * 0.26} ${top - flame * 0.5} ${x} ${top - flame * 0.25}Q${x - flame * 0.26} ${top - flame * 0.5} ${x} ${top - flame}Z`,
        p.paper,
      )
    )
  }
  const smoke = repeat(3, (at) =>
    stroke(
      d`M${w * (0.2 + at * 0.3)} ${h * 0.3}q${w * 0.04} ${-h * 0.08} 0 ${-h * 0.16}t0 ${-h * 0.2}`,
      p.paper,
      h * 0.004,
      { opacity: 0.18 },
    ),
  )
  return (
    backdrop(scene, [0, p.ink], [0.6, p.near], [1, p.ink]) +
    halo(scene, w / 2, h * 0.55, h * 0.9, p.mid, 0.7) +
    smoke +
    repeat(9, candle) +
    rect(0, h * 0.77, w, h * 0.23, down(scene, [0, p.near], [1, p.ink])) +
    rect(0, h * 0.77, w, h * 0.008, p.glow, { opacity: 0.6 })
  )
}

/** A cup, its steam and the table it has warmed. */
export const teacup: Motif = (scene) => {
  const { w, h, p, random } = scene
  const [x, y, r] = [w * 0.5, h * 0.44, h * 0.19]
  const steam = repeat(3, (at) => {
    const left = x - r * 0.55 + at * r * 0.55
    return stroke(
      d`M${left} ${y - r * 0.35}q${r * 0.3} ${-r * 0.45} 0 ${-r * 0.8}t${r * 0.12} ${-r * 0.75}`,
      p.paper,
      r * 0.09,
      { opacity: 0.55, 'stroke-linecap': 'round' },
    )
  })
  const rain = repeat(90, () => {
    const [left, top, long] = [random() * w, random() * h * 0.62, h * (0.03 + random() * 0.06)]
    return d`M${left} ${top}l${-long * 0.2} ${long}`
  })
  const flower = (cx: number, cy: number) =>
    repeat(5, (at) =>
      circle(cx + Math.cos(at * 1.2566) * r * 0.11, cy + Math.sin(at * 1.2566) * r * 0.11, r * 0.08, p.pop),
    ) + circle(cx, cy, r * 0.06, p.mid)
  return (
    backdrop(scene, [0, p.mid], [0.62, p.far], [0.621, p.near], [1, p.ink]) +
    stroke(rain, p.paper, h * 0.003, { opacity: 0.4 }) +
    halo(scene, x, y, h * 0.6, p.glow, 0.7) +
    steam +
    shape(
      d`M${x + r * 0.9} ${y}q${r * 0.95} ${-r * 0.15} ${r * 0.8} ${r * 0.5}t${-r * 1.1} ${r * 0.45}`,
      'none',
      { stroke: p.paper, 'stroke-width': r * 0.17 },
    ) +
    ellipse(x, y + r * 1.3, r * 1.9, r * 0.3, p.ink, { opacity: 0.45 }) +
    ellipse(x, y + r * 1.2, r * 1.8, r * 0.27, p.paper) +
    ellipse(x, y + r * 1.17, r * 1.2, r * 0.16, mix(p.paper, p.far, 0.4)) +
    shape(
      d`M${x - r * 1.1} ${y - r * 0.2}Q${x - r} ${y + r * 1.2} ${x - r * 0.4} ${y + r * 1.2}H${x + r * 0.4}Q${x + r} ${y + r * 1.2} ${x + r * 1.1} ${y - r * 0.2}Z`,
      across(scene, [0, p.paper], [0.65, p.paper], [1, mix(p.paper, p.mid, 0.5)]),
    ) +
    ellipse(x, y - r * 0.2, r * 1.1, r * 0.24, mix(p.paper, p.far, 0.3)) +
    ellipse(x, y - r * 0.17, r, r * 0.18, mix(p.mid, p.ink, 0.3)) +
    flower(x - r * 0.35, y + r * 0.4) +
    flower(x + r * 0.15, y + r * 0.65) +
    flower(x + r * 0.55, y + r * 0.3)
  )
}

/** A cat on a sill, and the rain it is judging. */
export const sill: Motif = (scene) => {
  const { w, h, p, random } = scene
  const [left, top, wide, tall] = [w * 0.16, h * 0.08, w * 0.68, h * 0.62]
  const bokeh = repeat(26, () =>
    circle(
      left + random() * wide,
      top + tall * (0.3 + random() * 0.7),
      h * (0.012 + random() * 0.035),
      cycle([p.pop, p.glow, p.far], random() * 3),
      { opacity: 0.2 + random() * 0.35 },
    ),
  )
  const rain = repeat(
    70,
    () =>
      d`M${left + random() * wide} ${top + random() * tall * 0.9}l${-h * 0.008} ${h * (0.03 + random() * 0.04)}`,
  )
  const clip = define(scene, (id) => `<clipPath id="${id}">${rect(left, top, wide, tall, '#000')}</clipPath>`)
  const cord = across(scene, [0, p.near], [0.5, p.mid], [1, p.near])
  return (
    rect(0, 0, w, h, p.near) +
    repeat(14, (at) => rect((at * w) / 14, 0, w / 28, h, p.ink, { opacity: 0.14 })) +
    rect(left, top, wide, tall, down(scene, [0, p.ink], [0.7, p.sky], [1, mix(p.mid, p.glow, 0.4)])) +
    `<g clip-path="${clip}">${bokeh}${stroke(rain, p.paper, h * 0.003, { opacity: 0.45 })}</g>` +
    rect(left, top, wide, tall, 'none', { stroke: p.mid, 'stroke-width': h * 0.03 }) +
    rect(w / 2 - h * 0.009, top, h * 0.018, tall, p.mid) +
    rect(left, top + tall * 0.45, wide, h * 0.018, p.mid) +
    shape(
      d`M0 0H${w * 0.2}Q${w * 0.19} ${h * 0.5} ${w * 0.06} ${h * 0.72}L0 ${h * 0.78}ZM${w} 0H${w * 0.8}Q${w * 0.81} ${h * 0.5} ${w * 0.94} ${h * 0.72}L${w} ${h * 0.78}Z`,
      cord,
    ) +
    rect(left - w * 0.05, top + tall, wide + w * 0.1, h * 0.05, p.far) +
    rect(left - w * 0.05, top + tall + h * 0.035, wide + w * 0.1, h * 0.02, p.mid) +
    cat(scene, w * 0.63, top + tall) +
    plantPot(scene, w * 0.3, top + tall)
  )
}

function cat({ h, p }: Scene, x: number, foot: number): string {
  const u = h * 0.016
  return (
    shape(
      d`M${x - u * 5} ${foot}C${x - u * 7} ${foot - u * 8} ${x - u * 3} ${foot - u * 11} ${x - u * 2.6} ${foot - u * 13}C${x - u * 4} ${foot - u * 15} ${x - u * 3.8} ${foot - u * 18} ${x - u * 3.2} ${foot - u * 20.4}L${x - u * 1.2} ${foot - u * 18.6}h${u * 2.4}L${x + u * 3.2} ${foot - u * 20.4}C${x + u * 3.8} ${foot - u * 18} ${x + u * 4} ${foot - u * 15} ${x + u * 2.6} ${foot - u * 13}C${x + u * 3} ${foot - u * 11} ${x + u * 7} ${foot - u * 8} ${x + u * 5} ${foot}Z`,
      p.ink,
    ) +
    stroke(
      d`M${x + u * 4} ${foot - u * 0.8}q${u * 7} ${u * 1.4} ${u * 6} ${u * 6}t${-u * 2} ${u * 4}`,
      p.ink,
      u * 1.5,
      { 'stroke-linecap': 'round' },
    )
  )
}

function plantPot({ h, p }: Scene, x: number, foot: number): string {
  const u = h * 0.014
  const leaf = d`M0 0C${u * 3} ${-u * 4} ${u * 3} ${-u * 9} 0 ${-u * 12}C${-u * 3} ${-u * 9} ${-u * 3} ${-u * 4} 0 0Z`
  const leaves = repeat(7, (at) => moved(x, foot - u * 7, shape(leaf, at % 2 ? p.mid : p.near), at * 22 - 66))
  return (
    leaves +
    shape(d`M${x - u * 4} ${foot - u * 8}h${u * 8}l${-u * 1.4} ${u * 8}h${-u * 5.2}Z`, p.pop) +
    rect(x - u * 4.6, foot - u * 9, u * 9.2, u * 2, mix(p.pop, p.ink, 0.2))
  )
}

/** Shelves of books nobody has put in order. */
export const shelf: Motif = (scene) => {
  const { w, h, p, random } = scene
  const colours = [p.far, p.mid, p.near, p.glow, p.pop, mix(p.far, p.ink, 0.3)] as [string, ...string[]]
  const board = (at: number) => {
    const foot = h * (0.3 + at * 0.34)
    let books = rect(0, foot - h * 0.3, w, h * 0.3, mix(p.ink, p.near, 0.35))
    for (let x = w * 0.02; x < w * 0.98; ) {
      const [wide, tall, colour] = [
        w * (0.014 + random() * 0.028),
        h * (0.16 + random() * 0.1),
        cycle(colours, random() * 6),
      ]
      const lean = random() < 0.1 ? 8 : 0
      const spine =
        rect(0, -tall, wide, tall, colour) +
        rect(0, -tall * 0.86, wide, tall * 0.05, p.paper, { opacity: 0.7 }) +
        rect(wide * 0.3, -tall * 0.66, wide * 0.4, tall * 0.34, p.paper, { opacity: 0.35 })
      books += random() < 0.06 ? '' : moved(x, foot, spine, -lean)
      x += wide + w * 0.002 + (lean ? tall * 0.1 : 0)
    }
    return (
      books +
      rect(0, foot, w, h * 0.028, mix(p.mid, p.ink, 0.2)) +
      rect(0, foot + h * 0.028, w, h * 0.02, p.ink, { opacity: 0.5 })
    )
  }
  return rect(0, 0, w, h, p.ink) + repeat(3, board) + halo(scene, w * 0.3, h * 0.2, h * 0.9, p.pop, 0.3)
}

/** Stairs that go down further than the house does. */
export const stairs: Motif = (scene) => {
  const { w, h, p, random } = scene
  const [x, y] = [w * (0.5 + (random() - 0.5) * 0.06), h * 0.4]
  const flights = repeat(16, (at) => {
    const size = 1.3 * 0.82 ** at
    const [half, tall] = [w * 0.62 * size, h * 0.72 * size]
    const colour = ramp([p.glow, p.far, p.mid, p.near, p.ink], at / 14)
    return moved(
      x,
      y,
      rect(-half, -tall, half * 2, tall * 2, colour) +
        rect(-half, -tall, half * 2, tall * 0.12, mix(colour, p.paper, 0.25)) +
        rect(half * 0.86, -tall, half * 0.14, tall * 2, mix(colour, p.ink, 0.3)),
      at * 9,
    )
  })
  const end = h * 0.055
  return (
    rect(0, 0, w, h, p.ink) +
    flights +
    halo(scene, x, y, end * 4, p.pop, 0.9) +
    moved(x, y, rect(-end * 0.5, -end, end, end * 2, p.pop) + circle(end * 0.3, 0, end * 0.08, p.ink), 0)
  )
}

/** City lights behind a wet pane. */
export const rain: Motif = (scene) => {
  const { w, h, p, random } = scene
  const bokeh = repeat(46, () => {
    const size = h * (0.02 + random() ** 2 * 0.1)
    return circle(
      random() * w,
      h * (0.15 + random() * 0.75),
      size,
      cycle([p.pop, p.glow, p.far, p.mid], random() * 4),
      { opacity: 0.18 + random() * 0.4 },
    )
  })
  const drops = repeat(150, () => {
    const [x, y, r] = [random() * w, random() * h, h * (0.002 + random() ** 3 * 0.012)]
    return (
      circle(x, y, r, p.paper, { opacity: 0.22 }) +
      circle(x - r * 0.3, y - r * 0.3, r * 0.35, p.paper, { opacity: 0.8 })
    )
  })
  const trails = repeat(16, () => {
    const [x, y, long] = [random() * w, random() * h * 0.7, h * (0.08 + random() * 0.26)]
    return (
      rect(x, y, h * 0.006, long, down(scene, [0, p.paper, 0], [1, p.paper, 0.4]), { rx: 3 }) +
      circle(x + h * 0.003, y + long, h * 0.009, p.paper, { opacity: 0.6 })
    )
  })
  return (
    backdrop(scene, [0, p.ink], [0.5, p.sky], [0.8, p.near], [1, p.ink]) +
    stars(scene, 0.2, 10) +
    bokeh +
    trails +
    drops
  )
}
