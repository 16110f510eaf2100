import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, beforeAll } from 'vitest'
import { accessTokens } from '../accounts/sessions/access-token.ts'
import { systemClock } from '../platform/clock.ts'
import { connect } from '../platform/database/database.ts'
import { createLog } from '../platform/telemetry/log.ts'
import { clientOf } from './client.ts'
import { freshDatabase } from './database.ts'
import { type Inspector, inspectorOf } from './inspector.ts'
import { eventually, freePort, type TestStore } from './store.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const START_MS = 500_000
/** Each collection of garbage stops the process for a tenth of a second. */
const MOMENTS = 10

/** A store as a process of its own, which can be killed and started again on the same data. */
export type StoreProcess = {
  url: string
  dataDir: string
  start(): Promise<void>
  /** @returns the exit code, or null when a signal ended it */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>
  /** Sends it a signal that it lives on after. */
  signal(name: 'SIGUSR2'): void
  /** Resident memory in bytes. */
  memory(): Promise<number>
  /** Bytes that are in use right after a garbage collection: garbage that a busy machine had no time to collect is no growth. */
  liveMemory(): Promise<number>
  /** The most live memory of ten moments, while what is counted grows to `whole`. */
  peakUntil(whole: number, count: () => Promise<number> | number, withinMs: number): Promise<number>
  /** What it wrote so far. */
  output(): string
  remove(): Promise<void>
}

/** The key of a store that `useStoreProcess` starts. */
export const SECRET_KEY = 'known to the test, so that it can sign people in'

/**
 * The process of a test file, started before its tests, beside its database, in which people can be signed in. After a `crash` it
 * runs again, and the jobs that it had in hand have been silent for long enough to go on.
 */
export function useStoreProcess(
  settings: () => Promise<Record<string, string>> = async () => ({}),
): StoreProcess & Pick<TestStore, 'db' | 'tokens'> & { crash(): Promise<void> } {
  const shop = {} as ReturnType<typeof useStoreProcess> // filled before the first test
  let close: () => Promise<void>
  beforeAll(async () => {
    const database = await freshDatabase()
    const { db, close: disconnect } = connect(database.url, createLog('silent'))
    const own = { DATABASE_URL: database.url, SECRET_KEY, DEMO: '0' }
    const process = await storeProcess({ ...own, ...(await settings()) })
    close = async () => {
      await process.remove()
      await disconnect()
      await database.drop()
    }
    await process.start()
    const crash = async () => {
      await process.end('SIGKILL')
      await sql`update jobs.job set heartbeat_on = now() - make_interval(secs => heartbeat_seconds + 1)
        where state = 'active'`.execute(db)
      await process.start()
    }
    Object.assign(shop, process, { db, crash, tokens: accessTokens([SECRET_KEY], systemClock) })
  })
  afterAll(() => close())
  return shop
}

export async function storeProcess(settings: Record<string, string>): Promise<StoreProcess> {
  const dataDir = await mkdtemp(join(tmpdir(), 'nofiller-process-'))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  let child: ChildProcess | null = null
  let written = ''

  const keep = (chunk: Buffer) => {
    written += chunk
  }

  const start = async () => {
    // As `npm start` and the shipped units start it.
    child = spawn(process.execPath, ['--inspect-port=0', '--max-semi-space-size=4', 'server/main.ts'], {
      cwd: ROOT,
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        DATA_DIR: dataDir,
        PORT: String(port),
        PUBLIC_URL: url,
        RATE_LIMIT_SCALE: '1000',
        PAYMENT_POLL_SCALE: '0.02',
        PAYOUT_POLL_SCALE: '0.02',
        ...settings,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', keep)
    await eventually(async () => {
      if (child?.exitCode !== null) throw new Error(`the store ended at its start:\n${written}`)
      const answer = await clientOf(url)
        .get('/api/ready')
        .catch(() => null)
      return answer?.status === 200
    }, START_MS)
  }

  let inspector: Inspector | null = null
  const liveMemory = async () => {
    if (!inspector) {
      const from = written.length
      child?.kill('SIGUSR1')
      const address = await eventually(() => /ws:\/\/\S+/.exec(written.slice(from))?.[0])
      inspector = await inspectorOf(address)
    }
    return inspector.liveBytes()
  }

  const peakUntil: StoreProcess['peakUntil'] = async (whole, count, withinMs) => {
    const from = await count()
    let peak = 0
    for (let moment = 1; moment <= MOMENTS; moment += 1) {
      await eventually(async () => (await count()) >= from + ((whole - from) * moment) / MOMENTS, withinMs)
      peak = Math.max(peak, await liveMemory())
    }
    return peak
  }

  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    inspector?.close() // an inspected process does not end
    inspector = null
    if (!child || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null
    const ended = once(child, 'exit')
    child.kill(signal)
    const [code] = await ended
    return code as number | null
  }

  return {
    url,
    dataDir,
    start,
    end,
    signal: (name) => void child?.kill(name),
    memory: () => residentBytes(child?.pid),
    liveMemory,
    peakUntil,
    output: () => written,
    remove: async () => {
      await end('SIGTERM')
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Linux only, as are the tests that ask for it. */
export async function residentBytes(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1024
}
