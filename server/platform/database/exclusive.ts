import pg from 'pg'

const WAIT_MS = 5 * 60_000

export type Turn = {
  /** The task, as shown to a process that waits for it: "the demo store is being planted". */
  what: string
  /** How long to wait for another process. */
  waitMs?: number
  say(sentence: string): void
}

/**
 * Runs a task while no other process on this database runs the same one. A waiting process says what it waits for, and gives up
 * after minutes: unlike requests of visitors, such a task may take long. A killed process releases its lock.
 */
export async function withExclusiveLock<Result>(
  databaseUrl: string,
  { what, waitMs = WAIT_MS, say }: Turn,
  run: () => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: databaseUrl })
  let isLost = false
  client.on('error', () => {
    isLost = true // the lock ended with the connection; the task fails by itself if the database is down
  })
  await client.connect()
  try {
    await client.query(`set lock_timeout = ${waitMs}`) // a pooler takes no start options
    const { rows } = await client.query('select pg_try_advisory_lock(hashtext($1)) as free', [what])
    if (!rows[0].free) {
      say(`Waiting for another store on this database: ${what} (${waitMs / 60_000} minutes at most) ...`)
      await client.query('select pg_advisory_lock(hashtext($1))', [what]).catch((error) => {
        throw new Error(`Gave up waiting for another store on this database: ${what}.`, { cause: error })
      })
    }
    return await run()
  } finally {
    if (!isLost) await client.end()
  }
}
