/** A store of two processes on a PostgreSQL of its own, with a replica and PgBouncer where it is asked for: all of it can be killed. */
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type AccessTokens, accessTokens } from '../accounts/sessions/access-token.ts'
import { systemClock } from '../platform/clock.ts'
import { onConnection } from '../platform/database/connection.ts'
import {
  type Connection,
  connect,
  connectThroughPooler,
  type Database,
} from '../platform/database/database.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../platform/database/embedded-postgres.ts'
import { type Client, callerBy, clientOf, type Reply } from './client.ts'
import {
  type DebianPostgres,
  type DebianReplica,
  openDebianPostgres,
  type PostgresEnd,
} from './fakes/debian-postgres.ts'
import { openPgBouncer, type PgBouncer } from './fakes/pgbouncer.ts'
import { type Person, signedIn } from './fixtures/people.ts'
import { type StoreProcess, storeProcess } from './process.ts'
import { eventually } from './store.ts'

const SECRET_KEY = 'known to the test, so that it can sign people in'
const TIMEOUT_MS = 120_000

/** Whether a commit waits until the replica has it as well. */
export type Replication = 'synchronous' | 'asynchronous'

export type Cluster = {
  processes: [StoreProcess, StoreProcess]
  db: Database
  tokens: AccessTokens
  /** Where one process answers; a caller who insists goes to the other as well. */
  url: string
  postgres: {
    /** Ends the server as a signal does, and waits until it was started again and answers. */
    kill(signal: PostgresEnd): Promise<void>
    stop(): Promise<void>
    start(): Promise<void>
  }
  replicated: Replicated | null
  /** A client that asks one process after the other until one responds, at most for two minutes. */
  insisting(token: string, onRefusal?: () => void): Client
  remove(): Promise<void>
}

/** What stands between the processes and the server, and beside it. */
export type Replicated = {
  pooler: PgBouncer
  replica: DebianReplica
  /** Where the store's database is on the server that is the primary. */
  primaryUrl(): string
  /** Kills the primary for good and puts the replica in its place, by the steps of docs/scaling.md. */
  failOver(): Promise<void>
}

/** @param replication by a replica, with PgBouncer before both servers; without it there is one server */
export async function openCluster({
  replication = null,
  settings = {},
}: {
  replication?: Replication | null
  settings?: Record<string, string>
}): Promise<Cluster> {
  const stoppers: (() => Promise<void>)[] = []
  const remove = async () => {
    for (const stop of stoppers.splice(0).reverse()) await stop()
  }
  try {
    return { ...(await opened(replication, settings, stoppers)), remove }
  } catch (error) {
    await remove()
    throw error
  }
}

/** @param stoppers takes what ends each part, as soon as it is open */
async function opened(
  replication: Replication | null,
  settings: Record<string, string>,
  stoppers: (() => Promise<void>)[],
): Promise<Omit<Cluster, 'remove'>> {
  const { postgres, replicated, connection, environment } = replication
    ? await openPair(replication, stoppers)
    : await openOne(stoppers)
  stoppers.push(connection.close)
  const shared = {
    ...environment,
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
    postgres,
    replicated,
    insisting: (token, onRefusal = () => undefined) => insistingClient(urls, token, onRefusal),
  }
}

type Databases = Pick<Cluster, 'postgres' | 'replicated'> & {
  connection: Connection
  environment: Record<string, string>
}

const SILENT = { error: () => undefined }

/** The server of the demo, which is started again by itself when it was killed. */
async function openOne(stoppers: (() => Promise<void>)[]): Promise<Databases> {
  const folder = await mkdtemp(join(tmpdir(), 'nofiller-cluster-'))
  stoppers.push(() => rm(folder, { recursive: true, force: true }))
  await chmod(folder, 0o755) // the server runs as another user when the tests run as root
  const data = join(folder, 'db')
  const start = () => startEmbeddedPostgres(data, ['max_connections=100'])
  let server: EmbeddedPostgres = await start()
  stoppers.push(() => server.stop())
  return {
    connection: connect(server.url, SILENT),
    environment: { DATABASE_URL: server.url },
    replicated: null,
    postgres: {
      async kill(signal) {
        const pid = await postmasterOf(data)
        process.kill(pid, signal)
        await eventually(async () => {
          const next = await postmasterOf(data).catch(() => pid)
          return next !== pid && (await answers(server.url))
        }, TIMEOUT_MS)
      },
      stop: () => server.stop(),
      async start() {
        server = await start()
      },
    },
  }
}

/** Debian's PostgreSQL with a replica, which the processes reach through PgBouncer alone, but for what they read of the replica. */
async function openPair(replication: Replication, stoppers: (() => Promise<void>)[]): Promise<Databases> {
  const first = await openDebianPostgres()
  stoppers.push(first.stop)
  const name = new URL(await first.newDatabase()).pathname.slice(1)
  const replica = await first.openReplica()
  stoppers.push(replica.stop)
  if (replication === 'synchronous')
    await onServer(first.url(name), [
      `alter system set synchronous_standby_names = '*'`,
      'select pg_reload_conf()',
    ])
  let primary: Pick<DebianPostgres, 'url' | 'end' | 'start'> = first
  const pooler = await openPgBouncer(primary.url(name))
  stoppers.push(pooler.stop)
  return {
    connection: await connectThroughPooler(pooler.url, SILENT),
    environment: {
      DATABASE_URL: pooler.url,
      DATABASE_POOLER: 'transaction',
      DATABASE_DIRECT_URL: pooler.directUrl,
      DATABASE_REPLICA_URL: replica.url(name),
    },
    replicated: {
      pooler,
      replica,
      primaryUrl: () => primary.url(name),
      async failOver() {
        await primary.end('SIGKILL')
        await replica.promote()
        primary = replica
        await pooler.leadTo(replica.url(name))
      },
    },
    postgres: {
      async kill(signal) {
        await primary.end(signal)
        await primary.start()
      },
      stop: () => primary.end('SIGINT'),
      start: () => primary.start(),
    },
  }
}

/** Somebody with an account, who insists. It is planted past the store, so the database must be there for a moment. */
export async function insistingBuyer(cluster: Cluster, onRefusal?: () => void): Promise<Person> {
  const person = await eventually(() => signedIn(cluster).catch(() => null), TIMEOUT_MS)
  return { ...person, ...cluster.insisting(person.token, onRefusal) }
}

/** What was refused by 503, or got no answer, is asked again of the other process. All else is an answer. */
function insistingClient(urls: readonly string[], token: string, onRefusal: () => void): Client {
  const clients = urls.map((url) => clientOf(url, token))
  let next = Math.floor(Math.random() * clients.length)
  return callerBy(async (...asked) => {
    for (const until = Date.now() + TIMEOUT_MS; Date.now() < until; await sleep(100)) {
      const reply: Reply | undefined = await clients[next++ % clients.length]
        ?.send(...asked)
        .catch(() => undefined)
      if (reply && reply.status !== 503) return reply
      onRefusal()
    }
    throw new Error(`${asked[0]} ${asked[1]} was not answered within ${TIMEOUT_MS} ms`)
  })
}

const postmasterOf = async (data: string): Promise<number> =>
  Number((await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n')[0])

const answers = (url: string): Promise<boolean> =>
  onConnection({ connectionString: url, connectionTimeoutMillis: 2_000 }, async () => true).catch(() => false)

const onServer = (url: string, statements: readonly string[]): Promise<void> =>
  onConnection({ connectionString: url }, async (client) => {
    for (const statement of statements) await client.query(statement)
  })
