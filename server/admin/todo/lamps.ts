import { statfs } from 'node:fs/promises'
import type { Lamp } from '@nofiller/contract/admin/todo'
import type { LampPart } from '@nofiller/contract/admin/todo-rules'
import { sql } from 'kysely'
import { salesByProvider } from '../../orders/history/sales-by-provider.ts'
import type { GuardedProvider } from '../../payments/circuit-breaker.ts'
import { PROVIDER_TITLES } from '../../payments/provider.ts'
import { PAYOUTS_SILENT_SECONDS } from '../../payouts/settings.ts'
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
export async function lightLamps(store: Store): Promise<Lamp[]> {
  const { db, storage } = store
  const [providers, ...others] = await Promise.all([
    providerLamps(store),
    mailLamp(store),
    probedLamp('storage', () => storage.check()),
    probedLamp('database', () => sql`select 1`.execute(db)),
    jobsLamp(store),
    payoutsLamp(store),
    diskLamp(store),
    backupLamp(store),
  ])
  return [...providers, ...others.filter((lamp) => lamp !== null)]
}

const CLOCK = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'medium',
  timeStyle: 'short',
  hourCycle: 'h23',
  timeZone: 'UTC',
})

/** One for each payment provider; each of several with its name and its share of the newest sales. */
async function providerLamps({ db, providers }: Store): Promise<Lamp[]> {
  const lamps = await Promise.all([...providers.values()].map(providerLamp))
  if (lamps.length === 1) return lamps.map(({ name: _, ...lamp }) => lamp)
  const sales = await salesByProvider(db)
  const total = sales.reduce((sum, { count }) => sum + count, 0)
  return lamps.map((lamp) => {
    const count = sales.find(({ provider }) => PROVIDER_TITLES[provider] === lamp.name)?.count ?? 0
    return total === 0
      ? lamp
      : { ...lamp, fact: `${lamp.fact}, ${Math.round((100 * count) / total)}% of sales` }
  })
}

async function providerLamp(provider: GuardedProvider): Promise<Lamp> {
  const lamp = await probedLamp('provider', provider.check)
  const { state, since } = provider.health()
  const fact = state === 'open' ? `Paused since ${CLOCK.format(since)} UTC` : lamp.fact
  return { ...lamp, name: PROVIDER_TITLES[provider.name], fact }
}

/** Probes a part that is healthy when it responds. */
async function probedLamp(part: LampPart, ask: (signal: AbortSignal) => Promise<unknown>): Promise<Lamp> {
  const answer = await probe(ask)
  if (answer.state === 'silent') return { part, state: 'bad', word: 'Not answering', fact: 'Asked just now' }
  const fact = `Answered in ${answer.ms} ms`
  return answer.state === 'slow'
    ? { part, state: 'warn', word: 'Slow', fact }
    : { part, state: 'go', word: 'Answering', fact }
}

async function mailLamp({ db, mail }: Store): Promise<Lamp> {
  const [lamp, { rows }] = await Promise.all([
    probedLamp('mail', mail.check),
    sql<{ failed: number }>`select ${failedJobCountOf(MAIL_QUEUE, 100)} as failed`.execute(db),
  ])
  const failed = rows[0]?.failed ?? 0
  return failed > 0 && lamp.state !== 'bad' ? { ...lamp, state: 'bad', word: `${failed} failed` } : lamp
}

async function jobsLamp({ db }: Store): Promise<Lamp> {
  const seconds = await oldestWaitSeconds(db)
  const fact = seconds < LATE_SECONDS ? 'Nothing is late' : `${Math.floor(seconds / 60)} min behind`
  if (seconds >= STOPPED_SECONDS) return { part: 'jobs', state: 'bad', word: 'Stopped', fact }
  return seconds >= LATE_SECONDS
    ? { part: 'jobs', state: 'warn', word: 'Slow', fact }
    : { part: 'jobs', state: 'go', word: 'Running', fact }
}

/** By when the process that sends payouts was last active. Null where payouts are sent by hand. */
async function payoutsLamp({ db, config }: Store): Promise<Lamp | null> {
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
async function backupLamp({ db, config }: Store): Promise<Lamp | null> {
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

async function diskLamp({ config }: Store): Promise<Lamp> {
  const { blocks, bavail, bsize } = await statfs(config.dataDir)
  return diskLampOf({ totalBytes: blocks * bsize, freeBytes: bavail * bsize })
}

/** The lamp for a disk's free space. */
export function diskLampOf({ totalBytes, freeBytes }: { totalBytes: number; freeBytes: number }): Lamp {
  const full = totalBytes === 0 ? 0 : 1 - freeBytes / totalBytes
  const state = full >= FULL_BAD ? 'bad' : full >= FULL_WARN ? 'warn' : 'go'
  const fact = `${gigabytes(freeBytes)} of ${gigabytes(totalBytes)} GB left`
  return { part: 'disk', state, word: `${Math.floor(full * 100)}% full`, fact }
}

const gigabytes = (bytes: number): string => Math.round(bytes / 1024 ** 3).toLocaleString('en-US')
