/** A store of two processes on a PostgreSQL of its own, with PgBouncer between them where it is asked for: all of it can be killed. */
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type AccessTokens, accessTokens } from '../accounts/sessions/access-token.ts'
import { systemClock } from '../platform/clock.ts'
import { connect, type Database } from '../platform/database/database.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../platform/database/embedded-postgres.ts'
import { type Client, callerBy, clientOf, type Reply } from './client.ts'
import { openPgBouncer, type PgBouncer } from './fakes/pgbouncer.ts'
import { type Person, signedIn } from './fixtures/people.ts'
import { type StoreProcess, storeProcess } from './process.ts'
import { eventually } from './store.ts'

const SECRET_KEY = 'known to the test, so that it can sign people in'
const PATIENCE_MS = 120_000

export type Cluster = {
  processes: [StoreProcess, StoreProcess]
  db: Database
  tokens: AccessTokens
  /** Where one process answers; a caller who insists goes to the other as well. */
  url: string
  postgres: {
    /** Ends the server as a signal does, and waits until it was started again and answers. */
    kill(signal: 'SIGINT' | 'SIGQUIT' | 'SIGKILL'): Promise<void>
    stop(): Promise<void>
    start(): Promise<void>
  }
  pooler: PgBouncer | null
  /** A client who asks one process after the other until one does it, at most for two minutes. */
  insisting(token: string, onRefusal?: () => void): Client
  remove(): Promise<void>
}

export async function openCluster({
  pooled,
  settings = {},
}: {
  pooled: boolean
  settings?: Record<string, string>
}): Promise<Cluster> {
  const folder = await mkdtemp(join(tmpdir(), 'nofiller-cluster-'))
  await chmod(folder, 0o755) // the server runs as another user when the tests run as root
  const stoppers = [() => rm(folder, { recursive: true, force: true })]
  const remove = async () => {
    for (const stop of stoppers.splice(0).reverse()) await stop()
  }
  try {
    return { ...(await opened(folder, pooled, settings, stoppers)), remove }
  } catch (error) {
    await remove()
    throw error
  }
}

/** @param stoppers takes what ends each part, as soon as it is open */
async function opened(
  folder: string,
  pooled: boolean,
  settings: Record<string, string>,
  stoppers: (() => Promise<void>)[],
): Promise<Omit<Cluster, 'remove'>> {
  const data = join(folder, 'db')
  const start = () => startEmbeddedPostgres(data, ['max_connections=100'])
  let server: EmbeddedPostgres = await start()
  stoppers.push(() => server.stop())
  const pooler = pooled ? await openPgBouncer(server.url) : null
  if (pooler) stoppers.push(pooler.stop)
  const connection = connect(server.url, { error: () => undefined })
  stoppers.push(connection.close)
  const shared = {
    DATABASE_URL: pooler?.url ?? server.url,
    ...(pooler && { DATABASE_POOLER: 'transaction', DATABASE_DIRECT_URL: server.url }),
    SECRET_KEY,
    DEMO: '0',
    LOG_LEVEL: 'fatal',
    PAYOUT_PROVIDER: 'manual',
    ...settings,
  }
  const processes: Cluster['processes'] = [await storeProcess(shared), await storeProcess(shared)]
  stoppers.push(...processes.map(({ remove }) => remove))
  for (const process of processes) await process.start()
  const urls = processes.map(({ url }) => url)

  return {
    processes,
    db: connection.db,
    tokens: accessTokens([SECRET_KEY], systemClock),
    url: processes[0].url,
    postgres: {
      async kill(signal) {
        const pid = await postmasterOf(data)
        process.kill(pid, signal)
        await eventually(async () => {
          const next = await postmasterOf(data).catch(() => pid)
          return next !== pid && (await answers(server.url))
        }, PATIENCE_MS)
      },
      stop: () => server.stop(),
      async start() {
        server = await start()
      },
    },
    pooler,
    insisting: (token, onRefusal = () => undefined) => insistingClient(urls, token, onRefusal),
  }
}

/** Somebody with an account, who insists. It is planted past the store, so the database must be there for a moment. */
export async function insistingBuyer(cluster: Cluster, onRefusal?: () => void): Promise<Person> {
  const person = await eventually(() => signedIn(cluster).catch(() => null), PATIENCE_MS)
  return { ...person, ...cluster.insisting(person.token, onRefusal) }
}

/** What was refused by 503, or got no answer, is asked again of the other process. All else is an answer. */
function insistingClient(urls: readonly string[], token: string, onRefusal: () => void): Client {
  const clients = urls.map((url) => clientOf(url, token))
  let next = Math.floor(Math.random() * clients.length)
  return callerBy(async (...asked) => {
    for (const until = Date.now() + PATIENCE_MS; Date.now() < until; await sleep(100)) {
      const reply: Reply | undefined = await clients[next++ % clients.length]
        ?.send(...asked)
        .catch(() => undefined)
      if (reply && reply.status !== 503) return reply
      onRefusal()
    }
    throw new Error(`${asked[0]} ${asked[1]} was not answered within ${PATIENCE_MS} ms`)
  })
}

const postmasterOf = async (data: string): Promise<number> =>
  Number((await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n')[0])

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
  client.on('error', () => undefined)
  return client
    .connect()
    .then(() => true)
    .catch(() => false)
    .finally(() => client.end())
}
