/**
 * The process that sends payouts: `npm run payouts`, beside the store. It alone reads what can release money. A killed one is
 * started again at any time: whatever it was at is looked for, and never sent twice.
 */
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Config, ConfigError, readConfig } from './config.ts'
import { openParts } from './parts.ts'
import { payoutProvider, readPayoutCredentials } from './payouts/providers/open-provider.ts'
import { workOnce } from './payouts/sending/work.ts'
import { startEmbeddedPostgres } from './platform/database/embedded-postgres.ts'
import { errorWebhook } from './platform/telemetry/error-webhook.ts'
import { createLog } from './platform/telemetry/log.ts'
import { inSpan } from './platform/telemetry/span.ts'
import { sandboxKeys } from './sandbox/keys.ts'

const ROUND_MS = 2_000
const AFTER_ERROR_MS = 10_000

const { config, credentials } = readSettings()
const webhook = config.ERROR_WEBHOOK_URL ? errorWebhook(config.ERROR_WEBHOOK_URL, config.STORE_NAME) : null
const log = createLog(config.logLevel, undefined, webhook?.tell)
const sendLastSpans = config.OTEL_EXPORTER_OTLP_ENDPOINT
  ? (await import('./platform/telemetry/tracing.ts')).startTracing('nofiller-payouts', log)
  : null
const stopping = new AbortController()
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stopping.abort())
process.once('disconnect', () => stopping.abort()) // the store that started it has gone

const databaseUrl = config.directDatabaseUrl ?? (await ownDatabase(config))
const turn = await takeTurn(databaseUrl)
const parts = await openParts(config, databaseUrl, log)
const provider = payoutProvider(config, credentials, {
  db: parts.store.db,
  clock: parts.store.clock,
  sandboxKey: sandboxKeys(config).apiKey,
})
log.info({ provider: provider.name }, 'payouts are sent')

while (!stopping.signal.aborted) {
  const pauseMs = await inSpan('payouts', 'consumer', {}, () =>
    workOnce({ store: parts.store, provider }),
  ).then(
    () => ROUND_MS,
    (error) => {
      log.error({ err: error }, 'a round of payouts failed')
      return AFTER_ERROR_MS
    },
  )
  await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined)
}
await parts.stop()
await turn.end()
await webhook?.settled()
await sendLastSpans?.()
if (process.connected) process.disconnect() // else the line to the store keeps this process alive

function readSettings() {
  try {
    const read = readConfig(process.env)
    return { config: read, credentials: readPayoutCredentials(process.env, read) }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return refuse(`Payouts cannot be sent with these settings:\n${error.message.replace(/^/gm, '  - ')}`)
  }
}

function refuse(sentence: string): never {
  console.error(sentence)
  process.exit(1)
}

/** The database of a store that runs from its own folder; without such a store there is nothing to pay from. */
async function ownDatabase({ dataDir }: Config): Promise<string> {
  const { url, isOurs, stop } = await startEmbeddedPostgres(join(dataDir, 'db'))
  if (!isOurs) return url
  await stop()
  return refuse('No store runs here: start it first, or set DATABASE_URL.')
}

/** One such process works at a time; a second one waits. Who loses the lock ends at once. */
async function takeTurn(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, keepAlive: true })
  client.on('error', (error) => {
    log.fatal({ err: error }, 'the lock on payouts is lost: the process ends')
    process.exit(1)
  })
  await client.connect()
  const lock = client.query("select pg_advisory_lock(hashtext('payouts are sent'))")
  stopping.signal.addEventListener('abort', () => setTimeout(() => process.exit(0), 10_000).unref())
  await lock
  return client
}
