import { expect, it } from 'vitest'
import { piecesOf } from './count-pairs.ts'

const pairsOf = ([from, to]: [number, number]) => (to * (to - 1) - (from - 1) * (from - 2)) / 2

it.each([1, 2, 2_236, 2_237, 10_000])(
  'The pieces of %i games hold each once, and few pairs each',
  (games) => {
    const pieces = piecesOf(games)
    const numbers = pieces.flatMap(([from, to]) =>
      Array.from({ length: to - from + 1 }, (_, nth) => from + nth),
    )
    expect(numbers).toEqual(Array.from({ length: games }, (_, nth) => nth + 1))
    expect(Math.max(...pieces.map(pairsOf))).toBeLessThanOrEqual(2_500_000)
    expect(pieces.reduce((sum, piece) => sum + pairsOf(piece), 0)).toBe((games * (games - 1)) / 2)
  },
)
