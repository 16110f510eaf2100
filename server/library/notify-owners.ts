import { sql } from 'kysely'
import type { Tx } from '../platform/database/database.ts'
import type { Store } from '../store.ts'
import { type OwnerToNotify, ownerMail } from './emails.ts'

const BATCH = 200

export const startNotifyingOwners = (store: Store): Promise<void> =>
  store.jobs.schedule('tell-owners', '*/15 * * * *', () => notifyOwners(store))

/**
 * Notifies owners, once each, that a game of theirs was taken down, that files of it are paused or withheld from all, what they
 * keep, and when they have it again. Uses the current state, so a change that was undone meanwhile is not reported.
 */
export async function notifyOwners(store: Store): Promise<void> {
  for (;;) {
    const notified = await store.db.transaction().execute((tx) => notifySome(store, tx))
    if (notified > 0) store.log.info({ owners: notified }, 'owners told how their games stand')
    if (notified < BATCH) return
  }
}

async function notifySome({ config, mail }: Store, tx: Tx): Promise<number> {
  const { rows: owners } = await sql<OwnerToNotify>`
    select * from owners_to_tell order by game_id, account_id limit ${BATCH}`.execute(tx)
  for (const owner of owners) {
    const message = ownerMail(config, owner)
    if ((await isNews(tx, owner)) && message) await mail.queue(tx, message)
  }
  return owners.length
}

/** Records an owner's notification; false when another process was faster. */
async function isNews(tx: Tx, { account_id, game_id, state }: OwnerToNotify): Promise<boolean> {
  const { rows } = await (state === null
    ? sql`delete from told_owners where account_id = ${account_id} and game_id = ${game_id} returning 1`
    : sql`insert into told_owners (account_id, game_id, state) values (${account_id}, ${game_id}, ${state})
        on conflict (account_id, game_id) do update set state = excluded.state, told_at = now()
          where told_owners.state <> excluded.state
        returning 1`
  ).execute(tx)
  return rows.length > 0
}
