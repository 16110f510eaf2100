import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import type { Queryable } from '../platform/database/database.ts'

const CHANNEL = 'catalogue_changed'
const RECONNECT_MS = 1_000

type Log = { warn(detail: object, message: string): void }

/** Tells every process, within the moment of the commit, that what visitors see has changed. */
export type CatalogueSignal = {
  announce(tx: Queryable): Promise<void>
  /** Called at each announcement, and whenever some may have been missed. */
  onChange(listener: () => void): void
  stop(): Promise<void>
}

export async function listenForChanges(databaseUrl: string, log: Log): Promise<CatalogueSignal> {
  const listeners: (() => void)[] = []
  const tell = () => {
    for (const listener of listeners) listener()
  }
  let line = await openLine(databaseUrl, tell, log)
  let stopped = false

  const keepListening = async () => {
    for (await line.ended; !stopped; await line.ended) {
      tell() // deaf until connected again: better to forget too much than to show what is gone
      line = await reopen()
      tell()
    }
  }
  const reopen = async (): Promise<Line> => {
    for (;;) {
      await sleep(RECONNECT_MS)
      if (stopped) return { end: async () => {}, ended: Promise.resolve() }
      const opened = await openLine(databaseUrl, tell, log).catch(() => null)
      if (opened) return opened
    }
  }
  void keepListening()

  return {
    announce: async (tx) => void (await sql`select pg_notify(${CHANNEL}, '')`.execute(tx)),
    onChange: (listener) => void listeners.push(listener),
    stop: () => {
      stopped = true
      return line.end()
    },
  }
}

type Line = { end(): Promise<void>; ended: Promise<void> }

async function openLine(databaseUrl: string, tell: () => void, log: Log): Promise<Line> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 2_000 })
  client.on('notification', tell)
  client.on('error', (error) =>
    log.warn({ err: error }, 'the connection that hears of catalogue changes broke'),
  )
  const ended = new Promise<void>((resolve) => client.once('end', resolve))
  await client.connect()
  await client.query(`listen ${CHANNEL}`)
  return { end: () => client.end(), ended }
}
