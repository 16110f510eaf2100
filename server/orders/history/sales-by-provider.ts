import { sql } from 'kysely'
import type { ProviderName } from '../../payments/provider.ts'
import type { Database } from '../../platform/database/database.ts'

/** The paid orders of the last 30 days, counted under the provider that received most of their money. */
export async function salesByProvider(db: Database): Promise<{ provider: ProviderName; count: number }[]> {
  const { rows } = await sql<{ provider: ProviderName; count: number }>`
    select provider, count(*)::integer as count from (
      select distinct on (orders.id) invoices.provider
      from orders join invoices on invoices.order_id = orders.id
      where orders.status = 'PAID' and orders.paid_at > now() - interval '30 days'
      order by orders.id, coalesce(invoices.received_cents, 0) desc, invoices.created_at desc) as sales
    group by provider`.execute(db)
  return rows
}
