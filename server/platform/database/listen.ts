import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

const RECONNECT_MS = 1_000

type Log = { warn(detail: object, message: string): void }

export type Listener = {
  onNotification(payload: string): void
  /** Called when the connection breaks and when it is restored: messages in between are lost. */
  onGap(): void
}

/**
 * Listens to a NOTIFY channel on a separate connection, which is reopened when it breaks.
 * @throws when the first connection cannot be opened
 */
export async function listen(
  databaseUrl: string,
  channel: string,
  { onNotification, onGap }: Listener,
  log: Log,
): Promise<{ close(): Promise<void> }> {
  const open = () => openConnection(databaseUrl, channel, onNotification, log)
  let connection = await open()
  let closed = false

  const keepOpen = async () => {
    for (await connection.ended; !closed; await connection.ended) {
      onGap()
      connection = await reopen()
      onGap()
    }
  }
  const reopen = async (): Promise<Connection> => {
    for (;;) {
      await sleep(RECONNECT_MS)
      if (closed) return { end: async () => {}, ended: Promise.resolve() }
      const opened = await open().catch(() => null)
      if (opened) return opened
    }
  }
  void keepOpen()

  return {
    close: () => {
      closed = true
      return connection.end()
    },
  }
}

type Connection = { end(): Promise<void>; ended: Promise<void> }

async function openConnection(
  databaseUrl: string,
  channel: string,
  onNotification: Listener['onNotification'],
  log: Log,
): Promise<Connection> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 2_000 })
  client.on('notification', ({ payload = '' }) => onNotification(payload))
  client.on('error', (error) => log.warn({ err: error, channel }, 'a connection that listens broke'))
  const ended = new Promise<void>((resolve) => client.once('end', resolve))
  await client.connect()
  await client.query(`listen ${pg.escapeIdentifier(channel)}`)
  return { end: () => client.end(), ended }
}
