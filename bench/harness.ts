/** What the benchmarks stand on: a folder, a PostgreSQL server and processes of their own, all gone afterwards. */
import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { startEmbeddedPostgres } from '../server/platform/database/embedded-postgres.ts'
import { migrate } from '../server/platform/database/migrate.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const START_MS = 600_000 // planting a demo store or another's takes the longest, on a busy machine

/** Known, so that a benchmark can sign addresses. */
export const SECRET_KEY = 'the key of a store that lives for a minute'

/** A store or a bare server. */
export type RunningStore = { url: string; pid: number }

export type Harness = {
  folder: string
  /** A new database of the newest schema. Answers its address. */
  database(name: string): Promise<string>
  /** A new database without any schema. Answers its address. */
  emptyDatabase(name: string): Promise<string>
  /** A store on a database, as a process of its own that logs as in production. */
  store(databaseUrl: string, settings?: Record<string, string>): Promise<RunningStore>
  /** One of the programs in `baseline/`, as a process of its own. */
  bare(program: string, ...parameters: string[]): Promise<RunningStore>
  /** One of the programs in `peers/`, whose packages are installed first. */
  peer(program: string, ...parameters: string[]): Promise<RunningStore>
}

export async function withHarness(work: (harness: Harness) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'nofiller-bench-'))
  await chmod(folder, 0o755) // the database server runs as another user when this runs as root
  const server = await startEmbeddedPostgres(join(folder, 'db'), ['max_connections=200']) // for several stores at once
  const processes: ChildProcess[] = []
  try {
    const harness: Harness = {
      folder,
      database: async (name) => {
        const url = await makeDatabase(server.url, name)
        await migrate(url)
        return url
      },
      emptyDatabase: (name) => makeDatabase(server.url, name),
      store: (databaseUrl, settings = {}) =>
        startStore(
          join(folder, `data-${processes.length}`),
          { ...settings, DATABASE_URL: databaseUrl },
          processes,
        ),
      bare: (program, ...parameters) => startProgram(`baseline/${program}.ts`, parameters, processes),
      peer: async (program, ...parameters) => {
        await installPeers()
        return startProgram(`peers/${program}.js`, parameters, processes)
      },
    }
    await Promise.race([work(harness), interrupt()])
  } finally {
    await Promise.all(processes.map(end))
    await server.stop()
    const socketFolder = new URLSearchParams(server.url.split('?')[1]).get('host')
    if (socketFolder) await rm(socketFolder, { recursive: true, force: true })
    await rm(folder, { recursive: true, force: true })
  }
}

/** Fails at Ctrl+C, so that what was started is ended as after any failure. */
async function interrupt(): Promise<never> {
  await once(process, 'SIGINT')
  throw new Error('interrupted')
}

async function makeDatabase(serverUrl: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  await client.query(`create database ${name}`).finally(() => client.end())
  return serverUrl.replace('/postgres?', `/${name}?`)
}

async function startStore(
  dataDir: string,
  settings: Record<string, string>,
  processes: ChildProcess[],
): Promise<RunningStore> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const store = spawn(process.execPath, ['server/main.ts'], {
    cwd: ROOT,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      DATA_DIR: dataDir,
      PORT: String(port),
      PUBLIC_URL: url,
      TRUST_PROXY: '127.0.0.1',
      SECRET_KEY,
      DEMO: '0',
      RATE_LIMIT_SCALE: '1000',
      LOG_LEVEL: 'info',
      ...settings,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  processes.push(store)
  for (const until = Date.now() + START_MS; Date.now() < until; await sleep(50)) {
    if (store.exitCode !== null) break
    const answer = await fetch(`${url}/api/ready`).catch(() => null)
    if (answer?.ok && store.pid) return { url, pid: store.pid }
  }
  throw new Error('the store did not start')
}

async function startProgram(
  program: string,
  parameters: string[],
  processes: ChildProcess[],
): Promise<RunningStore> {
  const env = { ...process.env, NODE_ENV: 'production' }
  const child = fork(fileURLToPath(new URL(program, import.meta.url)), parameters, { env })
  processes.push(child)
  const [port] = await Promise.race([
    once(child, 'message', { signal: AbortSignal.timeout(START_MS) }),
    once(child, 'exit').then(() => []),
  ])
  if (port === undefined) throw new Error(`${program} did not start`)
  return { url: `http://127.0.0.1:${port}`, pid: child.pid ?? 0 }
}

/** Other stores stand in no workspace: they come by their own lock file, when they are needed. */
async function installPeers(): Promise<void> {
  const cwd = fileURLToPath(new URL('peers', import.meta.url))
  if (existsSync(join(cwd, 'node_modules'))) return
  const npm = spawn('npm', ['ci', '--no-audit', '--no-fund'], { cwd, stdio: 'inherit' })
  const [code] = await once(npm, 'exit')
  if (code !== 0) throw new Error('the packages of other stores could not be installed')
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  if (address === null || typeof address === 'string') throw new Error('no free port')
  return address.port
}
