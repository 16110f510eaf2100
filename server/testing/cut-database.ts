/** A database whose transactions can be cut at any statement, as a crash of the process would cut them. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import type { Database } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'

/** `before` the statement reaches the database, or `after` it has, so that only its answer is lost. */
export type Cut = { statement: number; when: 'before' | 'after' }

export class CutOff extends Error {}

export type CutDatabase = {
  db: Database
  /** Runs something as a process that dies at the n-th statement: whatever it still tries fails as well. */
  cutting<T>(cut: Cut | null, run: () => Promise<T>): Promise<T>
}

type Life = { left: number; when: Cut['when']; isOver: boolean }

export function cutDatabase(pool: Pool): CutDatabase {
  const lives = new AsyncLocalStorage<Life>()
  const cuttable: PostgresPool = {
    connect: async () => clientOf(await pool.connect(), lives),
    options: pool.options,
    end: async () => undefined, // the pool belongs to its opener
  }
  return {
    db: new Kysely<Tables>({ dialect: new PostgresDialect({ pool: cuttable }) }),
    cutting: (cut, run) =>
      cut ? lives.run({ left: cut.statement, when: cut.when, isOver: false }, run) : run(),
  }
}

/** One connection; the server takes back what a dead process left open when its connection closes. */
function clientOf(client: PoolClient, lives: AsyncLocalStorage<Life>): PostgresPoolClient {
  let isDead = false
  const query = async (...given: unknown[]) => {
    const life = lives.getStore()
    const isLast = life !== undefined && !life.isOver && life.left-- === 0
    if (life && (isLast || life.isOver)) {
      if (isLast && life.when === 'after')
        await (client.query as (...all: unknown[]) => Promise<unknown>)(...given)
      life.isOver = true
      isDead = true
      throw new CutOff('cut off')
    }
    return (client.query as (...all: unknown[]) => Promise<unknown>)(...given)
  }
  return {
    query: query as PostgresPoolClient['query'],
    release: () => client.release(isDead),
  }
}
