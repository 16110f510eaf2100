import { sql } from 'kysely'
import type { ProviderSnapshot, Snapshot } from '../../payments/provider.ts'
import type { Tx } from '../../platform/database/database.ts'

/** A provider's reply about an order; null when it did not reply. */
export type Reading = { provider: string; snapshots: readonly Snapshot[] | null }
export type Answered = { provider: string; snapshots: readonly Snapshot[] }

/** The readings that a provider answered. */
export const answered = (readings: readonly Reading[]): Answered[] =>
  readings.flatMap(({ provider, snapshots }) => (snapshots ? [{ provider, snapshots }] : []))

/**
 * The last reply of each provider about an order: money at one counts even while it is unavailable or no longer in use.
 * Pure.
 */
export function lastSnapshots(stored: readonly Answered[], news: readonly Answered[]): ProviderSnapshot[] {
  const last = new Map([...stored, ...news].map((reading) => [reading.provider, reading]))
  return [...last.values()]
    .sort((one, other) => (one.provider < other.provider ? -1 : 1))
    .flatMap(({ provider, snapshots }) => snapshots.map((snapshot) => ({ ...snapshot, provider })))
}

/** The last stored reply of each provider about an order. */
export const storedReadings = (tx: Tx, orderId: string) =>
  tx
    .selectFrom('provider_readings')
    .select(['provider', sql<Answered['snapshots']>`snapshots`.as('snapshots')])
    .where('order_id', '=', orderId)

/** The statement that stores them. Polls mostly read what they read before: that writes nothing. */
export const readingsUpsert = (tx: Tx, orderId: string, readings: readonly Answered[]) =>
  tx
    .insertInto('provider_readings')
    .values(
      readings.map(({ provider, snapshots }) => ({
        order_id: orderId,
        provider,
        snapshots: JSON.stringify(snapshots),
      })),
    )
    .onConflict((known) =>
      known
        .columns(['order_id', 'provider'])
        .doUpdateSet((eb) => ({ snapshots: eb.ref('excluded.snapshots'), read_at: sql<Date>`now()` }))
        .where(sql<boolean>`provider_readings.snapshots <> excluded.snapshots`),
    )
