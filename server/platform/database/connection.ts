import pg from 'pg'

/**
 * Works on a connection outside the pool, and ends it. One that breaks fails the statement that runs or comes next; an error
 * between two statements would otherwise end the process, because nobody hears it.
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
