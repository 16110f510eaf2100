import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { isPayoutCoin } from '@nofiller/contract/payouts/payout-address-rules'
import { Environment } from './environment.ts'
import { isProviderName, PROVIDER_NAMES, type ProviderName } from './payments/provider.ts'
import type { PayoutProviderName } from './payouts/providers/payout-provider.ts'
import { isClamdUrl } from './platform/clamd.ts'
import { closesSomewhere } from './platform/http/age-rule.ts'
import type { S3Settings } from './platform/storage/s3.ts'

const SECRET_LENGTH_MIN = 32

export type Config = ReturnType<typeof readConfig>

/** Thrown with every problem at once, a line each. */
export class ConfigError extends Error {}

/**
 * Reads and checks all settings once.
 * @throws ConfigError naming every missing or contradictory setting
 */
export function readConfig(environment: NodeJS.ProcessEnv) {
  const parsed = Environment.safeParse(environment)
  if (!parsed.success)
    throw new ConfigError(
      parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'),
    )
  const env = parsed.data
  const production = env.NODE_ENV === 'production'
  const problems = [
    ...exampleProblems(env),
    ...backupProblems(env),
    ...contentProblems(env),
    ...trustProxyProblems(env.TRUST_PROXY),
    ...ageRuleProblems(env),
    ...scannerProblems(env),
    ...outgoingProxyProblems(env),
    ...addressProblems(env, ['ERROR_WEBHOOK_URL', 'OTEL_EXPORTER_OTLP_ENDPOINT']),
    ...poolerProblems(env),
    ...replicaProblems(env),
    ...objectStoreProblems(env, production),
    ...paymentProblems(env, production),
    ...payoutProblems(env),
    ...(production ? productionProblems(env) : []),
  ]
  if (problems.length > 0) throw new ConfigError(problems.join('\n'))

  const dataDir = resolve(env.DATA_DIR)
  return {
    ...env,
    production,
    dataDir,
    /** The owner's own texts, in the place of those that the store comes with. */
    contentDir: resolve(env.CONTENT_DIR ?? join(dataDir, 'content')),
    /** PostgreSQL itself, past a pooler: for whatever listens or holds a lock longer than a transaction. */
    directDatabaseUrl: env.DATABASE_DIRECT_URL ?? env.DATABASE_URL,
    /** Payment providers in use, the preferred one first. */
    paymentProviders: paymentProvidersOf(env),
    payoutProvider: payoutProviderOf(env, production),
    payoutCoins: coinsIn(env),
    /** Where this process reaches itself; `publicUrl` may lead through a proxy. */
    selfUrl: `http://${env.HOST === '0.0.0.0' || env.HOST === '::' ? '127.0.0.1' : env.HOST}:${env.PORT}`,
    publicUrl: (env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).replace(/\/+$/, ''),
    secretKeys: [env.SECRET_KEY ?? demoSecret(dataDir), env.SECRET_KEY_PREVIOUS].filter(
      (key) => key !== undefined,
    ),
    /** The object store for all files, or null when they are below `dataDir`. */
    s3: objectStore(env),
    SUPPORT_EMAIL: env.SUPPORT_EMAIL ?? 'support@example.test',
    mailFrom: env.MAIL_FROM ?? `${env.STORE_NAME} <store@example.test>`,
    trustedProxies: env.TRUST_PROXY?.split(',').map((proxy) => proxy.trim()),
    chatUrl: env.CHAT_URL ?? (production ? null : 'https://chat.example.com'),
    logLevel: env.LOG_LEVEL ?? (production ? 'info' : 'warn'),
    apiDocs: env.API_DOCS ? env.API_DOCS === '1' : !production,
    /** Whether the admin area and payouts are closed to accounts without a second factor. */
    secondFactorRequired: env.REQUIRE_SECOND_FACTOR ? env.REQUIRE_SECOND_FACTOR === '1' : production,
    plantDemo: env.DEMO === '1' && !production,
  }
}

/** An unchanged value from a copied example: everyone knows it. */
const exampleProblems = (env: Environment): string[] =>
  Object.entries(env).flatMap(([name, value]) =>
    typeof value === 'string' && /change-me/i.test(value)
      ? [`${name} still holds CHANGE-ME from the example: replace it with a value of your own`]
      : [],
  )

/** A folder that is not there would show everybody the texts of the store instead of the owner's. */
const contentProblems = ({ CONTENT_DIR: folder }: Environment): string[] =>
  folder === undefined || statSync(folder, { throwIfNoEntry: false })?.isDirectory()
    ? []
    : [`CONTENT_DIR is ${folder}, where there is no folder: make it, or correct the setting`]

/** A key with a mistake in it would show when a backup is made at night, or never. */
function backupProblems({ BACKUP_RECIPIENT: recipient }: Environment): string[] {
  if (recipient === undefined) return []
  // Most processes never encrypt: they load nothing of it.
  const { Encrypter } = createRequire(import.meta.url)('age-encryption') as typeof import('age-encryption')
  try {
    new Encrypter().addRecipient(recipient)
    return []
  } catch {
    return [
      'BACKUP_RECIPIENT is not an age public key (age1…): copy it from the file that "age-keygen -o key.txt" made',
    ]
  }
}

/** The last three are shown to everybody: without them visitors would read an example, or a gap. */
const NEEDED_IN_PRODUCTION = [
  'DATABASE_URL',
  'SECRET_KEY',
  'PUBLIC_URL',
  'SMTP_URL',
  'MAIL_FROM',
  'SUPPORT_EMAIL',
  'JURISDICTION',
] as const

function productionProblems(env: Environment): string[] {
  const missing = NEEDED_IN_PRODUCTION.filter((name) => !env[name]).map((name) => `${name} is missing`)
  const wrong = [
    env.SECRET_KEY && env.SECRET_KEY.length < SECRET_LENGTH_MIN
      ? `SECRET_KEY must have at least ${SECRET_LENGTH_MIN} characters`
      : '',
    env.MAIL_BOUNCE_SECRET && env.MAIL_BOUNCE_SECRET.length < SECRET_LENGTH_MIN
      ? `MAIL_BOUNCE_SECRET must have at least ${SECRET_LENGTH_MIN} characters`
      : '',
    env.SUPPORT_EMAIL && !/^[^\s@]+@[^\s@]+$/.test(env.SUPPORT_EMAIL)
      ? `SUPPORT_EMAIL must be an email address, not "${env.SUPPORT_EMAIL}"`
      : '',
    env.PUBLIC_URL && !env.PUBLIC_URL.startsWith('https://') ? 'PUBLIC_URL must start with https://' : '',
    env.REQUIRE_SECOND_FACTOR === '0'
      ? 'REQUIRE_SECOND_FACTOR must not be 0: admins and payouts need a second factor'
      : '',
    paymentProvidersOf(env).includes('sandbox')
      ? 'PAYMENT_PROVIDERS holds sandbox, which takes no real money'
      : '',
    env.PAYOUT_PROVIDER === 'sandbox' ? 'PAYOUT_PROVIDER is sandbox, which sends no real money' : '',
  ]
  return [...missing, ...wrong.filter(Boolean)]
}

const NEEDED_FOR_PAYOUTS = {
  manual: [],
  sandbox: [],
  nowpayments: ['NOWPAYMENTS_IPN_SECRET'],
  btcpay: ['BTCPAY_URL', 'BTCPAY_STORE_ID', 'BTCPAY_PAYOUT_WEBHOOK_SECRET'],
} as const

function payoutProblems(env: Environment): string[] {
  const missing = NEEDED_FOR_PAYOUTS[env.PAYOUT_PROVIDER ?? 'manual'].filter((name) => !env[name])
  return [
    ...missing.map((name) => `${name} is missing, which PAYOUT_PROVIDER=${env.PAYOUT_PROVIDER} needs`),
    ...coinsIn(env)
      .filter((coin) => !isPayoutCoin(coin))
      .map((coin) => `PAYOUT_COINS names "${coin}", whose addresses cannot be checked`),
    ...(env.PAYOUT_MAX_CENTS < env.PAYOUT_MINIMUM_CENTS
      ? ['PAYOUT_MAX_CENTS is below PAYOUT_MINIMUM_CENTS: nothing could be paid']
      : []),
  ]
}

const coinsIn = ({ PAYOUT_COINS }: Environment): string[] =>
  PAYOUT_COINS.split(',').map((coin) => coin.trim())

/** The sandbox pays nothing, so that in production a person pays unless a provider is set. */
const payoutProviderOf = (env: Environment, production: boolean): PayoutProviderName =>
  env.PAYOUT_PROVIDER ?? (production ? 'manual' : 'sandbox')

const NEEDED_FOR_PAYMENT = {
  sandbox: [],
  nowpayments: ['NOWPAYMENTS_API_KEY', 'NOWPAYMENTS_IPN_SECRET'],
  btcpay: ['BTCPAY_URL', 'BTCPAY_API_KEY', 'BTCPAY_STORE_ID', 'BTCPAY_WEBHOOK_SECRET'],
} as const
const PAYMENT_ADDRESS = { sandbox: null, nowpayments: 'NOWPAYMENTS_API_URL', btcpay: 'BTCPAY_URL' } as const

/** `PAYMENT_PROVIDERS` is a list in order of preference; `PAYMENT_PROVIDER` is the name of one. */
const listedProviders = (env: Environment): string[] =>
  (env.PAYMENT_PROVIDERS ?? env.PAYMENT_PROVIDER ?? 'sandbox').split(',').map((name) => name.trim())

const paymentProvidersOf = (env: Environment): ProviderName[] => listedProviders(env).filter(isProviderName)

function paymentProblems(env: Environment, production: boolean): string[] {
  return [
    ...providerListProblems(env),
    ...new Set(paymentProvidersOf(env).flatMap((name) => providerProblems(name, env, production))),
  ]
}

function providerListProblems(env: Environment): string[] {
  const { PAYMENT_PROVIDERS: list, PAYMENT_PROVIDER: one } = env
  const names = listedProviders(env)
  const setting = list ? 'PAYMENT_PROVIDERS' : 'PAYMENT_PROVIDER'
  return [
    ...(list && one && list !== one
      ? [`PAYMENT_PROVIDER is ${one}, but PAYMENT_PROVIDERS is ${list}: set only PAYMENT_PROVIDERS`]
      : []),
    ...names
      .filter((name) => !isProviderName(name))
      .map((name) => `${setting} takes ${PROVIDER_NAMES.join(', ')}, not "${name}"`),
    ...(new Set(names).size < names.length ? [`${setting} names a provider twice`] : []),
  ]
}

/** A provider without its secret would take anybody's messages (security C5). */
function providerProblems(provider: ProviderName, env: Environment, production: boolean): string[] {
  const missing = NEEDED_FOR_PAYMENT[provider]
    .filter((name) => !env[name])
    .map((name) => `${name} is missing`)
  const name = PAYMENT_ADDRESS[provider]
  const address = name && env[name]
  const scheme = production ? 'https://' : 'http:// or https://'
  const isRight = !address || (URL.canParse(address) && (production ? /^https:/ : /^https?:/).test(address))
  const wrongAddress = isRight ? [] : [`${name} must start with ${scheme}`]
  const halfLogin =
    provider === 'nowpayments' && !env.NOWPAYMENTS_EMAIL !== !env.NOWPAYMENTS_PASSWORD
      ? ['NOWPAYMENTS_EMAIL and NOWPAYMENTS_PASSWORD are set together or not at all']
      : []
  return [...missing, ...wrongAddress, ...halfLogin]
}

const NEEDED_FOR_S3 = [
  'S3_ENDPOINT',
  'S3_REGION',
  'S3_BUCKET',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
] as const
const S3_ADDRESSES = ['S3_ENDPOINT', 'S3_PUBLIC_URL'] as const

/** The `S3_*` settings are given all together or not at all. */
function objectStoreProblems(env: Environment, production: boolean): string[] {
  if (!NEEDED_FOR_S3.some((name) => env[name]) && !env.S3_PUBLIC_URL) return []
  const missing = NEEDED_FOR_S3.filter((name) => !env[name]).map((name) => `${name} is missing`)
  const notOrigins = S3_ADDRESSES.filter((name) => env[name] && !isOrigin(env[name])).map(
    (name) => `${name} must be an origin such as https://files.example.com, without a path`,
  )
  const publicUrl = env.S3_PUBLIC_URL ?? env.S3_ENDPOINT
  const wrong = [
    production && publicUrl && !publicUrl.startsWith('https://')
      ? 'S3_PUBLIC_URL (or S3_ENDPOINT without it) must start with https://'
      : '',
    env.ACCEL_REDIRECT ? 'ACCEL_REDIRECT is for files on disk, but S3_* is set' : '',
  ]
  return [...missing, ...notOrigins, ...wrong.filter(Boolean)]
}

/** An endpoint with a path is refused, because the bucket's name must come first. */
function isOrigin(address: string): boolean {
  const url = URL.parse(address)
  return url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`
}

function objectStore({
  S3_ENDPOINT: endpoint,
  S3_PUBLIC_URL: publicUrl = endpoint,
  S3_REGION: region,
  S3_BUCKET: bucket,
  S3_ACCESS_KEY_ID: accessKeyId,
  S3_SECRET_ACCESS_KEY: secretAccessKey,
}: Environment): S3Settings | null {
  if (!endpoint || !publicUrl || !region || !bucket || !accessKeyId || !secretAccessKey) return null
  return {
    endpoint: new URL(endpoint).origin,
    publicUrl: new URL(publicUrl).origin,
    region,
    bucket,
    accessKeyId,
    secretAccessKey,
  }
}

/** Hop counts are refused, because they would let a client choose its own address (security F6). */
function trustProxyProblems(proxies: string | undefined): string[] {
  const wrong = (proxies?.split(',') ?? []).filter(
    (proxy) => !/^[0-9a-f.:]*[.:][0-9a-f.:]*(?:\/\d{1,3})?$/i.test(proxy.trim()),
  )
  return wrong.map((proxy) => `TRUST_PROXY takes addresses or CIDRs, not "${proxy.trim()}"`)
}

/** A pooler hands out another session with each transaction, so that the rest needs a way past it. */
const poolerProblems = (env: Environment): string[] =>
  [env.DATABASE_POOLER, env.DATABASE_DIRECT_URL].some(Boolean) &&
  ![env.DATABASE_POOLER, env.DATABASE_DIRECT_URL, env.DATABASE_URL].every(Boolean)
    ? [
        'DATABASE_POOLER, DATABASE_DIRECT_URL and DATABASE_URL, which then leads to the pooler, are set together',
      ]
    : []

/** The server that the store brings along has no replica. */
const replicaProblems = (env: Environment): string[] =>
  env.DATABASE_REPLICA_URL && !env.DATABASE_URL
    ? ['DATABASE_REPLICA_URL is set, but not DATABASE_URL, whose replica it would be']
    : []

/** Without the header every visitor would be from nowhere, where the strictest rule holds: closed to all. */
const ageRuleProblems = ({ AGE_RULE, COUNTRY_HEADER: header }: Environment): string[] => [
  ...(closesSomewhere(AGE_RULE) && !header
    ? ['AGE_RULE closes the store by country, which only COUNTRY_HEADER can tell: set both']
    : []),
  ...(header && !/^[a-z][a-z\d-]*$/i.test(header)
    ? [`COUNTRY_HEADER must be the name of a header such as CF-IPCountry, not "${header}"`]
    : []),
]

const scannerProblems = ({ CLAMD_URL: url }: Environment): string[] =>
  url === undefined || isClamdUrl(url)
    ? []
    : ['CLAMD_URL must be tcp://host:port or unix:/path/to/the/socket']

const outgoingProxyProblems = ({ OUTSIDE_PROXY: url }: Environment): string[] =>
  url === undefined || URL.parse(url)?.protocol === 'http:'
    ? []
    : ['OUTSIDE_PROXY must be the address of an HTTP proxy, http://host:port']

const addressProblems = (
  env: Environment,
  names: readonly ('ERROR_WEBHOOK_URL' | 'OTEL_EXPORTER_OTLP_ENDPOINT')[],
): string[] =>
  names
    .filter((name) => env[name] !== undefined && !/^https?:$/.test(URL.parse(env[name])?.protocol ?? ''))
    .map((name) => `${name} must start with http:// or https://`)

/** The demo makes its key once and stores it beside its data. It appears completely or not at all. */
function demoSecret(dataDir: string): string {
  const path = join(dataDir, 'secret-key')
  if (!existsSync(path)) {
    mkdirSync(dataDir, { recursive: true })
    const temporaryPath = `${path}.${process.pid}`
    writeFileSync(temporaryPath, randomBytes(32).toString('hex'), { mode: 0o600 })
    renameSync(temporaryPath, path)
  }
  const key = readFileSync(path, 'utf8').trim()
  if (key.length < SECRET_LENGTH_MIN)
    throw new ConfigError(`${path} is damaged: remove it, and a new key is made`)
  return key
}
