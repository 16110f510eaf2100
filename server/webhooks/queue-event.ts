import type { EventData } from '@nofiller/contract/webhooks/webhook-events'
import type { EventType } from '@nofiller/contract/webhooks/webhook-rules'
import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '../platform/database/database.ts'

/**
 * Writes what happened into the outbox, in the transaction in which it did (HO3). Nothing is written for a developer without an
 * endpoint for it. A suspended developer has none: their endpoints are off, and what happens meanwhile is dropped on purpose,
 * not kept for later.
 */
export async function queueEvent<Type extends EventType>(
  tx: Queryable,
  developerId: string,
  type: Type,
  data: EventData[Type],
): Promise<void> {
  await sql`
    insert into webhook_events (account_id, type, data)
    select ${developerId}, ${type}, ${JSON.stringify(data)}::json
    where ${wants(sql`${developerId}::uuid`, type)}`.execute(tx)
}

/** Whether an account has an endpoint for a type. */
export const wants = (accountId: RawBuilder<unknown>, type: EventType): RawBuilder<boolean> =>
  sql<boolean>`exists (
    select from webhook_endpoints as endpoint
    where endpoint.account_id = ${accountId} and endpoint.off_at is null and ${type} = any(endpoint.types))`
