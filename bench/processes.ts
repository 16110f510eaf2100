/**
 * Processor time of a request with two web processes on one database, against one process: of the app, of the database and of
 * whoever asks; and how many requests a second that makes. The aim is at most 1.15 times, app and database together.
 */
import { accessTokens } from '../server/accounts/sessions/access-token.ts'
import { systemClock } from '../server/platform/clock.ts'
import { connect } from '../server/platform/database/database.ts'
import { A_WORD, fillCatalog } from '../server/testing/fixtures/fill-catalog.ts'
import { signedIn } from '../server/testing/fixtures/people.ts'
import { type Harness, type RunningStore, SECRET_KEY, withHarness } from './harness.ts'
import { fromManyAddresses, load, median, processorMs, processorMsOfDatabase } from './load.ts'
import { sizeOf } from './options.ts'
import { type Figure, report } from './report.ts'

const GAMES = sizeOf('games', 1_000)
const SECONDS = sizeOf('seconds', 5)
const ROUNDS = 3
const CONNECTIONS = 20

/** The only one requested by a signed-in user. */
const MINE = '/api/orders?limit=10'
const REQUESTS = {
  'a list from the cache': '/api/games?limit=24',
  'a search made anew': `/api/games?limit=24&q=${A_WORD}&anew=1`,
  'a game made anew': '/api/games/game-1?anew=1',
  'my orders': MINE,
}

/** Processes that answer from one database, for a visitor who is signed in there. */
type Side = { stores: RunningStore[]; databaseUrl: string; token: string }
/** For one request, in microseconds. */
type Cost = { app: number; database: number; generator: number; perSecond: number }

await withHarness(async (harness) => {
  const one = await start(harness, 'one', 1)
  const two = await start(harness, 'two', 2)
  for (const [name, path] of Object.entries(REQUESTS)) {
    const costs = { one: [] as Cost[], two: [] as Cost[] }
    for (let round = 0; round <= ROUNDS; round += 1) {
      const [ofOne, ofTwo] = [await measure(one, path), await measure(two, path)]
      if (round === 0) continue // warms up
      costs.one.push(ofOne)
      costs.two.push(ofTwo)
    }
    report(figures(name, costs.two, costs.one), { games: GAMES })
  }
})

async function start(harness: Harness, name: string, processes: number): Promise<Side> {
  const databaseUrl = await harness.database(name)
  await fillCatalog(databaseUrl, GAMES)
  const stores: RunningStore[] = []
  for (let nth = 0; nth < processes; nth += 1) stores.push(await harness.store(databaseUrl))
  const { db, close } = connect(databaseUrl, console)
  const tokens = accessTokens([SECRET_KEY], systemClock)
  const { token } = await signedIn({ db, url: '', tokens }).finally(close)
  return { stores, databaseUrl, token }
}

/** The same number of connections, however many processes share them. */
async function measure({ stores, databaseUrl, token }: Side, path: string): Promise<Cost> {
  const spent = async () => ({
    app: (await Promise.all(stores.map(({ pid }) => processorMs(pid)))).reduce((sum, ms) => sum + ms, 0),
    database: await processorMsOfDatabase(databaseUrl),
    generator: (process.cpuUsage().user + process.cpuUsage().system) / 1_000,
  })
  const before = await spent()
  const rates = await Promise.all(
    stores.map(({ url }) =>
      load(
        {
          name: path,
          url: url + path,
          headers: path === MINE ? { authorization: `Bearer ${token}` } : {},
          setupRequest: fromManyAddresses(),
        },
        SECONDS,
        CONNECTIONS / stores.length,
      ),
    ),
  )
  const after = await spent()
  const perSecond = rates.reduce((sum, rate) => sum + rate, 0)
  const each = (ms: number) => (1_000 * ms) / (perSecond * SECONDS)
  return {
    app: each(after.app - before.app),
    database: each(after.database - before.database),
    generator: each(after.generator - before.generator),
    perSecond,
  }
}

function figures(name: string, two: readonly Cost[], one: readonly Cost[]): Figure[] {
  const parts: Record<string, (cost: Cost) => number> = {
    'app and database': ({ app, database }) => app + database,
    app: ({ app }) => app,
    database: ({ database }) => database,
    generator: ({ generator }) => generator,
  }
  const figure = (what: string, unit: string, of: (cost: Cost) => number): Figure => ({
    what: `${name}, two processes: ${what}`,
    value: median(two.map(of)),
    unit,
    against: { what: 'one process', value: median(one.map(of)) },
  })
  return [
    ...Object.entries(parts).map(([part, of]) => figure(part, 'µs of processor', of)),
    figure('throughput', 'requests / s', ({ perSecond }) => perSecond),
  ]
}
