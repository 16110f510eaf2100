import {
  type PartStatus,
  STATUS_PARTS,
  type StatusPart,
  type StatusReading,
  type StatusState,
} from '@nofiller/contract/monitoring/status-rules'
import { sql } from 'kysely'
import type { Queryable } from '../platform/database/database.ts'
import { LATE_SECONDS, oldestWaitSeconds, STOPPED_SECONDS } from '../platform/jobs/failed-jobs.ts'
import { MAIL_QUEUE } from '../platform/mail/mail.ts'
import { type Probe, probe } from '../platform/probe.ts'
import type { Store } from '../store.ts'

const READ_EVERY_MS = 10_000

export type StatusWatch = {
  /** The last result; waits only before the first. */
  reading(): Promise<StatusReading>
  stop(): void
}

type Watched = Pick<Store, 'storage' | 'mail' | 'providers' | 'clock'> & { db: Queryable }

/** Checks the parts on a schedule, every 10 s by default, so visitors cannot load them however often they ask. */
export function watchStatus(store: Watched, everyMs = READ_EVERY_MS): StatusWatch {
  let last: StatusReading | null = null
  let underway: Promise<StatusReading> | null = null
  const read = () => {
    underway ??= readStatus(store, last)
      .then((reading) => {
        last = reading
        return reading
      })
      .finally(() => {
        underway = null
      })
    return underway
  }
  const timer = setInterval(read, everyMs).unref()
  return { reading: async () => last ?? read(), stop: () => clearInterval(timer) }
}

async function readStatus(store: Watched, before: StatusReading | null): Promise<StatusReading> {
  const states = await statesOf(store)
  const readAt = store.clock().toISOString()
  const parts = STATUS_PARTS.map((part): PartStatus => {
    const known = before?.parts.find((one) => one.part === part)
    const state = states[part]
    return known?.state === state
      ? known
      : { part, state, since: before || state !== 'working' ? readAt : null }
  })
  return { parts, readAt }
}

/** Nothing works without the database. */
async function statesOf({ db, storage, mail, providers }: Watched): Promise<Record<StatusPart, StatusState>> {
  const [store, downloads, server, lateSeconds, ...buying] = await Promise.all([
    probe(() => sql`select 1`.execute(db)).then(stateOf),
    probe(() => storage.check()).then(stateOf),
    probe(() => mail.check()).then(stateOf),
    oldestWaitSeconds(db, MAIL_QUEUE).catch(() => Number.POSITIVE_INFINITY),
    ...[...providers.values()].map(async ({ check, health }) =>
      health().state === 'open' ? 'down' : stateOf(await probe(check)),
    ),
  ])
  if (store === 'down') return { store, buying: 'down', downloads: 'down', emails: 'down' }
  return { store, buying: ofSeveral(buying), downloads, emails: ofMails(server, lateSeconds) }
}

const STATES = { answering: 'working', slow: 'slow', silent: 'down' } as const
const stateOf = ({ state }: Probe): StatusState => STATES[state]

/** A buyer is sent to the next provider when one is down. */
function ofSeveral(states: StatusState[]): StatusState {
  if (states.every((state) => state === 'down')) return 'down'
  if (states.includes('down')) return 'limited'
  return states.every((state) => state === 'slow') ? 'slow' : 'working'
}

function ofMails(server: StatusState, lateSeconds: number): StatusState {
  if (server === 'down' || lateSeconds >= STOPPED_SECONDS) return 'down'
  return server === 'slow' || lateSeconds >= LATE_SECONDS ? 'slow' : 'working'
}
