import { randomOf } from '@nofiller/demo/random'
import { v4, v7 } from 'uuid'

/** Time-ordered ids that are the same each time the demo is planted at the same moment. */
export function idMaker(seed: string): (at: Date) => string {
  const random = randomOf(seed)
  return (at) => v7({ msecs: at.getTime(), random: bytesOf(random) })
}

/** Ids that nobody guesses on a real store; here from a seed, because the demo is the same for all. */
export function randomIdMaker(seed: string): () => string {
  const random = randomOf(seed)
  return () => v4({ random: bytesOf(random) })
}

const bytesOf = (random: () => number): Uint8Array =>
  Uint8Array.from({ length: 16 }, () => Math.floor(random() * 256))
