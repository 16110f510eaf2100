import type { Received } from '@nofiller/contract/calls'
import { WEBHOOK_LIMITS, WEBHOOK_TEXT } from '@nofiller/contract/webhooks/webhook-rules'
import type { DeliveriesQuery, Delivery } from '@nofiller/contract/webhooks/webhooks'
import { type Selectable, sql } from 'kysely'
import type { Account } from '../platform/caller.ts'
import { type Page, paginate } from '../platform/database/paginate.ts'
import type { Tables } from '../platform/database/tables.ts'
import { conflict, notFound } from '../platform/http/errors/errors.ts'
import type { Store } from '../store.ts'
import { givesUpAt } from './after-try.ts'
import { isFailed, lockEndpoint } from './endpoints.ts'
import { addTest, dropOldest } from './fan-out.ts'
import { messageIdOf } from './send-delivery.ts'

type DeliveryRow = Selectable<Tables['webhook_deliveries']>

/** The log of an account's endpoints, or of one of them, the newest first. @throws HttpError 404, 400 `bad_cursor` */
export async function listDeliveries(
  { db }: Store,
  { id: accountId }: Account,
  endpointId: string | null,
  { failed, limit, after }: DeliveriesQuery,
): Promise<Page<Delivery>> {
  if (endpointId !== null) await requireEndpoint(db, accountId, endpointId)
  const filter = sql<boolean>`account_id = ${accountId} and ${
    endpointId === null ? sql`true` : sql`endpoint_id = ${endpointId}`
  } and ${failed ? isFailed : sql`true`}`
  return paginate(
    db,
    {
      rows: db.selectFrom('webhook_deliveries').selectAll(),
      from: sql`webhook_deliveries`,
      filter,
      key: sql`id`,
      order: { by: sql`id`, direction: 'desc' },
      toItem: toDelivery,
    },
    { after, limit },
  )
}

async function requireEndpoint(db: Store['db'], accountId: string, id: string): Promise<void> {
  const own = await db
    .selectFrom('webhook_endpoints')
    .select('id')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (!own) throw notFound()
}

/** Sends a test. @throws HttpError 404, 409 `endpoint_off` */
export async function sendTest({ db, clock }: Store, account: Account, endpointId: string) {
  const id = await db.transaction().execute(async (tx) => {
    const endpoint = await lockEndpoint(tx, account, endpointId)
    if (endpoint.off_at || endpoint.paused_at) throw endpointOff()
    return addTest(tx, endpoint, clock())
  })
  const row = await db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return toDelivery(row)
}

/**
 * Sends one delivery again, or the newest failed ones of a time, with the whole schedule of tries: the same `webhook-id`, and the
 * timestamp of the new try.
 * @throws HttpError 404, 409 `endpoint_off`
 */
export const redeliver = (
  { db, clock }: Store,
  account: Account,
  endpointId: string,
  which: Received<'POST /api/endpoints/:id/redeliver', 'body'>,
): Promise<{ queued: number }> =>
  db.transaction().execute(async (tx) => {
    const endpoint = await lockEndpoint(tx, account, endpointId)
    if (endpoint.off_at || endpoint.paused_at) throw endpointOff()
    const now = clock()
    const { numUpdatedRows } = await tx
      .updateTable('webhook_deliveries')
      .set({ state: sql`case when status is null and failure is null then 'waiting' else 'retrying' end` })
      .set({ attempt: 0, next_at: now })
      .where(
        sql<boolean>`id in (
          select id from webhook_deliveries
          where endpoint_id = ${endpointId} and (claimed_until is null or claimed_until <= ${now}) and ${
            'deliveryId' in which
              ? sql`id = ${which.deliveryId}`
              : sql`${isFailed} and happened_at between ${which.from} and ${which.to}`
          }
          order by id desc limit ${WEBHOOK_LIMITS.resentAtOnce}
        )`,
      )
      .executeTakeFirst()
    const queued = Number(numUpdatedRows)
    await dropOldest(tx, endpointId, now)
    if (queued === 0 && 'deliveryId' in which) await refuseUnknown(tx, endpointId, which.deliveryId)
    return { queued }
  })

/** One that is being sent just now need not be sent again. @throws HttpError 404 */
async function refuseUnknown(db: Store['db'], endpointId: string, id: string): Promise<void> {
  const known = await db
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('endpoint_id', '=', endpointId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!known) throw notFound()
}

const endpointOff = () => conflict('endpoint_off', WEBHOOK_TEXT.off)

const toDelivery = (row: DeliveryRow): Delivery => ({
  id: row.id,
  endpointId: row.endpoint_id,
  messageId: messageIdOf(row.id),
  type: row.type,
  at: row.happened_at.toISOString(),
  state: row.state,
  status: row.status,
  failure: row.failure,
  ms: row.ms,
  answer: row.answer,
  body: row.body,
  tries: row.tried_at.map((at) => at.toISOString()),
  attempt: row.attempt,
  nextTryAt: row.next_at?.toISOString() ?? null,
  givesUpAt: givesUpAt(row.attempt, row.next_at)?.toISOString() ?? null,
})
