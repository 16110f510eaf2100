import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { buildApp } from './app.ts'
import { type Config, ConfigError, readConfig } from './config.ts'
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from './demo/accounts.ts'
import { isEmpty } from './demo/empty.ts'
import { listenForHealth } from './monitoring/health.ts'
import { openParts, startWork } from './parts.ts'
import type { Database } from './platform/database/database.ts'
import { OtherPostgresVersion, startEmbeddedPostgres } from './platform/database/embedded-postgres.ts'
import { OtherVersion } from './platform/database/migrate.ts'
import { errorWebhook } from './platform/telemetry/error-webhook.ts'
import { createLog } from './platform/telemetry/log.ts'
import { ownVersion } from './platform/version.ts'
import { relateFirst } from './suggestions/relate-games.ts'
import { builtPages, livePages } from './web/page-source.ts'

const DRAIN_MS = 10_000
/** A connection that is idle or does not read its response for this long is closed. */
const GRACE_MS = 4_000
const isDev = process.argv.includes('--dev')

const config = readSettings()
const webhook = config.ERROR_WEBHOOK_URL ? errorWebhook(config.ERROR_WEBHOOK_URL, config.STORE_NAME) : null
const log = createLog(config.logLevel, undefined, webhook?.report)
const stoppers: (() => Promise<void>)[] = webhook ? [webhook.settled] : []
// Before anything that it watches is made; without it none of its modules is loaded.
if (config.OTEL_EXPORTER_OTLP_ENDPOINT)
  stoppers.push((await import('./platform/telemetry/tracing.ts')).startTracing('nofiller', log))
let draining = false

for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void drain(0))
for (const event of ['uncaughtException', 'unhandledRejection'] as const)
  process.on(event, (error) => {
    log.fatal({ err: error }, 'an error that nothing caught: the process ends')
    void drain(1)
  })

const started = start()
await started

async function start(): Promise<void> {
  const databaseUrl = config.directDatabaseUrl ?? (await openOwnDatabase())
  log.info(ownVersion(), 'the store starts')
  const parts = await openParts(config, databaseUrl, log).catch((error) => {
    throw error instanceof OtherVersion ? refuse(error.message) : error
  })
  stoppers.unshift(parts.stop)
  stoppers.unshift(await startWork(parts))
  if (config.plantDemo) await plantDemoStore(parts.store.db, databaseUrl)
  await relateFirst(parts.store)
  const app = await buildApp(parts, isDev ? livePages : builtPages)
  stoppers.unshift(() => closeApp(app))
  await app.listen({ port: config.PORT, host: config.HOST })
  if (config.payoutProvider === 'sandbox') stoppers.unshift(startPayouts(databaseUrl))
  if (config.HEALTH_PORT !== undefined)
    stoppers.unshift(await listenForHealth(config, parts.store, config.HEALTH_PORT))
  greet()
}

async function openOwnDatabase(): Promise<string> {
  const postgres = await startEmbeddedPostgres(join(config.dataDir, 'db')).catch((error) => {
    throw error instanceof OtherPostgresVersion ? refuse(error.message) : error
  })
  stoppers.unshift(postgres.stop)
  if (!postgres.isOurs)
    refuse(`Another store is open on ${config.dataDir}. Stop it first, or set DATA_DIR and PORT to others.`)
  return postgres.url
}

/** Plants in a child process, so that the memory for encoding pictures is returned. */
async function plantDemoStore(db: Database, databaseUrl: string): Promise<void> {
  if (!(await isEmpty(db))) return
  console.log('Planting the demo store, once ...')
  const planter = fork(new URL('demo/plant-process.ts', import.meta.url), [databaseUrl])
  const [exitCode] = await once(planter, 'exit')
  if (exitCode !== 0) throw new Error('The demo store could not be planted.')
}

/** The demo sends its payouts by itself; elsewhere `npm run payouts` runs beside the store. */
function startPayouts(databaseUrl: string): () => Promise<void> {
  const env = {
    // With what Node has compiled already it stays small: see deploy/systemd/nofiller-payouts.service.
    NODE_COMPILE_CACHE: join(config.dataDir, 'compile-cache'),
    ...process.env,
    DATABASE_URL: config.DATABASE_URL ?? databaseUrl,
  }
  const sender = fork(new URL('payout-process.ts', import.meta.url), {
    env,
    execArgv: ['--max-semi-space-size=1'],
  })
  const ended = once(sender, 'exit')
  ended.then(([code]) => {
    if (!draining) log.error({ code }, 'the process that sends payouts has ended')
  })
  return async () => {
    sender.kill()
    await ended
  }
}

/** Stops taking requests, lets running ones and jobs end, closes everything; after 10 s it ends regardless. */
async function drain(exitCode: number): Promise<void> {
  if (draining) return
  draining = true
  setTimeout(() => process.exit(exitCode || 1), DRAIN_MS).unref()
  await started.catch(() => undefined) // a half-open part is opened first, and then closed in order
  for (const stop of stoppers)
    await stop().catch((error) => log.error({ err: error }, 'a part did not stop in order'))
  process.exit(exitCode)
}

async function closeApp(app: FastifyInstance): Promise<void> {
  const grace = setTimeout(() => app.server.closeAllConnections(), GRACE_MS)
  await app.close()
  clearTimeout(grace)
}

function refuse(sentence: string): never {
  console.error(sentence)
  process.exit(1)
}

function readSettings(): Config {
  try {
    return readConfig(process.env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return refuse(`The store cannot start with these settings:\n${error.message.replace(/^/gm, '  - ')}`)
  }
}

function greet(): void {
  console.log(`\n${config.STORE_NAME} is open at ${config.publicUrl}\n`)
  if (!config.plantDemo) return
  console.log(`Demo accounts, all with the password ${DEMO_PASSWORD}:`)
  for (const { email, role } of DEMO_ACCOUNTS) console.log(`  ${role.padEnd(10)} ${email}`)
  console.log(`Mails are shown at ${config.publicUrl}/sandbox/mail; payments are played, no money moves.`)
  console.log('Stop with Ctrl+C.\n')
}
