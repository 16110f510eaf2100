import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { sealingsOfAuthenticators } from '../../accounts/second-factor/reseal.ts'
import { PROVIDER_TITLES, type ProviderName } from '../../payments/provider.ts'
import { PAYOUTS_SILENT_SECONDS } from '../../payouts/settings.ts'
import { clockAheadMs } from '../../platform/database/clock-ahead.ts'
import { connect } from '../../platform/database/database.ts'
import { BACKUP_LATE_SECONDS, lastBackup } from '../../platform/database/last-backup.ts'
import { migrationsLeft, versionThatAdded } from '../../platform/database/migrate.ts'
import { replayedBy, whyUnusable, writtenBy } from '../../platform/database/replica.ts'
import { sealingsOfHashKeys } from '../../platform/hash-keys.ts'
import { sealingsOfMails } from '../../platform/mail/mail.ts'
import { sealingsOfWebhookSecrets } from '../../webhooks/endpoint-secret.ts'
import { endpointsFailing, webhooksLateSeconds, webhooksWaiting } from '../../webhooks/figures.ts'
import { bad, good, type Outcome, warn } from './finding.ts'

const TIMEOUT_MS = 8_000
const OLDEST_VERSION = 15
const EXTENSIONS = ['pg_trgm', 'unaccent']
const CLOCK_WARN_MS = 2_000
const CLOCK_BAD_MS = 30_000
const LAG_WARN_MS = 2_000

type Server = {
  isReadOnly: boolean
  version: number
  encoding: string
  database: string
  user: string
  missing: string[]
  dropped: string[]
}

/** Whether PostgreSQL responds, is new enough, and gives the store's user the rights it needs. */
export async function checkDatabase(url: string): Promise<Outcome> {
  const { version, encoding, database, user, missing, dropped, mayCreate, isReadOnly } = await ask(
    url,
    readServer,
  )
  if (version < OLDEST_VERSION)
    return bad(
      `PostgreSQL ${version} is too old: move the database to version ${OLDEST_VERSION} or newer with pg_upgrade or a dump.`,
    )
  if (isReadOnly)
    return bad(
      `The database "${database}" takes no writes, so nothing can be bought or saved: lead DATABASE_URL to the primary, or set default_transaction_read_only to off.`,
    )
  if (encoding !== 'UTF8')
    return bad(
      `The database "${database}" is encoded as ${encoding}: make one with "createdb --encoding=UTF8 --template=template0".`,
    )
  if (missing.length > 0)
    return bad(
      `PostgreSQL does not have the extensions ${missing.join(' and ')}: install its "contrib" package.`,
    )
  if (!mayCreate)
    return bad(
      `The user "${user}" may not create tables, schemas or extensions: make it the owner, with "alter database ${database} owner to ${user}".`,
    )
  if (dropped.length > 0)
    return bad(
      `The database "${database}" has lost the extension ${dropped.join(' and ')}, and with it functions and indexes, so search and saving games fail: restore the newest backup into a new database ("Restore" in docs/operating.md).`,
    )
  return good(`PostgreSQL ${version} answers, and the user "${user}" may do what the store needs.`)
}

const readServer = async (client: pg.Client): Promise<Server & { mayCreate: boolean }> => {
  const { rows } = await client.query(
    `select current_setting('server_version_num')::int / 10000 as version,
       current_setting('transaction_read_only')::boolean as "isReadOnly",
       pg_encoding_to_char(encoding) as encoding, datname as database, current_user::text as user,
       has_database_privilege(datname, 'create') and has_schema_privilege('public', 'create') as "mayCreate",
       array(select name from unnest($1::text[]) as name
         where not exists (select from pg_available_extensions as known where known.name = name.name)) as missing,
       array(select name from unnest($1::text[]) as name
         where to_regclass('kysely_migration') is not null
           and not exists (select from pg_extension where extname = name.name)) as dropped
     from pg_database where datname = current_database()`,
    [EXTENSIONS],
  )
  return rows[0]
}

/** The data sealed by the store's secrets, by table. */
const SEALED = [
  { table: 'authenticators', what: 'authenticator apps', sealings: sealingsOfAuthenticators },
  {
    table: 'hash_keys',
    what: 'checks of recovery codes, reports and names of deleted accounts',
    sealings: sealingsOfHashKeys,
  },
  { table: 'webhook_endpoints', what: 'secrets of webhook endpoints', sealings: sealingsOfWebhookSecrets },
  { table: 'jobs.job', what: 'waiting emails', sealings: sealingsOfMails },
]

/** Whether the store's secrets open all that they or others sealed, and whether the one before is still needed for that. */
export async function checkKeys(url: string, secrets: readonly string[]): Promise<Outcome> {
  const { db, close } = connect(url, SILENT)
  const sealed = { previous: [] as string[], lost: [] as string[] }
  try {
    for (const { table, what, sealings } of SEALED) {
      const { rows } = await sql<{ isThere: boolean }>`
        select to_regclass(${table}) is not null as "isThere"`.execute(db)
      const counts = { current: 0, previous: 0, lost: 0 }
      if (rows[0]?.isThere) for await (const sealing of sealings(db, secrets)) counts[sealing] += 1
      if (counts.lost > 0) sealed.lost.push(`${counts.lost} ${what}`)
      if (counts.previous > 0) sealed.previous.push(`${counts.previous} ${what}`)
    }
  } finally {
    await close()
  }
  if (sealed.lost.length > 0)
    return bad(
      `No key opens ${sealed.lost.join(', ')}: put the key that was removed back into SECRET_KEY_PREVIOUS and start the store.`,
    )
  if (sealed.previous.length > 0)
    return warn(
      `Still sealed with SECRET_KEY_PREVIOUS: ${sealed.previous.join(', ')}. Keep it until the store has been started with both keys and this says none.`,
    )
  return good('SECRET_KEY opens all that the store sealed.')
}

const SILENT = { error: () => undefined }

/** Whether the process that sends payouts works: it says so each round. */
export async function checkPayouts(url: string): Promise<Outcome> {
  const [row] = await ask(url, async (client) => {
    const { rows } = await client.query<{ seconds: number | null }>(
      'select extract(epoch from now() - seen_at)::float as seconds from payout_control',
    )
    return rows
  })
  const seconds = row?.seconds ?? null
  if (seconds !== null && seconds < PAYOUTS_SILENT_SECONDS)
    return good('The process that sends payouts works.')
  return bad(
    `The process that sends payouts ${seconds === null ? 'has never worked' : `last worked ${Math.floor(seconds / 60)} min ago`}: run "systemctl restart nofiller-payouts", and look at "journalctl -u nofiller-payouts".`,
  )
}

const WEBHOOKS_LATE_SECONDS = 300
const WEBHOOKS_MANY = 50_000

/** Whether webhooks go out, and whether what waits for endpoints grows. */
export async function checkWebhooks(url: string, isSendingOff: boolean): Promise<Outcome> {
  const { db, close } = connect(url, SILENT)
  try {
    const { rows: tables } = await sql`select from pg_tables where tablename = 'webhook_events'`.execute(db)
    if (tables.length === 0) return good('No webhook was due yet.')
    const { rows } = await sql<{ late: number; waiting: number; failing: number }>`
      select ${webhooksLateSeconds} as late, ${webhooksWaiting} as waiting, ${endpointsFailing} as failing`.execute(
      db,
    )
    const [{ late, waiting, failing } = { late: 0, waiting: 0, failing: 0 }] = rows
    if (isSendingOff)
      return good(
        `No webhooks are sent, because OUTSIDE_REQUESTS is off; ${waiting} wait, for 30 days at most.`,
      )
    if (late > WEBHOOKS_LATE_SECONDS)
      return bad(
        `Webhooks have not been sent for ${Math.floor(late / 60)} min: look for "webhooks" in the log of the store, and restart it.`,
      )
    if (waiting > WEBHOOKS_MANY)
      return warn(
        `${waiting} webhooks wait to be sent: see on the dashboard whether they become fewer, and whether one developer has most of them.`,
      )
    if (failing > 0)
      return warn(
        `${failing} webhook endpoints of developers had no success for a day. Their owners were mailed, and each is switched off after five days; if all fail, a firewall may be in the way.`,
      )
    return good('Webhooks are sent.')
  } finally {
    await close()
  }
}

/** Whether messages of a payment provider were refused for their signature since one was taken. */
export async function checkSignatures(
  url: string,
  provider: ProviderName,
  reached: Outcome,
): Promise<Outcome> {
  const [refused] = await ask(url, async (client) => {
    const { rows } = await client.query<{ minutes: number }>(
      `select floor(extract(epoch from now() - refused_at) / 60)::int as minutes from refused_messages
       where provider = $1 and refused_at > coalesce(
         (select max(received_at) from provider_messages where provider = $1), '-infinity')`,
      [provider],
    )
    return rows
  })
  if (!refused) return reached
  return bad(
    `Messages of ${PROVIDER_TITLES[provider]} are refused, the last one ${refused.minutes} min ago, because another secret signed them: copy it from its settings into ${SECRET_SETTING[provider]}, and restart the store. Orders are read back meanwhile, only later.`,
  )
}

const SECRET_SETTING: Record<ProviderName, string> = {
  sandbox: 'SECRET_KEY',
  nowpayments: 'NOWPAYMENTS_IPN_SECRET',
  btcpay: 'BTCPAY_WEBHOOK_SECRET',
}

/** Some recipients of the store's emails about open work; none before it has tables. */
export const adminsOf = (url: string): Promise<string[]> =>
  ask(url, async (client) => {
    const { rows } = await client.query<{ email: string }>(
      `select email from accounts where role = 'admin' and suspended_at is null and deleted_at is null and verified_at is not null order by id limit 2`,
    )
    return rows.map(({ email }) => email)
  }).catch(() => [])

/** Whether a backup was made that holds everything, within the last 26 hours. */
export async function checkBackup(url: string): Promise<Outcome> {
  const { db, close } = connect(url, SILENT)
  try {
    const { rows } = await sql`select from pg_tables where tablename = 'backups'`.execute(db)
    if (rows.length === 0) return good('No backup was due yet.')
    const { madeAt, ageSeconds } = await lastBackup(db)
    const hours = Math.floor(ageSeconds / 3_600)
    const cure =
      'run npm run backup -- FOLDER, and find out why it did not run by itself: "systemctl status nofiller-backup.timer".'
    if (ageSeconds > BACKUP_LATE_SECONDS)
      return bad(
        madeAt === null
          ? `Nothing was ever backed up: ${cure}`
          : `The last whole backup is ${hours} h old: ${cure}`,
      )
    return good(madeAt === null ? 'No backup was due yet.' : `The last whole backup is ${hours} h old.`)
  } finally {
    await close()
  }
}

/** Whether the tables fit this version of the store. */
export async function checkMigrations(url: string): Promise<Outcome> {
  const { pending, unknown } = await migrationsLeft(url)
  const newer = unknown.length > 0 ? await versionThatAdded(url, unknown) : null
  if (unknown.length > 0)
    return bad(
      `This database is of a newer version of the store${newer ? ` (${newer})` : ''}, which added ${unknown.join(', ')}: install that version again.`,
    )
  if (pending.length > 0)
    return warn(`${pending.length} migrations wait. They run when the store is started: back up first.`)
  return good('The tables are up to date.')
}

/** Whether this machine's clock agrees with the database's, by which orders and codes expire. */
export async function checkClock(url: string, now: () => number): Promise<Outcome> {
  const aheadMs = await ask(url, (client) => clockAheadMs((statement) => client.query(statement), now))
  const apart = `${Math.round(Math.abs(aheadMs) / 1000)} s ${aheadMs > 0 ? 'ahead of' : 'behind'} the database's`
  const cure = 'set both by NTP, with "timedatectl set-ntp true"'
  if (Math.abs(aheadMs) > CLOCK_BAD_MS) return bad(`This machine's clock is ${apart}: ${cure}.`)
  if (Math.abs(aheadMs) > CLOCK_WARN_MS) return warn(`This machine's clock is ${apart}: ${cure}.`)
  return good("This machine's clock agrees with the database's.")
}

/** Whether the replica follows the database, and has a row written a moment ago. Without it the store reads the database. */
export async function checkReplica(url: string, primaryUrl: string): Promise<Outcome> {
  const written = await ask(primaryUrl, writtenBy)
  const setting = 'DATABASE_REPLICA_URL'
  const caughtUp = async (client: pg.Client): Promise<Outcome> => {
    for (const until = Date.now() + LAG_WARN_MS; ; await sleep(100)) {
      const replayed = await replayedBy(client)
      const problem = whyUnusable(written, replayed)
      if (problem)
        return bad(
          `The server at ${setting} cannot be read from: ${problem}. Set it up anew: docs/scaling.md.`,
        )
      const behind = (written.bytes ?? 0) - (replayed.bytes ?? 0)
      if (behind <= 0) return good('The replica follows the database.')
      if (Date.now() > until)
        return warn(
          `The replica lacks ${behind} bytes that were written ${LAG_WARN_MS / 1000} s ago, so the store does not read it: see whether it is slow, or its replay is paused.`,
        )
    }
  }
  return ask(url, caughtUp, setting)
}

async function ask<T>(
  url: string,
  question: (client: pg.Client) => Promise<T>,
  setting = 'DATABASE_URL',
): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
  })
  client.on('error', () => undefined) // the query that it breaks says so
  try {
    await client.connect()
    return await question(client)
  } catch (error) {
    throw explained(error, client, setting)
  } finally {
    await client.end().catch(() => undefined)
  }
}

function explained(error: unknown, { host, port, user, database }: pg.Client, setting: string): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const where = `${host}:${port}`
  switch (code) {
    case 'ECONNREFUSED':
    case 'ENOENT':
      return new Error(`No PostgreSQL answers at ${where}: start it, or correct ${setting}.`)
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new Error(`There is no machine "${host}": correct the host in ${setting}.`)
    case '28P01':
    case '28000':
      return new Error(
        `PostgreSQL at ${where} does not let in "${user}": correct the name and password in ${setting}, or pg_hba.conf.`,
      )
    case '3D000':
      return new Error(
        `PostgreSQL at ${where} has no database "${database}": make it with "createdb --owner=${user} ${database}".`,
      )
    default:
      return error
  }
}
