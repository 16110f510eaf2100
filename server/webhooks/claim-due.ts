import { WEBHOOK_LIMITS } from '@nofiller/contract/webhooks/webhook-rules'
import { sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'

/** A delivery that this process sends, with what its endpoint's address and signature need. */
export type Claimed = {
  id: string
  endpointId: string
  url: string
  body: string
  attempt: number
  secret: string
  previousSecret: string | null
  previousUntil: Date | null
  isFailing: boolean
}

/** How many more a process can take; those of failing endpoints have fewer places, so that others never wait for them. */
export type Places = { all: number; failing: number }

/** A process that was killed lets go of what it sent after this time. */
const CLAIM_MS = (WEBHOOK_LIMITS.timeoutSeconds + 10) * 1_000

/**
 * Takes deliveries that are due: at most four at once for an endpoint in all processes, and one while it fails (HO4). Of those
 * that are due, endpoints with the fewest on their way come first, so that slow ones leave room.
 * @param only the addresses that may be sent to; null for all
 */
export const claimDue = (
  db: Database,
  places: Places,
  { now, only }: { now: Date; only: readonly string[] | null },
): Promise<Claimed[]> =>
  db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('webhook_claims', 0))`.execute(tx)
    const { rows } = await sql<Claimed>`
      with sending as (
        select endpoint_id, count(*) as number from webhook_deliveries where claimed_until > ${now} group by endpoint_id
      ),
      due as (
        select delivery.id, delivery.next_at, endpoint.failing_since is not null as fails,
          row_number() over (partition by endpoint.failing_since is not null order by delivery.next_at) as rank,
          coalesce(sending.number, 0) + row_number() over (partition by endpoint.id order by delivery.next_at) as nth
        from webhook_endpoints as endpoint
        left join sending on sending.endpoint_id = endpoint.id
        cross join lateral (
          select id, next_at from webhook_deliveries
          where endpoint_id = endpoint.id and next_at <= ${now} and (claimed_until is null or claimed_until <= ${now})
          order by next_at
          limit greatest(0, case when endpoint.failing_since is null then ${WEBHOOK_LIMITS.atOnce} else 1 end
            - coalesce(sending.number, 0))
        ) as delivery
        where endpoint.off_at is null and endpoint.paused_at is null
          and (endpoint.slow_until is null or endpoint.slow_until <= ${now})
          and (${only === null} or endpoint.url = any(${sql.val(only ?? [])}::text[]))
      ),
      taken as (
        select id from due where not fails or rank <= ${places.failing} order by fails, nth, next_at limit ${places.all}
      )
      update webhook_deliveries as delivery set claimed_until = ${new Date(now.getTime() + CLAIM_MS)}
      from taken, webhook_endpoints as endpoint
      where delivery.id = taken.id and endpoint.id = delivery.endpoint_id
      returning delivery.id, endpoint.id as "endpointId", endpoint.url, delivery.body, delivery.attempt,
        endpoint.secret, endpoint.previous_secret as "previousSecret", endpoint.previous_until as "previousUntil",
        endpoint.failing_since is not null as "isFailing"`.execute(tx)
    return rows
  })
