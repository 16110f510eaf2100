import { PRICE_CHOICES } from '@nofiller/contract/catalog/browsing'
import type { ContentView } from '@nofiller/contract/catalog/content-choice'
import { CONTENT_CATEGORIES, PROJECT_TYPES, STAGES } from '@nofiller/contract/catalog/game-kinds'
import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { unlimited } from '../../platform/http/audience.ts'
import { addGame } from '../../testing/fixtures/games.ts'
import { signedIn } from '../../testing/fixtures/people.ts'
import { propertyRuns } from '../../testing/properties.ts'
import { useTestStore } from '../../testing/store.ts'
import { gameFacets } from './facets.ts'
import type { GamesFilter } from './filter.ts'
import { listGames } from './list-games.ts'

/** Sections, tags that contain one, and tags that differ in case and accents alone. */
const TAGS = [
  'horror',
  'Horror',
  'psychological horror',
  'RPG',
  'jrpg',
  'Café',
  'cafe',
  'Slow Burn',
  'cozy',
  'Noir',
]
const DEVICES = ['Windows', 'Linux', 'Web'] as const
const PRICES = [0, 1, 499, 500, 999, 1000, 2500]

const test = useTestStore()
beforeAll(async () => {
  const { id: developerId } = await signedIn(test, 'developer')
  const seed = 20_261_122
  const pick = <Value>(values: readonly Value[], n: number) => values[n % values.length] as Value // never empty
  for (const [at, n] of fc.sample(fc.nat(1_000_000), { numRuns: 60, seed }).entries())
    await addGame(test, {
      developerId,
      files: [],
      title: pick(['Night Ferry', 'Lantern', 'Orchard'], n) + at,
      tags: TAGS.filter((_, tag) => (n >> tag) % 3 === 0),
      devices: DEVICES.filter((_, device) => (n >> device) % 2 === 0),
      priceCents: pick(PRICES, n),
      category: pick(CONTENT_CATEGORIES, n >> 3),
      projectType: pick(PROJECT_TYPES, n >> 4),
      stage: pick(STAGES, n >> 5),
    })
})

const maybe = <Value>(values: readonly Value[]) =>
  fc.option(fc.constantFrom(...values), { nil: undefined, freq: 2 })
const aFilter: fc.Arbitrary<GamesFilter> = fc.record({
  q: maybe(['night', 'lan', 'noir']),
  tag: maybe(TAGS),
  exclude: maybe(TAGS),
  category: maybe(CONTENT_CATEGORIES),
  device: maybe(DEVICES),
  type: maybe(PROJECT_TYPES),
  stage: maybe(STAGES),
  price: maybe([...PRICE_CHOICES, '4-20', '-5']),
})

const FILTERS = {
  tags: 'tag',
  category: 'category',
  device: 'device',
  type: 'type',
  stage: 'stage',
  price: 'price',
} as const

it('the count beside a filter is the number of games it then lists', async () => {
  const views: ContentView[] = ['show', 'sfw']
  await fc.assert(
    fc.asyncProperty(aFilter, fc.constantFrom(...views), fc.nat(), async (filter, view, n) => {
      const facets = await gameFacets(test.db, unlimited(view), filter)
      const offered = Object.entries(facets).flatMap(
        ([name, values]) =>
          values.map((counted) => ({ ...counted, name: FILTERS[name as keyof typeof FILTERS] })), // its keys are these
      )
      const one = offered[n % Math.max(offered.length, 1)]
      if (!one) return
      const value = one.name === 'tag' && filter.tag ? `${filter.tag},${one.value}` : one.value
      const { total } = await listGames(test.db, unlimited(view), { ...filter, [one.name]: value, limit: 1 })
      expect([one.name, one.value, one.count]).toEqual([one.name, one.value, total])
    }),
    { numRuns: propertyRuns(60) },
  )
})

it('W4 content limits that hide nothing use the stored counts', async () => {
  const nothing = { codes: [999], blocks: null } // a code that no game has
  for (const view of ['show', 'sfw'] as const)
    expect(await gameFacets(test.db, { view, hidden: nothing }, {})).toEqual(
      await gameFacets(test.db, unlimited(view), {}),
    )
})
