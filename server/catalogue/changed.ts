import { sql } from 'kysely'
import pg from 'pg'
import type { Queryable } from '../platform/database/database.ts'

const CHANNEL = 'catalogue_changed'
const RECONNECT_MS = 1_000

/** Tells every process, within the moment of the commit, that what visitors see has changed. */
export type CatalogueSignal = {
  announce(tx: Queryable): Promise<void>
  /** Called at each announcement, and whenever some may have been missed. */
  onChange(listener: () => void): void
  stop(): Promise<void>
}

export async function listenForChanges(
  databaseUrl: string,
  log: { warn(detail: object, message: string): void },
): Promise<CatalogueSignal> {
  const listeners: (() => void)[] = []
  let stopped = false
  let client = await open()

  async function open(): Promise<pg.Client> {
    const opened = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 2_000 })
    opened.on('notification', tell)
    opened.on('error', (error) =>
      log.warn({ err: error }, 'the connection that hears of catalogue changes broke'),
    )
    opened.on('end', () => void reopen())
    await opened.connect()
    await opened.query(`listen ${CHANNEL}`)
    return opened
  }

  async function reopen(): Promise<void> {
    while (!stopped) {
      tell() // deaf until connected again: better to forget too much than to show what is gone
      await new Promise((resolve) => setTimeout(resolve, RECONNECT_MS))
      const opened = stopped ? null : await open().catch(() => null)
      if (!opened) continue
      client = opened
      return tell()
    }
  }

  function tell(): void {
    for (const listener of listeners) listener()
  }

  return {
    announce: async (tx) => void (await sql`select pg_notify(${CHANNEL}, '')`.execute(tx)),
    onChange: (listener) => void listeners.push(listener),
    stop: () => {
      stopped = true
      return client.end()
    },
  }
}
