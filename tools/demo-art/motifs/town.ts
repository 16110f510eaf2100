import { mix, ramp } from '../colour.ts'
import { backdrop, halo, pines, range, ridge, stars, veil } from '../ground.ts'
import { cycle } from '../random.ts'
import { across, circle, d, down, type Motif, rect, repeat, type Scene, shape } from '../svg.ts'

/** A city at night behind its river. */
export const skyline: Motif = (scene) => {
  const { w, h, p, random } = scene
  const [shore, x, y] = [h * 0.74, w * (0.65 + random() * 0.2), h * 0.26]
  const glints = repeat(90, () => {
    const top = shore + random() ** 1.4 * (h - shore)
    const long = w * (0.008 + random() * 0.05)
    const left = random() < 0.4 ? x + (random() - 0.5) * w * 0.16 : random() * w
    return rect(left, top, long, h * 0.0045, random() < 0.6 ? p.pop : p.glow, {
      opacity: 0.12 + random() * 0.4,
    })
  })
  return (
    backdrop(scene, [0, p.ink], [0.35, p.sky], [0.74, mix(p.mid, p.glow, 0.5)], [1, p.near]) +
    stars(scene, 0.45, 50) +
    halo(scene, x, y, h * 0.5, p.pop, 0.4) +
    circle(x, y, h * 0.085, mix(p.pop, p.paper, 0.5)) +
    repeat(3, (layer) => blocks(scene, layer, shore)) +
    rect(0, shore, w, h - shore, down(scene, [0, mix(p.near, p.glow, 0.22)], [1, p.ink])) +
    glints
  )
}

function blocks(scene: Scene, layer: number, shore: number): string {
  const { w, h, p, random } = scene
  const colour = ramp([mix(p.mid, p.glow, 0.25), p.near, p.ink], layer / 2)
  let street = ''
  for (let x = -10; x < w; ) {
    const wide = w * (0.04 + random() * 0.06)
    const tall = h * (0.16 + random() * 0.3 + cycle([0.1, 0, -0.08], layer))
    street += rect(x, shore - tall, wide + 1, tall, colour)
    if (random() < 0.4)
      street += rect(x + wide * 0.45, shore - tall - h * 0.05, wide * 0.06, h * 0.05, colour)
    if (layer > 0) street += lights(scene, x, shore - tall, wide, shore, layer === 1 ? 0.22 : 0.3)
    x += wide + (random() < 0.25 ? w * 0.012 : 0)
  }
  return street + (layer < 2 ? veil(scene, shore - h * 0.3, h * 0.3, p.glow, 0.14) : '')
}

function lights(
  { p, random }: Scene,
  x: number,
  top: number,
  wide: number,
  foot: number,
  share: number,
): string {
  const gap = wide / 5
  let lit = ''
  for (let row = top + gap; row < foot - gap * 1.2; row += gap * 1.35)
    for (let column = x + gap * 0.6; column < x + wide - gap * 0.8; column += gap * 1.1)
      if (random() < share)
        lit += rect(
          column,
          row,
          gap * 0.55,
          gap * 0.75,
          random() < 0.75 ? mix(p.pop, p.paper, 0.3) : p.glow,
          { opacity: 0.55 + random() * 0.45 },
        )
  return lit
}

/** A motel sign, a striped sun and a road that leads to it. */
export const motel: Motif = (scene) => {
  const { w, h, p, random } = scene
  const [ground, x, y, r] = [h * 0.78, w * 0.36, h * 0.6, h * 0.3]
  const bars = repeat(5, (at) => {
    const below = r * (0.05 + at * 0.2)
    const half = Math.sqrt(r * r - below * below) + 1
    return rect(x - half, y + below, half * 2, r * (0.03 + at * 0.022), mix(p.far, p.glow, at / 5))
  })
  const dashes = repeat(6, (at) => {
    const t = (at / 6) ** 1.6
    return shape(
      d`M${x - w * (0.002 + 0.004 * t)} ${ground + (h - ground) * t}h${w * (0.005 + 0.009 * t)}l${w * 0.003} ${(h - ground) * 0.09 * (0.3 + t)}h${-w * (0.008 + 0.012 * t)}Z`,
      p.pop,
    )
  })
  return (
    backdrop(scene, [0, p.sky], [0.4, p.mid], [0.66, p.far], [0.78, p.glow], [1, p.near]) +
    halo(scene, x, y, h * 0.7, p.pop, 0.4) +
    circle(x, y, r, down(scene, [0, p.paper], [0.5, p.pop], [1, p.far])) +
    bars +
    range(scene, ridge(random, w, ground - h * 0.04, h * 0.09, 0.45, 5), p.mid) +
    rect(0, ground, w, h, p.ink) +
    shape(
      d`M${x - w * 0.01} ${ground}h${w * 0.02}L${x + w * 0.3} ${h}h${-w * 0.58}Z`,
      mix(p.ink, p.near, 0.5),
    ) +
    dashes +
    palm(scene, w * 0.07, ground + h * 0.03, h * 0.5) +
    palm(scene, w * 0.16, ground + h * 0.02, h * 0.36) +
    vacancySign(scene, w * 0.76, h * 0.3, ground)
  )
}

function palm({ p, random }: Scene, x: number, foot: number, tall: number): string {
  const top = foot - tall
  const crown = x + tall * 0.04
  const leaves = repeat(8, (at) => {
    const angle = ((at * 33 - 200 + random() * 12) * Math.PI) / 180
    const long = tall * (0.3 + random() * 0.08)
    const [across, down] = [Math.cos(angle) * long, Math.sin(angle) * long]
    return d`M${crown} ${top}Q${crown + across * 0.55} ${top + down * 0.8 - long * 0.1} ${crown + across} ${top + down * 0.62 + long * 0.2}Q${crown + across * 0.5} ${top + down * 0.5 + long * 0.08} ${crown} ${top}Z`
  })
  const trunk = d`M${x - tall * 0.014} ${foot}Q${x - tall * 0.064} ${foot - tall * 0.5} ${crown} ${top}Q${x - tall * 0.036} ${foot - tall * 0.5} ${x + tall * 0.014} ${foot}Z`
  return shape(trunk + leaves, p.ink)
}

function vacancySign(scene: Scene, x: number, y: number, ground: number): string {
  const { w, h, p } = scene
  const u = h * 0.012
  const bow = (r: number, colour: string) =>
    shape(d`M${x - u * r} ${y - u * 6}A${u * r} ${u * r} 0 0 1 ${x + u * r} ${y - u * 6}`, 'none', {
      stroke: colour,
      'stroke-width': u * 1.1,
    })
  return (
    rect(x - u, y, u * 2, ground - y + 6, p.ink) +
    halo(scene, x, y + u * 4, h * 0.34, p.pop, 0.45) +
    rect(x - u * 12, y - u * 4, u * 24, u * 11, p.ink, { stroke: p.pop, 'stroke-width': u * 0.7 }) +
    repeat(5, (at) =>
      rect(
        x + u * (at * 4 - 9.6),
        y - u * 1.4,
        u * 2.6,
        u * 5.6,
        at === 3 ? mix(p.far, p.ink, 0.5) : p.paper,
        { rx: u * 0.6 },
      ),
    ) +
    bow(9, p.glow) +
    bow(6, p.pop) +
    rect(w * 0.58, ground - u * 9, w * 0.5, u * 9.5, p.ink) +
    repeat(7, (at) =>
      rect(w * (0.6 + at * 0.062), ground - u * 6.4, w * 0.026, u * 4.4, at % 3 === 1 ? p.pop : p.near),
    )
  )
}

/** A lit train on a viaduct. */
export const train: Motif = (scene) => {
  const { w, h, p, random } = scene
  const [x, y, deck, u] = [w * 0.24, h * 0.26, h * 0.66, h * 0.012]
  const hills = [mix(p.far, p.glow, 0.3), p.mid, p.near].map(
    (colour, at) =>
      range(scene, ridge(random, w, h * (0.6 + at * 0.09), h * 0.2, 0.5), colour) +
      veil(scene, h * 0.5, h * 0.4, p.glow, 0.14),
  )
  const viaduct = repeat(10, (at) => {
    const left = w * (at * 0.115 - 0.03)
    return (
      rect(left, deck, w * 0.018, h, p.ink) +
      shape(
        d`M${left + w * 0.018} ${deck + u * 2}H${left + w * 0.115}V${deck + h * 0.11}A${w * 0.0485} ${h * 0.085} 0 0 0 ${left + w * 0.018} ${deck + h * 0.11}Z`,
        p.ink,
      )
    )
  })
  return (
    backdrop(scene, [0, p.ink], [0.5, p.sky], [0.8, mix(p.mid, p.glow, 0.55)], [1, p.glow]) +
    stars(scene, 0.4, 70) +
    halo(scene, x, y, h * 0.5, p.paper, 0.55) +
    circle(x, y, h * 0.11, mix(p.pop, p.paper, 0.55)) +
    circle(x + h * 0.03, y - h * 0.02, h * 0.018, p.pop, { opacity: 0.5 }) +
    circle(x - h * 0.035, y + h * 0.03, h * 0.026, p.pop, { opacity: 0.4 }) +
    hills.join('') +
    rect(0, deck, w, u * 2.2, p.ink) +
    viaduct +
    carriages(scene, deck - u * 6.4, u) +
    pines(scene, h, h * 0.16, p.ink, 0.9)
  )
}

function carriages(scene: Scene, top: number, u: number): string {
  const { w, p, random } = scene
  const wide = w * 0.128
  const carriage = (at: number) => {
    const x = w * 0.1 + at * (wide + u * 0.7)
    const panes = repeat(5, (pane) =>
      rect(
        x + wide * (0.08 + pane * 0.18),
        top + u * 1.3,
        wide * 0.11,
        u * 1.9,
        random() < 0.85 ? p.pop : p.near,
        { rx: u * 0.3 },
      ),
    )
    return rect(x, top, wide, u * 5.6, p.ink, { rx: u }) + panes
  }
  const front = w * 0.1 + 5 * (wide + u * 0.7)
  const beam = across(scene, [0, p.pop, 0.75], [1, p.pop, 0])
  return (
    repeat(5, carriage) +
    shape(d`M${front} ${top}h${wide}q${u * 5} ${u * 0.6} ${u * 6} ${u * 5.6}H${front}Z`, p.ink) +
    rect(front + wide * 0.86, top + u * 1.2, wide * 0.12, u * 1.8, p.paper) +
    shape(d`M${front + wide + u * 5} ${top + u * 4}L${w * 1.05} ${top - u * 2}V${top + u * 11}Z`, beam)
  )
}

/** A diner, its guests and the wet street before it. */
export const diner: Motif = (scene) => {
  const { w, h, p, random } = scene
  const [u, left, right, top, ground] = [h * 0.012, w * 0.16, w * 0.84, h * 0.4, h * 0.7]
  const wide = (right - left - u * 4) / 7
  const warm = down(scene, [0, p.pop], [1, p.glow])
  const bay = (at: number) => {
    const x = left + u * 2 + at * wide
    if (at === 3)
      return (
        rect(x + u * 0.6, top + u * 3, wide - u * 1.2, ground - top - u * 3, p.ink) +
        rect(x + u * 1.4, top + u * 4, wide - u * 2.8, u * 11, warm)
      )
    const guest =
      at % 3 === 0 || random() < 0.5
        ? sitter(x + wide / 2 + u * (random() * 2 - 1), top + u * 10, u, p.ink)
        : ''
    return rect(x + u * 0.6, top + u * 3, wide - u * 1.2, u * 12, warm) + guest
  }
  const puddles = repeat(60, () =>
    rect(
      left + random() * (right - left),
      ground + random() * (h - ground),
      w * (0.01 + random() * 0.05),
      h * 0.004,
      random() < 0.5 ? p.pop : p.glow,
      { opacity: 0.15 + random() * 0.35 },
    ),
  )
  return (
    backdrop(scene, [0, p.ink], [0.6, p.near], [1, p.mid]) +
    stars(scene, 0.4, 60) +
    halo(scene, w / 2, h * 0.62, h * 0.7, p.glow, 0.5) +
    halfMoon(scene, w / 2, h * 0.22, top) +
    rect(left - u * 3, top - u * 3.4, right - left + u * 6, u * 3.6, p.far, { rx: u * 1.6 }) +
    rect(left - u * 3, top - u * 2, right - left + u * 6, u * 0.6, p.paper) +
    rect(left, top, right - left, ground - top, p.near) +
    repeat(7, bay) +
    rect(left, top + u * 17, right - left, u, p.pop, { opacity: 0.8 }) +
    rect(left, top + u * 19.2, right - left, u * 0.7, p.far) +
    rect(0, ground, w, h - ground, p.ink) +
    puddles
  )
}

const sitter = (x: number, y: number, u: number, colour: string) =>
  circle(x, y, u * 1.1, colour) +
  shape(
    d`M${x - u * 2.4} ${y + u * 5}q${u * 0.2} ${-u * 4} ${u * 2.4} ${-u * 4}t${u * 2.4} ${u * 4}Z`,
    colour,
  )

function halfMoon(scene: Scene, x: number, y: number, roof: number): string {
  const { h, p } = scene
  const [u, r] = [h * 0.012, h * 0.13]
  return (
    halo(scene, x, y, h * 0.4, p.pop, 0.55) +
    shape(d`M${x - r} ${y}A${r} ${r} 0 0 1 ${x + r} ${y}Z`, 'none', {
      stroke: p.pop,
      'stroke-width': u * 1.1,
      'stroke-linejoin': 'round',
    }) +
    shape(
      d`M${x - r * 0.66} ${y - u * 1.4}A${r * 0.66} ${r * 0.66} 0 0 1 ${x + r * 0.66} ${y - u * 1.4}`,
      'none',
      { stroke: p.paper, 'stroke-width': u * 0.7 },
    ) +
    rect(x - r * 0.8, y + u * 1.6, u * 0.7, roof - y, p.ink) +
    rect(x + r * 0.8 - u * 0.7, y + u * 1.6, u * 0.7, roof - y, p.ink)
  )
}

/** A hill of cubes with lights in some. */
export const cubes: Motif = (scene) => {
  const { w, h, p, random } = scene
  const [u, count] = [h * 0.062, 13]
  const pile = repeat(count * count, (at) => {
    const [column, row] = [at % count, Math.floor(at / count)]
    const rise = Math.max(0, Math.round((7.5 - Math.hypot(column - 6, row - 6)) * 0.75 + random() * 2.6))
    const [x, y, lift] = [w / 2 + (column - row) * u, h * 0.36 + (column + row) * u * 0.5, rise * u * 0.62]
    return (
      cube(scene, x, y - lift, lift, u, (column + row) / (2 * count)) +
      (rise > 2 ? cubeLights(scene, x, y - lift, rise, u) : '')
    )
  })
  return (
    backdrop(scene, [0, p.sky], [0.7, mix(p.far, p.glow, 0.5)], [1, p.glow]) +
    halo(scene, w * 0.75, h * 0.18, h * 0.5, p.pop, 0.7) +
    circle(w * 0.75, h * 0.18, h * 0.07, p.pop) +
    pile
  )
}

function cube({ p, random }: Scene, x: number, y: number, lift: number, u: number, depth: number): string {
  const top = ramp([p.glow, p.far, mix(p.far, p.pop, 0.35)], random() * 0.6 + (lift / u) * 0.08)
  return (
    shape(d`M${x} ${y}l${u} ${u / 2}l${-u} ${u / 2}l${-u} ${-u / 2}Z`, top) +
    shape(
      d`M${x - u} ${y + u / 2}l${u} ${u / 2}v${lift + u * 2.2}l${-u} ${-u / 2}Z`,
      ramp([p.mid, p.near], depth * 0.7),
    ) +
    shape(
      d`M${x + u} ${y + u / 2}l${-u} ${u / 2}v${lift + u * 2.2}l${u} ${-u / 2}Z`,
      ramp([p.near, p.ink], depth * 0.7),
    )
  )
}

const cubeLights = ({ p, random }: Scene, x: number, y: number, rise: number, u: number) =>
  repeat(rise - 1, (at) => {
    if (random() < 0.6) return ''
    const [top, side] = [y + u * (1.02 + at * 0.58), u * 0.22]
    return shape(
      d`M${x - u * 0.72} ${top - u * 0.06}l${side} ${side / 2}v${side * 1.3}l${-side} ${-side / 2}Z`,
      p.pop,
    )
  })
