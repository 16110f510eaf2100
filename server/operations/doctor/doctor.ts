/** Looks at everything a running store depends on, and says in words what is wrong and what to do. */
import { join } from 'node:path'
import { type Config, ConfigError, readConfig } from '../../config.ts'
import { openStorage, paymentProvidersOf } from '../../parts.ts'
import { systemClock } from '../../platform/clock.ts'
import { startEmbeddedPostgres } from '../../platform/database/embedded-postgres.ts'
import { mailTransport } from '../../platform/mail/mail.ts'
import { createLog } from '../../platform/telemetry/log.ts'
import {
  checkBackup,
  checkClock,
  checkDatabase,
  checkKeys,
  checkMigrations,
  checkReplica,
} from './check-database.ts'
import { checkDisk, checkStorage } from './check-files.ts'
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
const PATIENCE_MS = 20_000

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
    const checks = [
      ...(database.state === 'bad' ? [] : checksInDatabase(config, databaseUrl, now)), // one cause is one fault
      ...checksOf(config),
    ]
    const findings = await Promise.all(
      checks.map(async ([check, run]) => ({ check, ...(await inTime(run)) })),
    )
    return [{ check: 'settings', ...good('All settings make sense.') }, database, ...findings].map(
      (finding) => ({ ...finding, sentence: withoutSecrets(finding.sentence, environment) }),
    )
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
      ...bad(withoutSecrets(`${line}. README lists every setting; nothing else was checked.`, environment)),
    }))
  }
}

type Check = [name: string, run: () => Promise<Outcome>]

function checksInDatabase(
  { secretKeys, directDatabaseUrl, DATABASE_REPLICA_URL: replicaUrl }: Config,
  databaseUrl: string,
  now: () => number,
): Check[] {
  return [
    ['migrations', () => checkMigrations(databaseUrl)],
    ['keys', () => checkKeys(databaseUrl, secretKeys)],
    ['clock', () => checkClock(databaseUrl, now)],
    ...(directDatabaseUrl ? [['backup', () => checkBackup(databaseUrl)] satisfies Check] : []),
    ...(replicaUrl ? [['replica', () => checkReplica(replicaUrl, databaseUrl)] satisfies Check] : []),
  ]
}

function checksOf(config: Config): Check[] {
  const { publicUrl, s3, dataDir, COUNTRY_HEADER: countryHeader } = config
  const store: PublicStore = {
    publicUrl,
    token: probeToken(config.secretKeys, new Date()),
    trustedProxies: config.trustedProxies,
  }
  const where = s3 ? `the bucket "${s3.bucket}" at ${s3.endpoint}` : join(dataDir, 'files')
  const providers = [...paymentProvidersOf(config, createLog('silent')).values()]
  return [
    ['files', () => checkStorage(() => openStorage(config, systemClock), where)],
    ['disk', () => checkDisk(dataDir)],
    ['mail', () => checkMail(mailTransport(config))],
    ...providers.flatMap((provider): Check[] => [
      [provider.name, () => checkProvider(provider, AbortSignal.timeout(PATIENCE_MS))],
      [`${provider.name} messages`, () => checkWebhook(publicUrl, provider.name)],
    ]),
    ['proxy', () => checkProxy(store)],
    ...(countryHeader ? [['country', () => checkCountry(store, countryHeader)] satisfies Check] : []),
    ...(s3 ? [] : [['uploads', () => checkUploads(publicUrl, config.MAX_UPLOAD_BYTES)] satisfies Check]),
  ]
}

/** What a check finds, or that it took too long. */
export async function inTime(run: () => Promise<Outcome>, patienceMs = PATIENCE_MS): Promise<Outcome> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Outcome>((resolve) => {
    const sentence = `No answer within ${patienceMs / 1000} s: see whether its address is right and a firewall is in the way.`
    timer = setTimeout(() => resolve(bad(sentence)), patienceMs)
  })
  return Promise.race([run().catch(asOutcome), late]).finally(() => clearTimeout(timer))
}

const asOutcome = (error: unknown): Outcome => bad(error instanceof Error ? error.message : String(error))

const SECRET_NAME = /SECRET|KEY|PASSWORD|TOKEN/
const HIDDEN = '(hidden)'
/** Shorter values are words that sentences hold anyway. */
const SECRET_LENGTH_MIN = 4

/** Errors of other programs may quote what they were given. */
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
