import pg from 'pg'

/**
 * Opens a connection outside the pool, runs a function on it, and closes it. A broken connection fails the running or next
 * statement; an unhandled error between two statements would otherwise end the process.
 */
export async function onConnection<Result>(
  settings: pg.ClientConfig,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client(settings)
  client.on('error', () => undefined)
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end()
  }
}
