/**
 * The process that sends payouts: `npm run payouts`, beside the store. It alone reads what can release money. A killed one is
 * started again at any time: whatever it was at is looked for, and never sent twice.
 */
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Config, ConfigError, readConfig } from './config.ts'
import { openDatabase } from './open-database.ts'
import { payoutProvider, readPayoutCredentials } from './payouts/providers/open-provider.ts'
import { sanctionsScreening } from './payouts/sanctions.ts'
import { takeTurn, whileHeld } from './payouts/sending/sending-turn.ts'
import type { PayoutStore, Sending } from './payouts/sending/steps.ts'
import { workOnce } from './payouts/sending/work.ts'
import { systemClock } from './platform/clock.ts'
import { startEmbeddedPostgres } from './platform/database/embedded-postgres.ts'
import { OtherVersion } from './platform/database/migrate.ts'
import { mailQueue, mailTransport } from './platform/mail/mail.ts'
import { errorWebhook } from './platform/telemetry/error-webhook.ts'
import { createLog } from './platform/telemetry/log.ts'
import { inSpan } from './platform/telemetry/span.ts'
import { ownVersion } from './platform/version.ts'
import { sandboxKeys } from './sandbox/keys.ts'

const ROUND_MS = 2_000
const AFTER_ERROR_MS = 10_000
const DRAIN_MS = 10_000

const { config, credentials } = readSettings()
const webhook = config.ERROR_WEBHOOK_URL ? errorWebhook(config.ERROR_WEBHOOK_URL, config.STORE_NAME) : null
const log = createLog(config.logLevel, undefined, webhook?.report)
const sendLastSpans = config.OTEL_EXPORTER_OTLP_ENDPOINT
  ? (await import('./platform/telemetry/tracing.ts')).startTracing('nofiller-payouts', log)
  : null
const stopping = new AbortController()
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stopping.abort())
process.once('disconnect', () => stopping.abort()) // the store that started it has ended

const databaseUrl = config.directDatabaseUrl ?? (await ownDatabase(config))
stopping.signal.addEventListener('abort', () => setTimeout(() => process.exit(0), DRAIN_MS).unref())
const { store, close } = await openPayoutStore(config, databaseUrl)
const provider = payoutProvider(config, credentials, {
  db: store.db,
  clock: store.clock,
  sandboxKey: sandboxKeys(config).apiKey,
})
while (!stopping.signal.aborted) await sendInTurn()
await close()
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

/** Sends until the turn is lost, as when PostgreSQL restarts, or this process stops. A second process waits meanwhile. */
async function sendInTurn(): Promise<void> {
  const turn = await takeTurn(databaseUrl, log, stopping.signal)
  if (turn === null) return
  log.info({ provider: provider.name, ...ownVersion() }, 'payouts are sent')
  const sending = { store, provider: whileHeld(provider, turn.isHeld) }
  while (!turn.signal.aborted) {
    const pauseMs = await sendRound(sending)
    await sleep(pauseMs, undefined, { signal: turn.signal }).catch(() => undefined)
  }
  await turn.end()
}

/** @returns how long to wait for the next one */
function sendRound(sending: Sending): Promise<number> {
  return inSpan('payouts', 'consumer', {}, () => workOnce(sending)).then(
    () => ROUND_MS,
    (error) => {
      log.error({ err: error }, 'a round of payouts failed')
      return AFTER_ERROR_MS
    },
  )
}

/** No more of the store than payouts need, because this process stays small. */
async function openPayoutStore(
  settings: Config,
  url: string,
): Promise<{ store: PayoutStore; close(): Promise<void> }> {
  const {
    db,
    jobs,
    close: disconnect,
  } = await openDatabase(settings, url, log).catch((error) => {
    throw error instanceof OtherVersion ? refuse(error.message) : error
  })
  const store = {
    config: settings,
    db,
    mail: await mailQueue(jobs, mailTransport(settings), settings.secretKeys),
    sanctions: sanctionsScreening(settings, systemClock, log),
    clock: systemClock,
    log,
  }
  return {
    store,
    close: async () => {
      await jobs.stop()
      await disconnect()
    },
  }
}
