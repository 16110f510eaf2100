import pg from 'pg'

const WAIT_MS = 5 * 60_000

export type Turn = {
  /** What is done, as a process that waits for it says: "the demo store is being planted". */
  what: string
  /** How long another process is waited for. */
  waitMs?: number
  say(sentence: string): void
}

/**
 * Does something while no other process on this database does the same. Whoever waits says for what, and gives up after
 * minutes: other than what a visitor waits for, this may take long. A process that is killed lets go of its turn.
 */
export async function withExclusiveLock<Result>(
  databaseUrl: string,
  { what, waitMs = WAIT_MS, say }: Turn,
  run: () => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: databaseUrl })
  let isLost = false
  client.on('error', () => {
    isLost = true // the turn went with the connection; what runs fails by itself if the database is away
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
