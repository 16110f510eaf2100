/** A whole store for one test file: its own database, folder and port, reached over real HTTP. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import PostalMime, { type Email } from 'postal-mime'
import { buildApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { openParts, type Parts, startWork } from '../parts.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import { createLog } from '../platform/log.ts'
import { builtPages } from '../web/page-source.ts'
import { type Client, clientOf } from './client.ts'
import { freshDatabase, type TestDatabase } from './database.ts'

export type TestStore = Parts & {
  app: FastifyInstance
  db: Database
  url: string
  databaseUrl: string
  dataDir: string
  /** Every line that was logged. */
  logged: string[]
  /** A caller who is not signed in. */
  nobody: Client
  /** The mails sent to an address so far, oldest first. */
  mailsTo(address: string): Promise<Email[]>
  close(): Promise<void>
}

export type TestStoreOptions = {
  settings?: Record<string, string>
  clock?: Clock
  /** A fresh one unless given. */
  database?: TestDatabase
  /** `built` serves the web build beside the API. */
  pages?: 'built' | 'none'
}

export async function openTestStore(options: TestStoreOptions = {}): Promise<TestStore> {
  const database = options.database ?? (await freshDatabase())
  const dataDir = await mkdtemp(join(tmpdir(), 'nofiller-test-'))
  const port = await freePort()
  const config = readConfig({
    NODE_ENV: 'test',
    DATA_DIR: dataDir,
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    DEMO: '0',
    RATE_LIMIT_SCALE: '1000',
    PAYMENT_POLL_SCALE: '0.02',
    LOG_LEVEL: 'info',
    ...options.settings,
  })
  const logged: string[] = []
  const log = createLog(config.logLevel, { write: (line) => void logged.push(line) })
  const parts = await openParts(config, database.url, log, options.clock ?? systemClock)
  const stopWork = await startWork(parts)
  const app = await buildApp(parts, options.pages === 'built' ? builtPages : null)
  await app.listen({ port: config.PORT, host: '127.0.0.1' })

  return {
    ...parts,
    app,
    db: parts.store.db,
    url: config.selfUrl,
    databaseUrl: database.url,
    dataDir,
    logged,
    nobody: clientOf(config.selfUrl),
    mailsTo: (address) => mailsTo(join(dataDir, 'mail'), address),
    close: async () => {
      await app.close()
      await stopWork()
      await parts.stop()
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Asks again until the answer is no longer null, undefined or false; gives up after 10 s. */
export async function eventually<T>(ask: () => Promise<T> | T, withinMs = 10_000): Promise<NonNullable<T>> {
  for (const until = Date.now() + withinMs; ; await sleep(50)) {
    const answer = await ask()
    if (answer) return answer
    if (Date.now() > until) throw new Error(`not within ${withinMs} ms: ${ask}`)
  }
}

async function mailsTo(folder: string, address: string): Promise<Email[]> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml')).sort()
  const mails = await Promise.all(
    names.map(async (name) => PostalMime.parse(await readFile(join(folder, name)))),
  )
  return mails.filter((mail) => mail.to?.some((to) => 'address' in to && to.address === address))
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port')),
      )
    })
  })
}
