import { mix } from './colour.ts'
import { type Face, outlineOf } from './fonts.ts'
import { cycle } from './random.ts'
import { circle, d, rect, repeat, type Scene, shape } from './svg.ts'

/** What a game shows over its picture while it is played. */
export type Words = { face: Face; speaker: string; says: string }
export type Screen = (scene: Scene, words: Words) => string

/** A line of text; `size` is in pixels, `limit` the widest it may be. */
function text(
  face: Face,
  content: string,
  x: number,
  y: number,
  size: number,
  colour: string,
  limit = 9999,
): string {
  const { path, left, right } = outlineOf(face, content)
  const scale = Math.min(size, limit / (right - left))
  return `<path transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${scale.toFixed(1)})" d="${path}" fill="${colour}"/>`
}

/** A box with somebody speaking. */
export const dialogue: Screen = ({ w, h, p }, { face, speaker, says }) => {
  const lines = wrapped(says, 46)
  return (
    rect(w * 0.08, h * 0.7, w * 0.84, h * 0.24, p.ink, {
      opacity: 0.88,
      rx: 10,
      stroke: mix(p.ink, p.paper, 0.4),
      'stroke-width': 2,
    }) +
    rect(w * 0.11, h * 0.655, w * 0.04 + speaker.length * h * 0.024, h * 0.075, p.pop, { rx: 6 }) +
    text(face, speaker, w * 0.13, h * 0.706, h * 0.042, p.ink, speaker.length * h * 0.024) +
    lines
      .map((line, at) => text(face, line, w * 0.11, h * (0.805 + at * 0.07), h * 0.058, p.paper, w * 0.76))
      .join('') +
    shape(d`M${w * 0.885} ${h * 0.9}h${h * 0.03}l${-h * 0.015} ${h * 0.02}Z`, p.pop)
  )
}

/** Health, a map and a belt of things carried. */
export const belt: Screen = ({ w, h, p }) => {
  const slot = (at: number) => {
    const x = w * 0.5 + (at - 3) * h * 0.088
    const held =
      at < 4 ? circle(x + h * 0.038, h * 0.91, h * 0.018, cycle([p.pop, p.glow, p.paper, p.far], at)) : ''
    return (
      rect(x, h * 0.872, h * 0.076, h * 0.076, p.ink, {
        opacity: 0.75,
        rx: 8,
        stroke: at === 2 ? p.pop : p.paper,
        'stroke-width': at === 2 ? 4 : 1,
      }) + held
    )
  }
  return (
    bar(w * 0.04, h * 0.05, w * 0.22, h * 0.022, 0.72, p.pop, p.ink) +
    bar(w * 0.04, h * 0.088, w * 0.16, h * 0.022, 0.5, p.glow, p.ink) +
    repeat(6, slot) +
    rect(w * 0.86, h * 0.05, w * 0.1, w * 0.1, p.ink, { opacity: 0.65, rx: 8 }) +
    shape(
      d`M${w * 0.87} ${h * 0.13}l${w * 0.03} ${-h * 0.05}l${w * 0.02} ${h * 0.06}l${w * 0.03} ${-h * 0.03}v${h * 0.08}h${-w * 0.08}Z`,
      mix(p.paper, p.ink, 0.5),
    ) +
    circle(w * 0.912, h * 0.13, w * 0.008, p.pop)
  )
}

/** The menu that opens on Escape. */
export const menu: Screen = ({ w, h, p }, { face }) => {
  const entries = ['Continue', 'Journal', 'Map', 'Settings', 'Save', 'Leave']
  return (
    rect(0, 0, w * 0.34, h, p.ink, { opacity: 0.84 }) +
    text(face, 'Paused', w * 0.05, h * 0.2, h * 0.09, p.pop) +
    entries
      .map((entry, at) => {
        const y = h * (0.34 + at * 0.09)
        const chosen =
          at === 1
            ? rect(w * 0.035, y - h * 0.055, w * 0.27, h * 0.08, p.paper, { opacity: 0.16, rx: 6 })
            : ''
        return (
          chosen + text(face, entry, w * 0.05, y, h * 0.048, at === 1 ? p.paper : mix(p.paper, p.ink, 0.28))
        )
      })
      .join('')
  )
}

/** A clock that runs out. */
export const timer: Screen = ({ w, h, p, random }, { face }) => {
  const left = `${Math.floor(random() * 4)}:${String(Math.floor(random() * 60)).padStart(2, '0')}`
  return (
    rect(w * 0.4, h * 0.04, w * 0.2, h * 0.12, p.ink, { opacity: 0.7, rx: 10 }) +
    text(face, left, w * 0.445, h * 0.128, h * 0.08, p.paper, w * 0.11) +
    bar(w * 0.3, h * 0.185, w * 0.4, h * 0.02, 0.2 + random() * 0.6, p.pop, p.ink) +
    text(face, 'x 3', w * 0.9, h * 0.1, h * 0.05, p.paper) +
    circle(w * 0.875, h * 0.083, h * 0.022, p.pop)
  )
}

/** Two answers, one of them worse. */
export const choice: Screen = ({ w, h, p }, { face, says }) => {
  const answers = ['Tell the truth', 'Change the subject', 'Say nothing']
  return (
    rect(0, 0, w, h, p.ink, { opacity: 0.66 }) +
    wrapped(says, 40)
      .map((line, at) => text(face, line, w * 0.2, h * (0.24 + at * 0.07), h * 0.05, p.paper, w * 0.62))
      .join('') +
    answers
      .map((answer, at) => {
        const y = h * (0.5 + at * 0.13)
        const [ground, letters] = at === 0 ? [p.pop, p.ink] : [p.ink, p.paper]
        return (
          rect(w * 0.2, y, w * 0.6, h * 0.1, ground, { rx: 8, opacity: at === 0 ? 1 : 0.85 }) +
          text(face, answer, w * 0.225, y + h * 0.066, h * 0.046, letters)
        )
      })
      .join('')
  )
}

/** An editor's tools, its layers and its colours. */
export const workbench: Screen = ({ w, h, p }, { face }) => {
  const layers = ['Sky', 'Back', 'Ground', 'Props']
  const swatches = [p.sky, p.glow, p.far, p.mid, p.near, p.pop, p.paper, p.ink] as [string, ...string[]]
  const layer = (name: string, at: number) => {
    const y = h * (0.12 + at * 0.075)
    return (
      rect(w * 0.815, y, w * 0.17, h * 0.062, at === 2 ? p.pop : p.near, { rx: 4 }) +
      text(face, name, w * 0.825, y + h * 0.045, h * 0.038, at === 2 ? p.ink : p.paper)
    )
  }
  return (
    rect(0, 0, w, h * 0.07, p.ink, { opacity: 0.95 }) +
    text(face, 'File   Edit   View   Help', w * 0.015, h * 0.048, h * 0.036, p.paper) +
    rect(0, h * 0.07, w * 0.06, h, p.ink, { opacity: 0.9 }) +
    repeat(8, (at) =>
      rect(w * 0.012, h * (0.1 + at * 0.09), w * 0.036, w * 0.036, at === 1 ? p.pop : p.near, { rx: 5 }),
    ) +
    rect(w * 0.8, h * 0.07, w * 0.2, h, p.ink, { opacity: 0.9 }) +
    layers.map(layer).join('') +
    repeat(16, (at) =>
      rect(
        w * (0.815 + (at % 4) * 0.044),
        h * (0.46 + Math.floor(at / 4) * 0.08),
        w * 0.038,
        h * 0.066,
        mix(cycle(swatches, at), p.paper, at < 8 ? 0 : 0.35),
        { rx: 4 },
      ),
    )
  )
}

const bar = (
  x: number,
  y: number,
  wide: number,
  tall: number,
  share: number,
  colour: string,
  ground: string,
) =>
  rect(x, y, wide, tall, ground, { opacity: 0.7, rx: tall / 2 }) +
  rect(x + 2, y + 2, (wide - 4) * share, tall - 4, colour, { rx: tall / 2 })

/** A sentence broken into at most two lines. */
function wrapped(sentence: string, longest: number): string[] {
  if (sentence.length <= longest) return [sentence]
  const middle = sentence.lastIndexOf(' ', Math.ceil(sentence.length / 2) + 4)
  return [sentence.slice(0, middle), sentence.slice(middle + 1)]
}
