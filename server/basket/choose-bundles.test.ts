import { OPEN_BUNDLES_MAX } from '@nofiller/contract/bundles/bundle-rules'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { chooseBundles } from './choose-bundles.ts'

type Saving = { gameIds: string[]; savedCents: number }

const anyBundle: fc.Arbitrary<Saving> = fc.record({
  gameIds: fc.uniqueArray(fc.constantFrom(...'ABCDEFGH'), { minLength: 2, maxLength: 4 }),
  savedCents: fc.integer({ min: 0, max: 1_000 }),
})

const sharesNoGame = (bundles: readonly Saving[]) => {
  const games = bundles.flatMap(({ gameIds }) => gameIds)
  return new Set(games).size === games.length
}
const savedBy = (bundles: readonly Saving[]) => bundles.reduce((sum, { savedCents }) => sum + savedCents, 0)

/** By every set of existing bundles. */
function mostSaved(bundles: readonly Saving[]): number {
  const sets = Array.from({ length: 2 ** bundles.length }, (_, set) =>
    bundles.filter((_bundle, at) => (set >> at) & 1),
  )
  return Math.max(...sets.filter(sharesNoGame).map(savedBy))
}

it('counts a game for one bundle only, and saves as much as any valid choice', () => {
  fc.assert(
    fc.property(fc.array(anyBundle, { maxLength: 9 }), (bundles) => {
      const chosen = chooseBundles(bundles)
      expect(sharesNoGame(chosen)).toBe(true)
      expect(chosen.every((bundle) => bundles.includes(bundle))).toBe(true)
      expect(savedBy(chosen)).toBe(mostSaved(bundles))
    }),
  )
})

it('leaves out a bundle that saves nothing', () => {
  expect(chooseBundles([{ gameIds: ['A', 'B'], savedCents: 0 }])).toEqual([])
})

it.each([[[1]], [[1, 7]], [[1, 7, 12]], [[1, 5, 11, 19]]])(
  'chooses among the largest allowed number of bundles in time, each with a competing bundle %j places away',
  (steps) => {
    const games = Array.from({ length: OPEN_BUNDLES_MAX }, (_, at) =>
      steps.flatMap((step) => [
        `${at}+${step}`,
        `${(at - step + OPEN_BUNDLES_MAX) % OPEN_BUNDLES_MAX}+${step}`,
      ]),
    )
    const bundles = games.map((gameIds, at) => ({ gameIds, savedCents: 100 + ((at * 37) % 17) }))
    const chosen = chooseBundles(bundles)
    expect(sharesNoGame(chosen)).toBe(true)
    expect(chosen.length).toBeGreaterThan(5)
  },
)

/** Each of the bundles shares games with `ties` random others, as a seller could arrange it to keep a store busy. */
const entangled = (ties: number) =>
  fc
    .array(fc.nat(OPEN_BUNDLES_MAX - 1), {
      minLength: OPEN_BUNDLES_MAX * ties,
      maxLength: OPEN_BUNDLES_MAX * ties,
    })
    .map((others) =>
      Array.from({ length: OPEN_BUNDLES_MAX }, (_, at) =>
        others.flatMap((other, tie) => (tie % OPEN_BUNDLES_MAX === at || other === at ? [`${tie}`] : [])),
      ),
    )

it.each([2, 3, 4])('chooses quickly among bundles that overlap on purpose, each with %i others', (ties) => {
  fc.assert(
    fc.property(entangled(ties), (games) => {
      let reads = 0
      const bundles = games.map((gameIds, at) => ({
        gameIds,
        get savedCents() {
          reads += 1
          return 100 + ((at * 37) % 17)
        },
      }))
      const chosen = chooseBundles(bundles)
      const isComplete = bundles.every(
        (bundle) => chosen.includes(bundle) || !sharesNoGame([...chosen, bundle]),
      )
      expect(sharesNoGame(chosen) && isComplete).toBe(true)
      expect(reads).toBeLessThan(30_000)
    }),
    { numRuns: 20 },
  )
})
