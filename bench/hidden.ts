/**
 * Whether time tells that a private game exists: 2,000 asks for it and for what does not exist, in turns, by the call and by the page.
 * The aim is medians that differ by 1.2 times at most. Then what the visibility costs lists, each asked for as it is and without
 * the condition: medians of 20 runs in turns, at most 1.15 times.
 */
import { CompiledQuery } from 'kysely'
import { v7 as uuid } from 'uuid'
import { pageQuery } from '../server/catalog/search/list-games.ts'
import { connect, type Database } from '../server/platform/database/database.ts'
import { fillCatalog } from '../server/testing/fixtures/fill-catalog.ts'
import { withHarness } from './harness.ts'
import { median } from './load.ts'
import { sizeOf } from './options.ts'
import { report } from './report.ts'

const GAMES = sizeOf('games', 10_000)
const TIMES = sizeOf('asks', 2_000)
const RUNS = 20
const LISTED_ONLY = " and games.visibility = 'public'"
const SORTS = ['new', 'popular', 'price', 'title', 'updated'] as const

await withHarness(async (harness) => {
  const databaseUrl = await harness.database('hidden')
  await fillCatalog(databaseUrl, GAMES)
  const { db, close } = connect(databaseUrl, console)
  try {
    const { id } = await db.selectFrom('games').select('id').limit(1).executeTakeFirstOrThrow()
    await db.updateTable('games').set({ visibility: 'private' }).where('id', '=', id).execute()
    const { url } = await harness.store(databaseUrl)
    const figures = [
      await compared('the call about a private game', url, (asked) => `/api/games/${asked}`, id),
      await compared('the page of a private game', url, (asked) => `/game/${asked}`, id),
      ...(await listings(db)),
    ]
    report(figures, { games: GAMES, asks: TIMES })
  } finally {
    await close()
  }
})

/** Milliseconds of an answer that is 404. */
async function refusalTime(url: string): Promise<number> {
  const startedAt = performance.now()
  const answer = await fetch(url)
  await answer.arrayBuffer()
  if (answer.status !== 404) throw new Error(`${url} answered ${answer.status}`)
  return performance.now() - startedAt
}

async function compared(what: string, url: string, path: (id: string) => string, id: string) {
  const hidden: number[] = []
  const unknown: number[] = []
  for (let time = 0; time < TIMES; time += 1) {
    hidden.push(await refusalTime(url + path(id)))
    unknown.push(await refusalTime(url + path(uuid())))
  }
  return {
    what,
    value: median(hidden),
    unit: 'ms',
    against: { what: 'an unknown one', value: median(unknown) },
  }
}

async function listings(db: Database) {
  const figures = []
  for (const sort of SORTS) {
    const { sql: text, parameters } = pageQuery({}, { sort }, null, 25).compile(db)
    const run = (query: string) => db.executeQuery(CompiledQuery.raw(query, [...parameters]))
    const asItIs: number[] = []
    const without: number[] = []
    for (let time = 0; time < RUNS; time += 1) {
      asItIs.push(await timed(() => run(text)))
      without.push(await timed(() => run(text.replaceAll(LISTED_ONLY, ''))))
    }
    figures.push({
      what: `a list, ${sort}`,
      value: median(asItIs),
      unit: 'ms',
      against: { what: 'without the visibility', value: median(without) },
    })
  }
  return figures
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}
