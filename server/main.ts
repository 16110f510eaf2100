import { join } from 'node:path'
import { buildApp } from './app.ts'
import { type Config, ConfigError, readConfig } from './config.ts'
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from './demo/accounts.ts'
import { listenForHealth } from './health.ts'
import { openParts } from './parts.ts'
import { startEmbeddedPostgres } from './platform/database/embedded-postgres.ts'
import { createLog } from './platform/log.ts'
import type { Store } from './store.ts'
import { builtPages, livePages } from './web/page-source.ts'

const DRAIN_MS = 10_000
const isDev = process.argv.includes('--dev')

const config = readSettings()
const log = createLog(config.logLevel)
const stoppers: (() => Promise<void>)[] = []
let draining = false

for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void drain(0))
for (const event of ['uncaughtException', 'unhandledRejection'] as const)
  process.on(event, (error) => {
    log.fatal({ err: error }, 'an error that nothing caught: the process ends')
    void drain(1)
  })

await start()

async function start(): Promise<void> {
  const databaseUrl = config.DATABASE_URL ?? (await openOwnDatabase())
  const parts = await openParts(config, databaseUrl, log)
  stoppers.unshift(parts.stop)
  if (config.plantDemo) await plantDemoStore(parts.store)
  const app = await buildApp(parts, isDev ? livePages : builtPages)
  stoppers.unshift(() => app.close())
  await app.listen({ port: config.PORT, host: config.HOST })
  if (config.HEALTH_PORT !== undefined)
    stoppers.unshift(await listenForHealth(config, parts.store, config.HEALTH_PORT))
  greet()
}

async function openOwnDatabase(): Promise<string> {
  const postgres = await startEmbeddedPostgres(join(config.dataDir, 'db'))
  stoppers.unshift(postgres.stop)
  return postgres.url
}

/** Loaded only here: a real store has no use for what draws the demo's pictures. */
async function plantDemoStore(store: Store): Promise<void> {
  const { plantDemo } = await import('./demo/plant.ts')
  await plantDemo(store, (line) => console.log(line))
}

/** Stops taking requests, lets running ones and jobs end, closes everything; after 10 s it ends regardless. */
async function drain(exitCode: number): Promise<void> {
  if (draining) return
  draining = true
  setTimeout(() => process.exit(exitCode || 1), DRAIN_MS).unref()
  for (const stop of stoppers)
    await stop().catch((error) => log.error({ err: error }, 'a part did not stop in order'))
  process.exit(exitCode)
}

function readSettings(): Config {
  try {
    return readConfig(process.env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    console.error(`The store cannot start with these settings:\n${error.message.replace(/^/gm, '  - ')}`)
    process.exit(1)
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
