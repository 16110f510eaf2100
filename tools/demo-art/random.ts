export { hash, type Random, randomOf } from '../../demo/random.ts'

/** The item at a position of a list that begins again after its end. */
export const cycle = <T>(items: readonly [T, ...T[]], at: number): T =>
  items[Math.floor(at) % items.length] ?? items[0]
