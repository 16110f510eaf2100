import type { Random } from './random.ts'
import {
  circle,
  d,
  down,
  type Point,
  polyline,
  radial,
  rect,
  repeat,
  type Scene,
  type Stop,
  shape,
} from './svg.ts'

/** The whole picture filled from top to bottom. */
export const backdrop = (scene: Scene, ...stops: Stop[]): string =>
  rect(0, 0, scene.w, scene.h, down(scene, ...stops))

/** A round light that fades out. */
export const halo = (
  scene: Scene,
  x: number,
  y: number,
  r: number,
  colour: string,
  strength = 0.55,
): string =>
  circle(x, y, r, radial(scene, {}, [0, colour, strength], [0.35, colour, strength * 0.45], [1, colour, 0]))

/** Mist that thickens towards its lower edge. */
export const veil = (scene: Scene, y: number, height: number, colour: string, strength: number): string =>
  rect(0, y, scene.w, height, down(scene, [0, colour, 0], [1, colour, strength]))

/** Stars over the upper `share` of the picture. */
export const stars = ({ w, h, p, random }: Scene, share: number, count: number): string =>
  repeat(count, () => {
    const size = random()
    return circle(random() * w, random() * h * share, 0.6 + size * size * 2.4, p.paper, {
      opacity: 0.25 + size * 0.7,
    })
  })

/** The line of a mountain range across the picture (midpoint displacement). */
export function ridge(
  random: Random,
  w: number,
  base: number,
  height: number,
  rough = 0.52,
  rounds = 7,
): Point[] {
  let heights = [random() - 0.5, random() - 0.5]
  for (let round = 0, spread = 0.5; round < rounds; round++, spread *= rough) {
    heights = heights.flatMap((here, at) => {
      const next = heights[at + 1]
      return next === undefined ? [here] : [here, (here + next) / 2 + (random() - 0.5) * spread * 2]
    })
  }
  return heights.map((value, at) => [(at / (heights.length - 1)) * w, base - value * height])
}

/** A mountain range filled down to the lower edge. */
export const range = ({ w, h }: Scene, line: Point[], fill: string): string =>
  shape(d`${polyline(line)}L${w} ${h}L0 ${h}Z`, fill)

/** A row of firs that closes the foreground. */
export function pines(
  { w, random }: Scene,
  base: number,
  height: number,
  colour: string,
  density = 1,
): string {
  let path = ''
  for (let x = -20; x < w + 20; x += (10 + random() * 26) / density) {
    const tall = height * (0.45 + random() * 0.75)
    const foot = base + (random() - 0.5) * 14
    path += d`M${x} ${foot - tall}L${x + tall * 0.2} ${foot + 30}L${x - tall * 0.2} ${foot + 30}Z`
  }
  return shape(path, colour)
}
