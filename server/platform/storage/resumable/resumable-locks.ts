import { setTimeout as sleep } from 'node:timers/promises'
import type { Locker, RequestRelease } from '@tus/server'
import pg from 'pg'
import { beingWritten } from './resumable.ts'

const WAIT_MS = 10_000
const ASK_EVERY_MS = 100

export type UploadLocks = Locker & { stop(): Promise<void> }

type Log = { warn(detail: object, message: string): void }

/**
 * One writer for each upload, across all processes of a store. A lock is an advisory lock of PostgreSQL, which all processes
 * share, on disk as on S3, and which ends with the process that held it; one connection holds all locks of a
 * process. A waiting writer asks the previous one to end, if it is in this process: usually its connection was
 * lost without notice.
 */
export function uploadLocks(databaseUrl: string, log: Log): UploadLocks {
  const held = new Map<string, RequestRelease>()
  const session = new pg.Pool({
    connectionString: databaseUrl,
    max: 1,
    idleTimeoutMillis: 0, // no timeout: locks end with their connection
    connectionTimeoutMillis: 2_000,
  })
  session.on('error', (error) =>
    log.warn({ err: error }, 'the connection that holds the locks of uploads broke'),
  )
  session.on('remove', () => {
    for (const release of held.values()) void release() // from now on another process may lock
  })

  const ask = async (statement: string, id: string): Promise<boolean> => {
    const { rows } = await session.query(`select ${statement}(hashtextextended($1, 0)) as done`, [id])
    return rows[0].done
  }

  const tryLock = async (id: string, release: RequestRelease): Promise<boolean> => {
    const before = held.get(id)
    if (before) {
      await before()
      return false
    }
    held.set(id, release) // before asking: the connection gets a lock as often as it asks
    const isLocked = await ask('pg_try_advisory_lock', id).catch((error) => {
      held.delete(id)
      throw error
    })
    if (!isLocked) held.delete(id)
    return isLocked
  }

  return {
    newLock: (id) => ({
      lock: async (signal, release) => {
        for (const until = Date.now() + WAIT_MS; !(await tryLock(id, release)); await sleep(ASK_EVERY_MS))
          if (signal.aborted || Date.now() > until) throw beingWritten()
      },
      unlock: async () => {
        await ask('pg_advisory_unlock', id).catch(() => undefined) // ended with its connection
        held.delete(id)
      },
    }),
    stop: () => session.end(),
  }
}
