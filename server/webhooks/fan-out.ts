import { type EventBody, testBody } from '@nofiller/contract/webhooks/webhook-events'
import { WEBHOOK_LIMITS } from '@nofiller/contract/webhooks/webhook-rules'
import { type Insertable, sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Database, Tx } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import type { EndpointRow } from './endpoints.ts'

const BATCH = 500

type NewDelivery = Insertable<Tables['webhook_deliveries']>

/**
 * Makes deliveries of what stands in the outbox, one for each endpoint that wants it, and numbers them by endpoint. One process
 * does so at a time, so that numbers follow the order of what happened.
 * @returns how many events left the outbox
 */
export async function fanOut(db: Database, now: Date): Promise<number> {
  const isWaiting = await db.selectFrom('webhook_events').select('id').limit(1).executeTakeFirst()
  if (!isWaiting) return 0
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ isMine: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended('webhook_events', 0)) as "isMine"`.execute(tx)
    if (!rows[0]?.isMine) return 0
    const events = await tx.selectFrom('webhook_events').selectAll().orderBy('id').limit(BATCH).execute()
    if (events.length === 0) return 0 // another process was quicker
    const endpoints = await lockEndpoints(tx, [...new Set(events.map((event) => event.account_id))])
    for (const endpoint of endpoints) {
      const wanted = events.filter(
        (event) =>
          event.account_id === endpoint.account_id &&
          endpoint.types.includes(event.type) &&
          endpoint.created_at <= event.happened_at,
      )
      await addDeliveries(
        tx,
        endpoint,
        wanted.map((event) => ({ type: event.type, data: event.data, at: event.happened_at })),
        now,
      )
    }
    await tx
      .deleteFrom('webhook_events')
      .where(
        'id',
        'in',
        events.map(({ id }) => id),
      )
      .execute()
    return events.length
  })
}

/** Those that are not off, in the order of their ids, as everybody locks them. */
const lockEndpoints = (tx: Tx, accountIds: readonly string[]): Promise<EndpointRow[]> =>
  tx
    .selectFrom('webhook_endpoints')
    .selectAll()
    .where('account_id', '=', sql<string>`any(${sql.val([...accountIds])}::uuid[])`)
    .where('off_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()

type Message = { type: string; data: object; at: Date }

async function addDeliveries(
  tx: Tx,
  endpoint: EndpointRow,
  messages: readonly Message[],
  now: Date,
): Promise<void> {
  if (messages.length === 0) return
  const rows = messages.map(({ type, data, at }, index) => {
    const sequence = endpoint.sequence + index + 1
    return deliveryOf(endpoint, { type, timestamp: at.toISOString(), data: { sequence, ...data } }, at, now)
  })
  await tx.insertInto('webhook_deliveries').values(rows).execute()
  await tx
    .updateTable('webhook_endpoints')
    .set({ sequence: endpoint.sequence + rows.length })
    .where('id', '=', endpoint.id)
    .execute()
  await dropOldest(tx, endpoint.id, now)
}

/** Adds a test to an endpoint that is locked, whatever types it has. */
export async function addTest(tx: Tx, endpoint: EndpointRow, now: Date): Promise<string> {
  const sequence = endpoint.sequence + 1
  const row = deliveryOf(endpoint, testBody(endpoint.id, sequence, now), now, now)
  await tx.insertInto('webhook_deliveries').values(row).execute()
  await tx.updateTable('webhook_endpoints').set({ sequence }).where('id', '=', endpoint.id).execute()
  await dropOldest(tx, endpoint.id, now)
  return row.id
}

const deliveryOf = (endpoint: EndpointRow, body: EventBody, happenedAt: Date, now: Date): NewDelivery => ({
  id: uuid(),
  endpoint_id: endpoint.id,
  account_id: endpoint.account_id,
  type: body.type,
  body: JSON.stringify(body),
  happened_at: happenedAt,
  created_at: now,
  next_at: now,
})

/** Drops into the log what waits beyond the queue, the oldest first; not what is being sent. */
export async function dropOldest(tx: Tx, endpointId: string, now: Date): Promise<void> {
  await sql`
    update webhook_deliveries set state = 'dropped', next_at = null
    where id in (
      select id from webhook_deliveries
      where endpoint_id = ${endpointId} and next_at is not null and (claimed_until is null or claimed_until <= ${now})
      order by id
      limit greatest(0, (
        select count(*) from webhook_deliveries where endpoint_id = ${endpointId} and next_at is not null
      ) - ${WEBHOOK_LIMITS.queue}::integer)
    )`.execute(tx)
}
