import { SANDBOX_ENDPOINTS } from '@nofiller/contract/sandbox/sandbox-endpoints'
import type { EventType } from '@nofiller/contract/webhooks/webhook-rules'
import { sql } from 'kysely'
import type { Tx } from '../platform/database/database.ts'
import { newSecret, sealSecret } from '../webhooks/endpoint-secret.ts'
import { queuePostEvent, queueReleaseEvent, queueReviewEvent } from '../webhooks/game-events.ts'
import { paidEventsInsert } from '../webhooks/order-events.ts'
import { idMaker } from './ids.ts'

const DAY_MS = 86_400_000
const DAYS = 30

/** One arrives and one fails, so that the log has both. */
const ENDPOINTS: { name: string; url: string; types: EventType[] }[] = [
  {
    name: 'Order desk',
    url: SANDBOX_ENDPOINTS.arrives,
    types: ['order.paid', 'order.refunded', 'review.created', 'payout.sent'],
  },
  { name: 'Chat bot', url: SANDBOX_ENDPOINTS.fails, types: ['release.live', 'post.published'] },
]

type PlantedFor = { developerId: string; secretKeys: readonly string[]; now: Date }

/**
 * Endpoints of the demo developer, and what happened to their games last, in the outbox: the store sends it once it runs, to
 * its own far side.
 */
export async function plantWebhooks(tx: Tx, { developerId, secretKeys, now }: PlantedFor): Promise<void> {
  const madeAt = new Date(now.getTime() - DAYS * DAY_MS)
  const nextId = idMaker('webhooks')
  for (const [position, endpoint] of ENDPOINTS.entries()) {
    const id = nextId(new Date(madeAt.getTime() + position))
    await tx
      .insertInto('webhook_endpoints')
      .values({
        id,
        account_id: developerId,
        ...endpoint,
        secret: await sealSecret(secretKeys, id, newSecret()),
        created_at: madeAt,
        changed_at: madeAt,
      })
      .execute()
  }
  for (const { kind, id, at } of await lastEvents(tx, developerId, madeAt)) {
    await QUEUE[kind](tx, id)
    await sql`update webhook_events set happened_at = ${at} where happened_at >= ${now}`.execute(tx)
  }
}

const QUEUE = {
  order: async (tx: Tx, id: string) => void (await paidEventsInsert(id).execute(tx)),
  release: (tx: Tx, id: string) => queueReleaseEvent(tx, 'release.live', id),
  post: queuePostEvent,
  review: (tx: Tx, id: string) => queueReviewEvent(tx, 'review.created', id),
}

type HappenedEvent = { kind: keyof typeof QUEUE; id: string; at: Date }

/** Some of each kind, the oldest first. */
async function lastEvents(tx: Tx, developerId: string, since: Date): Promise<HappenedEvent[]> {
  const { rows } = await sql<HappenedEvent>`
    with own as (select id from games where developer_id = ${developerId})
    (select 'order' as kind, id, paid_at as at from orders
      where paid_at > ${since} and exists (
        select from order_items where order_id = orders.id and game_id in (select id from own))
      order by paid_at desc limit 8)
    union all
    (select 'release', id, live_at from releases
      where live_at > ${since} and game_id in (select id from own) order by live_at desc limit 2)
    union all
    (select 'post', id, published_at from posts
      where published_at > ${since} and game_id in (select id from own) order by published_at desc limit 2)
    union all
    (select 'review', id, created_at from reviews
      where created_at > ${since} and game_id in (select id from own) order by created_at desc limit 2)
    order by at`.execute(tx)
  return rows
}
