import { setTimeout as sleep } from 'node:timers/promises'
import type { Locker, RequestRelease } from '@tus/server'
import pg from 'pg'
import { beingWritten } from './resumable.ts'

const WAIT_MS = 10_000
const ASK_EVERY_MS = 100

export type UploadLocks = Locker & { stop(): Promise<void> }

type Log = { warn(detail: object, message: string): void }

/**
 * One writer for each upload, among all processes of a store. A lock is an advisory lock of PostgreSQL, which the processes
 * share in any case, on disk as on S3, and which goes with the process that held it; one connection holds all locks of a
 * process. Whoever waits asks the writer before to end, when it is in this process: most often it is a line that was cut
 * without a word.
 */
export function uploadLocks(databaseUrl: string, log: Log): UploadLocks {
  const held = new Map<string, RequestRelease>()
  const session = new pg.Pool({
    connectionString: databaseUrl,
    max: 1,
    idleTimeoutMillis: 0, // for ever: locks end with their connection
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
    held.set(id, release) // before asking: the connection is given a lock as often as it wants
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
        await ask('pg_advisory_unlock', id).catch(() => undefined) // gone with its connection
        held.delete(id)
      },
    }),
    stop: () => session.end(),
  }
}
