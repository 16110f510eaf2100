import { sql } from 'kysely'
import type { ProviderSnapshot, Snapshot } from '../../payments/provider.ts'
import type { Tx } from '../../platform/database/database.ts'

/** What a provider answered about an order; null when it did not answer. */
export type Reading = { provider: string; snapshots: readonly Snapshot[] | null }

/**
 * Keeps what providers answered about an order, and answers the last that each of them ever did: money at one counts while
 * it is away, or in use no longer.
 */
export async function lastSnapshots(
  tx: Tx,
  orderId: string,
  readings: readonly Reading[],
): Promise<ProviderSnapshot[]> {
  for (const { provider, snapshots } of readings) if (snapshots) await keep(tx, orderId, provider, snapshots)
  const rows = await tx
    .selectFrom('provider_readings')
    .select(['provider', 'snapshots'])
    .where('order_id', '=', orderId)
    .orderBy('provider')
    .$narrowType<{ snapshots: Snapshot[] }>()
    .execute()
  return rows.flatMap(({ provider, snapshots }) => snapshots.map((snapshot) => ({ ...snapshot, provider })))
}

/** Polls mostly read what they read before: that writes nothing. */
async function keep(tx: Tx, orderId: string, provider: string, snapshots: readonly Snapshot[]) {
  await tx
    .insertInto('provider_readings')
    .values({ order_id: orderId, provider, snapshots: JSON.stringify(snapshots) })
    .onConflict((known) =>
      known
        .columns(['order_id', 'provider'])
        .doUpdateSet((eb) => ({ snapshots: eb.ref('excluded.snapshots'), read_at: sql<Date>`now()` }))
        .where(sql<boolean>`provider_readings.snapshots <> excluded.snapshots`),
    )
    .execute()
}
