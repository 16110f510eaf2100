import type { GamesQuery } from '@nofiller/contract/catalog/catalog'
import { CompiledQuery, sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '../../platform/database/database.ts'
import { fillCatalog } from '../../testing/fixtures/fill-catalog.ts'
import { MANY_GAMES } from '../../testing/rounds.ts'
import { openTestStore, type TestStore } from '../../testing/store.ts'
import { pageQuery } from './list-games.ts'

const stores: TestStore[] = []
beforeAll(async () => {
  for (const games of [100, MANY_GAMES]) {
    const store = await openTestStore()
    stores.push(store)
    await fillCatalog(store.databaseUrl, games)
  }
}, 300_000)
afterAll(async () => {
  for (const store of stores) await store.close()
})

type Plan = {
  'Node Type': string
  'Index Name'?: string
  'Actual Loops': number
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  Plans?: Plan[]
}

/** The indexes of games that a page is read by. */
async function indexesOf(db: Database, query: GamesQuery): Promise<string[]> {
  const { sort = 'match', ...filter } = query
  return db.transaction().execute(async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx) // a hundred games are read faster without any index
    const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: Plan }] }>`
      explain (analyze, format json) ${pageQuery(filter, { sort, start: 0.5 }, null, 25)}`.execute(tx)
    const plan = rows[0]?.['QUERY PLAN'][0].Plan
    return plan ? [...new Set(namesIn(plan))].filter((name) => name.startsWith('games_')).sort() : []
  })
}

/** Parts that were planned and not needed do not count. */
const namesIn = (plan: Plan): string[] =>
  plan['Actual Loops'] === 0
    ? []
    : [...(plan['Index Name'] ? [plan['Index Name']] : []), ...(plan.Plans ?? []).flatMap(namesIn)]

const RARE = { q: 'corgate ambe', tag: 'rpg', device: 'Linux', exclude: 'horror' } as const

it.each<[GamesQuery, string]>([
  [RARE, 'games_search'],
  [{ ...RARE, sort: 'new' }, 'games_search'],
  [{ ...RARE, sort: 'price' }, 'games_search'],
  [{}, 'games_newest'],
  [{ sort: 'popular' }, 'games_by_popularity'],
  [{ sort: '-price', category: 'SFW' }, 'games_price'],
  [{ sort: 'title' }, 'games_title'],
  [{ sort: 'updated' }, 'games_updated'],
])('answers %j with the same indexes in a small and a large catalog', async (query, index) => {
  const [small, large] = await Promise.all(stores.map(({ db }) => indexesOf(db, query)))
  expect(large).toEqual(small)
  expect(large).toContain(index)
})

it('reads games in index order when many are found', async () => {
  const large = stores[1]
  for (const [sort, index] of [
    ['new', 'games_newest'],
    ['popular', 'games_by_popularity'],
    ['title', 'games_title'],
  ] as const)
    expect(large && (await indexesOf(large.db, { tag: 'rpg', sort }))).toContain(index)
})

const LISTED_ONLY = " and games.visibility = 'public'"

/** The plan of a page, and the blocks that it reads, as it is or without a part of its text. */
async function pageRead(db: Database, query: GamesQuery, without?: string) {
  const { sort = 'match', ...filter } = query
  const page = pageQuery(filter, { sort, start: 0.5 }, null, 25).compile(db)
  if (without !== undefined) expect(page.sql).toContain(without)
  const text = without === undefined ? page.sql : page.sql.replaceAll(without, '')
  const { rows } = await db.executeQuery<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
    CompiledQuery.raw(`explain (analyze, buffers, format json) ${text}`, [...page.parameters]),
  )
  const plan = rows[0]?.['QUERY PLAN'][0].Plan
  if (!plan) throw new Error('a plan without rows')
  return { indexes: namesIn(plan).sort(), blocks: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'] }
}

it.each<GamesQuery>([
  RARE,
  { ...RARE, sort: 'new' },
  {},
  { sort: 'popular' },
  { sort: '-price', category: 'SFW' },
  { sort: 'title' },
  { sort: 'updated' },
  { sort: 'discount' },
  { sort: 'random' },
  { tag: 'rpg', sort: 'new' },
])('LA1 the visibility costs %j no other index and 1.05 times the blocks at most', async (query) => {
  const large = stores[1]
  if (!large) throw new Error('the large store is missing')
  await pageRead(large.db, query) // what is read once of the catalog's tables is in the cache of the connection
  const asItIs = await pageRead(large.db, query)
  const without = await pageRead(large.db, query, LISTED_ONLY)
  expect(asItIs.indexes).toEqual(without.indexes)
  expect(asItIs.blocks).toBeLessThanOrEqual(1.05 * without.blocks)
})
