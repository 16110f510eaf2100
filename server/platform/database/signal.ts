import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from './database.ts'
import { listen } from './listen.ts'

/** Signals all processes, at commit. */
export type Signal = {
  announce(tx: Queryable, subject?: string): Promise<void>
  /** The statement that does so, for `writeTogether`. */
  announcement(subject?: string): RawBuilder<unknown>
  /** Calls back with the subject of each announcement, and with null whenever some may have been missed. */
  onChange(listener: (subject: string | null) => void): void
  stop(): Promise<void>
}

/** @param channel the name of the NOTIFY channel, which this process then listens to */
export async function openSignal(
  databaseUrl: string,
  channel: string,
  log: { warn(detail: object, message: string): void },
): Promise<Signal> {
  const listeners: ((subject: string | null) => void)[] = []
  const notify = (subject: string | null) => {
    for (const listener of listeners) listener(subject)
  }
  const { close } = await listen(
    databaseUrl,
    channel,
    { onNotification: notify, onGap: () => notify(null) },
    log,
  )
  const announcement: Signal['announcement'] = (subject = '') => sql`select pg_notify(${channel}, ${subject})`
  return {
    announcement,
    announce: async (tx, subject) => void (await announcement(subject).execute(tx)),
    onChange: (listener) => void listeners.push(listener),
    stop: close,
  }
}
