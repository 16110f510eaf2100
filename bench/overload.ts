/**
 * What becomes of a store that is asked five times as much as it can answer (R12): how soon it refuses, how long what it takes
 * takes, whether its health says so on a port of its own, and how soon all is as before. The load is bounded: so many requests a
 * second, of which at most so many are open.
 * It comes on connections that are open already and kept alive, as nginx keeps its own alive: Node accepts one new connection a turn
 * of its loop, so that hundreds at once wait for each other.
 */
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { COMMON_WORDS, fillCatalog } from '../server/testing/fixtures/fill-catalog.ts'
import { freePort, withHarness } from './harness.ts'
import { percentile } from './load.ts'
import { sizeOf } from './options.ts'
import { type Figure, report } from './report.ts'

const GAMES = 1_000
const MAX_IN_FLIGHT = 16
const TIMES_CAPACITY = 5
const OVERLOAD_SECONDS = sizeOf('seconds', 20)
const CAPACITY_SECONDS = 5
const OPEN_MAX = 250
const TICK_MS = 5

type Answer = { status: number; ms: number; retryAfter: string | undefined }

await withHarness(async (harness) => {
  const databaseUrl = await harness.database('overload')
  await fillCatalog(databaseUrl, GAMES)
  const healthPort = await freePort()
  const { url } = await harness.store(databaseUrl, {
    MAX_IN_FLIGHT: String(MAX_IN_FLIGHT),
    HEALTH_PORT: String(healthPort),
    LOG_LEVEL: 'error',
  })
  const search = searcher(url)
  const one = async (seconds: number) => answersOf(1, seconds, search)

  await one(2) // warms up
  const unloaded = await one(3)
  const atCapacity = await answersOf(MAX_IN_FLIGHT, CAPACITY_SECONDS, search)
  const capacity = atCapacity.filter(isTaken).length / CAPACITY_SECONDS
  await Promise.all(Array.from({ length: OPEN_MAX }, search)) // opens the connections
  const health = watchHealth(`http://127.0.0.1:${healthPort}/api/ready`)
  const answers = await openLoad(TIMES_CAPACITY * capacity, OVERLOAD_SECONDS, search)
  const looks = await health.stop()
  const after = await one(3)

  const taken = answers.filter(isTaken)
  const refused = answers.filter(({ status }) => status === 503)
  const others = answers.length - taken.length - refused.length
  const unclear = refused.filter(({ retryAfter }) => !/^\d+$/.test(retryAfter ?? ''))
  if (others + unclear.length > 0)
    throw new Error(
      `${others} answers were neither 200 nor 503, ${unclear.length} refusals name no whole seconds`,
    )

  const perSecond = (some: readonly Answer[]) => some.length / OVERLOAD_SECONDS
  const against = { what: 'capacity', value: capacity }
  report(
    [
      { what: 'asked', value: perSecond(answers), unit: 'requests / s', against },
      { what: 'answered by 200', value: perSecond(taken), unit: 'requests / s', against },
      {
        what: 'looks at health that were red',
        value: looks.filter((look) => !isTaken(look)).length,
        unit: '',
      },
      ...times(`200, ${MAX_IN_FLIGHT} callers: capacity`, atCapacity.filter(isTaken), unloaded),
      ...times(`200, asked ${TIMES_CAPACITY} times as much`, taken, unloaded),
      ...times(`503, asked ${TIMES_CAPACITY} times as much`, refused, unloaded),
      ...times('ready, on the port of health', looks, unloaded),
      ...times('200, right after it', after, unloaded),
    ],
    { games: GAMES, seconds: OVERLOAD_SECONDS },
  )
})

function isTaken({ status }: Answer): boolean {
  return status === 200
}

function times(name: string, answers: readonly Answer[], unloaded: readonly Answer[]): Figure[] {
  const at = (all: readonly Answer[], part: number) =>
    percentile(
      all.map(({ ms }) => ms),
      part,
    )
  return Object.entries({ median: 0.5, p99: 0.99 }).map(([share, part]) => ({
    what: `${name}, ${share}`,
    value: at(answers, part),
    unit: 'ms',
    against: { what: 'nobody else asks', value: at(unloaded, part) },
  }))
}

/** Searches, all uncached and from different addresses, on keep-alive connections. */
function searcher(url: string): () => Promise<Answer> {
  const agent = new Agent({ keepAlive: true, maxSockets: OPEN_MAX, scheduling: 'fifo' })
  let asked = 0
  return () => {
    asked += 1
    const word = COMMON_WORDS[asked % COMMON_WORDS.length]
    const address = `10.0.${(asked >> 8) % 256}.${asked % 256}`
    return ask(`${url}/api/games?limit=24&q=${word}&anew=${asked}`, agent, { 'x-forwarded-for': address })
  }
}

/** Asks again on a new connection where the open one was closed by the store in that moment. */
function ask(url: string, agent: Agent, headers: Record<string, string> = {}): Promise<Answer> {
  const startedAt = performance.now()
  return new Promise((resolve, reject) => {
    const asked = request(url, { agent, headers }, (response) => {
      response.resume().on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          ms: performance.now() - startedAt,
          retryAfter: response.headers['retry-after'],
        }),
      )
    })
    asked.on('error', (error: NodeJS.ErrnoException) =>
      asked.reusedSocket && error.code === 'ECONNRESET' ? resolve(ask(url, agent, headers)) : reject(error),
    )
    asked.end()
  })
}

/** Callers who each ask again as soon as they are answered. */
async function answersOf(callers: number, seconds: number, search: () => Promise<Answer>): Promise<Answer[]> {
  const until = performance.now() + 1_000 * seconds
  const answers: Answer[] = []
  const caller = async () => {
    while (performance.now() < until) answers.push(await search())
  }
  await Promise.all(Array.from({ length: callers }, caller))
  return answers
}

/** So many requests a second, whether or not those before were answered. */
async function openLoad(rate: number, seconds: number, search: () => Promise<Answer>): Promise<Answer[]> {
  const startedAt = performance.now()
  const answers: Answer[] = []
  const open = new Set<Promise<void>>()
  let sent = 0
  for (let passedMs = 0; passedMs < 1_000 * seconds; passedMs = performance.now() - startedAt) {
    for (; sent < (rate * passedMs) / 1_000 && open.size < OPEN_MAX; sent += 1) {
      const answered: Promise<void> = search().then((answer) => {
        answers.push(answer)
        open.delete(answered)
      })
      open.add(answered)
    }
    await sleep(TICK_MS)
  }
  await Promise.all(open)
  return answers
}

function watchHealth(url: string): { stop(): Promise<Answer[]> } {
  const agent = new Agent({ keepAlive: true })
  const looks: Answer[] = []
  let isOver = false
  const watching = (async () => {
    for (; !isOver; await sleep(100)) looks.push(await ask(url, agent))
  })()
  return {
    stop: async () => {
      isOver = true
      await watching
      agent.destroy()
      return looks
    },
  }
}
