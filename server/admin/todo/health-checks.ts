import { statfs } from 'node:fs/promises'
import type { HealthCheck } from '@nofiller/contract/admin/todo'
import type { HealthPart } from '@nofiller/contract/admin/todo-rules'
import { showCount } from '@nofiller/contract/text/digits'
import { showUtcMoment } from '@nofiller/contract/text/time'
import { sql } from 'kysely'
import { salesByProvider } from '../../orders/history/sales-by-provider.ts'
import type { GuardedProvider } from '../../payments/circuit-breaker.ts'
import { PROVIDER_TITLES } from '../../payments/provider.ts'
import { PAYOUTS_SILENT_SECONDS } from '../../payouts/settings.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { BACKUP_LATE_SECONDS, lastBackup } from '../../platform/database/last-backup.ts'
import {
  failedJobCountOf,
  LATE_SECONDS,
  oldestWaitSeconds,
  STOPPED_SECONDS,
} from '../../platform/jobs/failed-jobs.ts'
import { MAIL_QUEUE } from '../../platform/mail/mail.ts'
import { probe } from '../../platform/probe.ts'
import type { Store } from '../../store.ts'

const FULL_WARN = 0.8
const FULL_BAD = 0.95

/** The health of the parts that the store depends on; probes all at once, each for at most 5 s. */
export async function runHealthChecks(store: Store): Promise<HealthCheck[]> {
  const { db, storage } = store
  const [providers, ...others] = await Promise.all([
    checkProviders(store),
    checkEmail(store),
    probedCheck('storage', () => storage.check()),
    probedCheck('database', () => sql`select 1`.execute(db)),
    checkJobs(store),
    checkPayouts(store),
    checkDisk(store),
    checkBackup(store),
  ])
  return [...providers, ...others.filter((healthCheck) => healthCheck !== null)]
}

/** One for each payment provider; each of several with its name and its share of the newest sales. */
async function checkProviders({ db, providers }: Store): Promise<HealthCheck[]> {
  const healthChecks = await Promise.all([...providers.values()].map(checkProvider))
  if (healthChecks.length === 1) return healthChecks.map(({ name: _, ...healthCheck }) => healthCheck)
  const sales = await salesByProvider(db)
  const total = sales.reduce((sum, { count }) => sum + count, 0)
  return healthChecks.map((healthCheck) => {
    const count = sales.find(({ provider }) => PROVIDER_TITLES[provider] === healthCheck.name)?.count ?? 0
    return total === 0
      ? healthCheck
      : { ...healthCheck, fact: `${healthCheck.fact}, ${Math.round((100 * count) / total)}% of sales` }
  })
}

async function checkProvider(provider: GuardedProvider): Promise<HealthCheck> {
  const healthCheck = await probedCheck('provider', provider.check)
  const { state, since } = provider.health()
  const fact = state === 'open' ? `Paused since ${showUtcMoment(since)}` : healthCheck.fact
  return { ...healthCheck, name: PROVIDER_TITLES[provider.name], fact }
}

/** Probes a part that is healthy when it responds. */
async function probedCheck(
  part: HealthPart,
  ask: (signal: AbortSignal) => Promise<unknown>,
): Promise<HealthCheck> {
  const answer = await probe(ask)
  if (answer.state === 'silent') return { part, state: 'bad', word: 'Not answering', fact: 'Asked just now' }
  const fact = `Answered in ${answer.ms} ms`
  return answer.state === 'slow'
    ? { part, state: 'warn', word: 'Slow', fact }
    : { part, state: 'go', word: 'Answering', fact }
}

async function checkEmail({ db, mail }: Store): Promise<HealthCheck> {
  const [healthCheck, { rows }] = await Promise.all([
    probedCheck('mail', mail.check),
    sql<{ failed: number }>`select ${failedJobCountOf(MAIL_QUEUE, 100)} as failed`.execute(db),
  ])
  const failed = rows[0]?.failed ?? 0
  return failed > 0 && healthCheck.state !== 'bad'
    ? { ...healthCheck, state: 'bad', word: `${failed} failed` }
    : healthCheck
}

async function checkJobs({ db }: Store): Promise<HealthCheck> {
  const seconds = await oldestWaitSeconds(db)
  const fact = seconds < LATE_SECONDS ? 'Nothing is late' : `${Math.floor(seconds / 60)} min behind`
  if (seconds >= STOPPED_SECONDS) return { part: 'jobs', state: 'bad', word: 'Stopped', fact }
  return seconds >= LATE_SECONDS
    ? { part: 'jobs', state: 'warn', word: 'Slow', fact }
    : { part: 'jobs', state: 'go', word: 'Running', fact }
}

/** By the last activity of the payout process. Null for manual payouts. */
async function checkPayouts({ db, config }: Store): Promise<HealthCheck | null> {
  if (config.payoutProvider === 'manual') return null
  const { rows } = await sql<{ seconds: number | null }>`
    select extract(epoch from now() - seen_at)::float as seconds from payout_control`.execute(db)
  const seconds = rows[0]?.seconds ?? null
  if (seconds === null) return { part: 'payouts', state: 'warn', word: 'Not started', fact: 'Never active' }
  const fact = `Last active ${durationOf(seconds)} ago`
  return seconds > PAYOUTS_SILENT_SECONDS
    ? { part: 'payouts', state: 'bad', word: 'Stopped', fact }
    : { part: 'payouts', state: 'go', word: 'Running', fact }
}

/** Null for a store on the database that it brings along: it cannot be backed up. */
async function checkBackup({ db, config }: Store): Promise<HealthCheck | null> {
  if (config.directDatabaseUrl === undefined) return null
  const { madeAt, ageSeconds } = await lastBackup(db)
  const isLate = ageSeconds > BACKUP_LATE_SECONDS
  const fact = madeAt === null ? 'None yet' : `Last one ${durationOf(ageSeconds)} ago`
  if (isLate) return { part: 'backup', state: 'bad', word: 'Overdue', fact }
  return madeAt === null
    ? { part: 'backup', state: 'warn', word: 'Not due yet', fact }
    : { part: 'backup', state: 'go', word: 'Up to date', fact }
}

function durationOf(seconds: number): string {
  if (seconds < 90) return `${Math.round(seconds)} s`
  if (seconds < 5_400) return `${Math.round(seconds / 60)} min`
  return seconds < 172_800 ? `${Math.round(seconds / 3_600)} h` : `${Math.round(seconds / 86_400)} days`
}

async function checkDisk({ db, config }: Store): Promise<HealthCheck> {
  const { blocks, bavail, bsize } = await statfs(config.dataDir)
  const disk = { totalBytes: blocks * bsize, freeBytes: bavail * bsize }
  return diskCheckOf({ ...disk, ownersBytes: config.s3 ? 0 : await ownersBytes(db) })
}

/** What stays for those alone who own it: no developer can remove it, so it only grows. */
async function ownersBytes(db: Queryable): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(size_bytes), 0)::bigint as bytes from stored_builds where held_for = 'owners'`.execute(
    db,
  )
  return rows[0]?.bytes ?? 0
}

type Disk = { totalBytes: number; freeBytes: number; ownersBytes: number }

/** The healthCheck for a disk's free space. */
export function diskCheckOf({ totalBytes, freeBytes, ownersBytes }: Disk): HealthCheck {
  const full = totalBytes === 0 ? 0 : 1 - freeBytes / totalBytes
  const state = full >= FULL_BAD ? 'bad' : full >= FULL_WARN ? 'warn' : 'go'
  const left = `${gigabytes(freeBytes)} of ${gigabytes(totalBytes)} GB left`
  const kept = gigabytes(ownersBytes)
  const fact = kept === '0' ? left : `${left}, ${kept} GB taken by old builds that stay for single owners`
  return { part: 'disk', state, word: `${Math.floor(full * 100)}% full`, fact }
}

const gigabytes = (bytes: number): string => showCount(Math.round(bytes / 1024 ** 3))
