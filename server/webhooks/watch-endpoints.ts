import { WEBHOOK_LIMITS } from '@nofiller/contract/webhooks/webhook-rules'
import type { Store } from '../store.ts'
import { failingMail } from './emails.ts'
import { switchOff } from './send-delivery.ts'

const HOUR_MS = 3_600_000

/** Starts the job that looks after endpoints: warns, switches off, and deletes replaced secrets. */
export const startWatchingEndpoints = (store: Store): Promise<void> =>
  store.jobs.schedule('watch-endpoints', '*/10 * * * *', () => watchEndpoints(store))

/** Deletes replaced secrets, and warns of and switches off what fails; what one run leaves the next one finds (HO4). */
export async function watchEndpoints(store: Store): Promise<void> {
  await deleteReplacedSecrets(store)
  // Nothing fails while nothing is sent.
  if (store.config.OUTSIDE_REQUESTS === 'off') return
  await switchOffFailing(store)
  await warnOfFailing(store)
}

const deleteReplacedSecrets = ({ db, clock }: Store) =>
  db
    .updateTable('webhook_endpoints')
    .set({ previous_secret: null, previous_until: null })
    .where('previous_until', '<=', clock())
    .execute()

/** After five days without one success. */
async function switchOffFailing(store: Store): Promise<void> {
  const since = new Date(store.clock().getTime() - WEBHOOK_LIMITS.offDays * 24 * HOUR_MS)
  await store.db.transaction().execute(async (tx) => {
    const failing = await tx
      .selectFrom('webhook_endpoints')
      .select(['id', 'account_id', 'url'])
      .where('failing_since', '<=', since)
      .where('off_at', 'is', null)
      .where('paused_at', 'is', null)
      .orderBy('id')
      .forUpdate()
      .execute()
    for (const endpoint of failing) await switchOff(store, tx, endpoint, 'failing')
  })
}

/** After a day without one success, once. */
async function warnOfFailing(store: Store): Promise<void> {
  const now = store.clock()
  await store.db.transaction().execute(async (tx) => {
    const failing = await tx
      .selectFrom('webhook_endpoints')
      .innerJoin('accounts', 'accounts.id', 'webhook_endpoints.account_id')
      .select(['webhook_endpoints.id', 'accounts.email', 'url', 'failing_since'])
      .where('failing_since', '<=', new Date(now.getTime() - WEBHOOK_LIMITS.warnHours * HOUR_MS))
      .where('warned_at', 'is', null)
      .where('paused_at', 'is', null)
      .orderBy('webhook_endpoints.id')
      .forUpdate('webhook_endpoints')
      .execute()
    if (failing.length === 0) return
    await tx
      .updateTable('webhook_endpoints')
      .set({ warned_at: now })
      .where(
        'id',
        'in',
        failing.map(({ id }) => id),
      )
      .execute()
    for (const { email, url, failing_since } of failing)
      if (failing_since) await store.mail.queue(tx, failingMail(store.config, email, url, failing_since))
  })
}

/** Deletes the log after its days, and what waited that long. */
export async function purgeDeliveries({ db, clock }: Pick<Store, 'db' | 'clock'>): Promise<void> {
  const before = new Date(clock().getTime() - WEBHOOK_LIMITS.logDays * 24 * HOUR_MS)
  await db.deleteFrom('webhook_deliveries').where('created_at', '<', before).execute()
  await db.deleteFrom('webhook_events').where('happened_at', '<', before).execute()
}
