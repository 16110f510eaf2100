import { sql } from 'kysely'
import type { Queryable } from '../platform/database/database.ts'
import { listen } from '../platform/database/listen.ts'

const CHANNEL = 'catalogue_changed'

/** Notifies every process at commit that the visible catalogue has changed. */
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
  const notify = () => {
    for (const listener of listeners) listener()
  }
  // A gap in the notifications also clears the caches, because a change may have been missed.
  const { close } = await listen(databaseUrl, CHANNEL, { onNotification: notify, onGap: notify }, log)

  return {
    announce: async (tx) => void (await sql`select pg_notify(${CHANNEL}, '')`.execute(tx)),
    onChange: (listener) => void listeners.push(listener),
    stop: close,
  }
}
