/** Checks everything a running store depends on, and says in words what is wrong and what to do. */
import { join } from 'node:path'
import { type Config, ConfigError, readConfig } from '../../config.ts'
import { openStorage, paymentProvidersOf } from '../../parts.ts'
import type { ProviderName } from '../../payments/provider.ts'
import { systemClock } from '../../platform/clock.ts'
import { startEmbeddedPostgres } from '../../platform/database/embedded-postgres.ts'
import { mailTransport } from '../../platform/mail/mail.ts'
import { createLog } from '../../platform/telemetry/log.ts'
import { ownVersion, showVersion } from '../../platform/version.ts'
import {
  adminsOf,
  checkBackup,
  checkClock,
  checkDatabase,
  checkKeys,
  checkMigrations,
  checkPayouts,
  checkReplica,
  checkSignatures,
  checkWebhooks,
} from './check-database.ts'
import { checkDisk, checkStorage, checkTexts } from './check-files.ts'
import {
  checkCountry,
  checkProxy,
  checkUploads,
  checkWebhook,
  type PublicStore,
  untilStarted,
} from './check-proxy.ts'
import { checkMail, checkProvider } from './check-services.ts'
import { bad, type Finding, good, type Outcome } from './finding.ts'
import { probeToken } from './proxy-probe.ts'

/** No check takes longer, whatever hangs. */
const TIMEOUT_MS = 20_000

/**
 * Checks settings and database, then everything else at once, each check for at most 20 s. The store should be running; one that starts is waited for.
 * @param now this machine's clock, in ms
 * @returns a finding of each check; no sentence holds a secret of the settings
 */
export async function examine(environment: NodeJS.ProcessEnv, now = Date.now): Promise<Finding[]> {
  const config = readSettings(environment)
  if (!('dataDir' in config)) return config
  const own = config.directDatabaseUrl ? null : await startEmbeddedPostgres(join(config.dataDir, 'db'))
  try {
    const databaseUrl = config.directDatabaseUrl ?? own?.url ?? ''
    await untilStarted(config.publicUrl)
    const database = { check: 'database', ...(await inTime(() => checkDatabase(databaseUrl))) }
    const isReadable = database.state !== 'bad'
    const keys = isReadable ? await inTime(() => checkKeys(databaseUrl, config.secretKeys)) : null
    const checks = [
      ...(isReadable ? checksInDatabase(config, databaseUrl, now) : []),
      ...checksOutside(config, isReadable ? await adminsOf(databaseUrl) : []),
      ...(isReadable ? checksOfStore(config, databaseUrl) : []), // without its database it is not running
      ...(keys === null || keys.state === 'bad' ? [] : checksByKey(config)), // it does not know a wrong one
    ]
    const findings = await Promise.all(
      checks.map(async ([check, run]) => ({ check, ...(await inTime(run)) })),
    )
    const version = `This is version ${showVersion(ownVersion())}.`
    return oncePerCause([
      { check: 'version', ...good(version) },
      { check: 'settings', ...good('All settings make sense.') },
      database,
      ...(keys ? [{ check: 'keys', ...keys }] : []),
      ...findings,
    ]).map((finding) => ({ ...finding, sentence: withoutSecrets(finding.sentence, environment) }))
  } finally {
    await own?.stop()
  }
}

function readSettings(environment: NodeJS.ProcessEnv): Config | Finding[] {
  try {
    return readConfig(environment)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return error.message.split('\n').map((line) => ({
      check: 'settings',
      ...bad(
        withoutSecrets(
          `${line}. docs/settings.md lists every setting; nothing else was checked.`,
          environment,
        ),
      ),
    }))
  }
}

type Check = [name: string, run: () => Promise<Outcome>]

function checksInDatabase(
  { directDatabaseUrl, DATABASE_REPLICA_URL: replicaUrl, OUTSIDE_REQUESTS: requests }: Config,
  databaseUrl: string,
  now: () => number,
): Check[] {
  return [
    ['migrations', () => checkMigrations(databaseUrl)],
    ['clock', () => checkClock(databaseUrl, now)],
    ['payouts', () => checkPayouts(databaseUrl)],
    ['webhooks', () => checkWebhooks(databaseUrl, requests === 'off')],
    ...(directDatabaseUrl ? [['backup', () => checkBackup(databaseUrl)] satisfies Check] : []),
    ...(replicaUrl ? [['replica', () => checkReplica(replicaUrl, databaseUrl)] satisfies Check] : []),
  ]
}

/** The store's needs besides its database. @param admins the recipients that it must be able to email, besides its support */
function checksOutside(config: Config, admins: readonly string[]): Check[] {
  const { s3, dataDir } = config
  const where = s3 ? `the bucket "${s3.bucket}" at ${s3.endpoint}` : join(dataDir, 'files')
  return [
    ['texts', () => checkTexts(config)],
    ['files', () => checkStorage(() => openStorage(config, systemClock), { where, dataDir })],
    ['disk', () => checkDisk(dataDir)],
    ['mail', () => checkMail(mailTransport(config), config, admins)],
    ...providersOf(config).map(
      (provider): Check => [provider.name, () => checkProvider(provider, AbortSignal.timeout(TIMEOUT_MS))],
    ),
  ]
}

/** The requests that reach the running store. */
function checksOfStore({ publicUrl, s3, ...config }: Config, databaseUrl: string): Check[] {
  return [
    ...config.paymentProviders.map(
      (name): Check => [`${name} messages`, () => checkMessages(publicUrl, name, databaseUrl)],
    ),
    ...(s3 ? [] : [['uploads', () => checkUploads(publicUrl, config.MAX_UPLOAD_BYTES)] satisfies Check]),
  ]
}

/** Information that the running store gives only to callers with its key. */
function checksByKey({ publicUrl, secretKeys, trustedProxies, COUNTRY_HEADER: header }: Config): Check[] {
  const store: PublicStore = { publicUrl, token: probeToken(secretKeys, new Date()), trustedProxies }
  return [
    ['proxy', () => checkProxy(store)],
    ...(header ? [['country', () => checkCountry(store, header)] satisfies Check] : []),
  ]
}

const providersOf = (config: Config) => [...paymentProvidersOf(config, createLog('silent')).values()]

/** Whether a provider's messages reach the store, and whether it takes them. */
async function checkMessages(
  publicUrl: string,
  provider: ProviderName,
  databaseUrl: string,
): Promise<Outcome> {
  const reached = await checkWebhook(publicUrl, provider)
  return reached.state === 'good' ? checkSignatures(databaseUrl, provider, reached) : reached
}

/** Several checks may find the same: one cause is one fault. */
const oncePerCause = (findings: readonly Finding[]): Finding[] =>
  findings.filter(
    ({ state, sentence }, at) =>
      state === 'good' || findings.findIndex((other) => other.sentence === sentence) === at,
  )

/** A check's result, or that it took too long. */
export async function inTime(run: () => Promise<Outcome>, timeoutMs = TIMEOUT_MS): Promise<Outcome> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Outcome>((resolve) => {
    const sentence = `No answer within ${timeoutMs / 1000} s: see whether its address is right and a firewall is in the way.`
    timer = setTimeout(() => resolve(bad(sentence)), timeoutMs)
  })
  return Promise.race([run().catch(asOutcome), late]).finally(() => clearTimeout(timer))
}

const asOutcome = (error: unknown): Outcome => bad(error instanceof Error ? error.message : String(error))

const SECRET_NAME = /SECRET|KEY|PASSWORD|TOKEN/
const HIDDEN = '(hidden)'
/** Shorter values are words that sentences hold anyway. */
const SECRET_LENGTH_MIN = 4

/** Errors of other programs may quote their input. */
function withoutSecrets(sentence: string, environment: NodeJS.ProcessEnv): string {
  const secrets = Object.entries(environment).flatMap(([name, value = '']) => [
    ...(SECRET_NAME.test(name) ? [value] : []),
    ...passwordIn(value),
  ])
  return secrets
    .filter((secret) => secret.length >= SECRET_LENGTH_MIN)
    .reduce((text, secret) => text.replaceAll(secret, HIDDEN), sentence)
}

function passwordIn(value: string): string[] {
  const password = URL.parse(value)?.password ?? ''
  return password === '' ? [] : [password, decodeURIComponent(password)]
}
