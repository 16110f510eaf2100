import type { FastifyBaseLogger } from 'fastify'
import type { Config } from './config.ts'
import type { GuardedProvider } from './payments/circuit-breaker.ts'
import type { Sanctions } from './payouts/sanctions.ts'
import type { Account } from './platform/caller.ts'
import type { Clock } from './platform/clock.ts'
import type { Database } from './platform/database/database.ts'
import type { Replica } from './platform/database/replica.ts'
import type { Signal } from './platform/database/signal.ts'
import type { HashKeys } from './platform/hash-keys.ts'
import type { Viewer } from './platform/http/audience.ts'
import type { OutsideClient } from './platform/http/outside-client.ts'
import type { RateLimits } from './platform/http/rate-limits.ts'
import type { Jobs } from './platform/jobs/jobs.ts'
import type { MailQueue } from './platform/mail/mail.ts'
import type { ResumableUploads } from './platform/storage/resumable/resumable.ts'
import type { Storage } from './platform/storage/storage.ts'

/** The parts that domain functions work with; `parts.ts` plugs them together. */
export type Store = {
  config: Config
  db: Database
  /** The same database, for statements that are found by keys alone and run all the time: each connection plans them once. */
  preparedDb: Database
  /** For reads that are the same for every visitor: from the replica while it is current, else the same as `db`. */
  publicDb: Database
  /** Null when the store has none. */
  replica: Replica | null
  storage: Storage
  uploads: ResumableUploads
  jobs: Jobs
  mail: MailQueue
  rateLimits: RateLimits
  hashKeys: HashKeys
  /** By name, the preferred one first. */
  providers: ReadonlyMap<string, GuardedProvider>
  /** Screens payout addresses. */
  sanctions: Sanctions
  /** For addresses that strangers chose. */
  outside: OutsideClient
  /** Something that visitors see of games has changed. */
  catalogChanged: Signal
  /** The state of an order, or of its payment, has changed; the subject is its id. */
  orderChanged: Signal
  clock: Clock
  log: FastifyBaseLogger
}

/** The database for a caller's public reads: those with an account must see what they have just written or hidden. */
export const readableBy = (
  { db, publicDb }: Pick<Store, 'db' | 'publicDb'>,
  person: Account | Viewer | null,
): Database => (person === null ? publicDb : db)
