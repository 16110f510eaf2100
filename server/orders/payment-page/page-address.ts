import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Store } from '../../store.ts'

const TOKEN_BYTES = 16

/** Random, so nothing can be used to derive it. */
export const newPageToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url')

/**
 * The address of an order's payment page (requirements 6.27). A new order that costs something has its token; an older one
 * gets it here.
 */
export async function paymentPageOf({ preparedDb, config }: Store, orderId: string): Promise<string> {
  const token = newPageToken()
  // Of two concurrent calls, the second waits for the first and then changes nothing.
  const { rows } = await sql<{ token: string }>`
    insert into payment_pages (order_id, token) values (${orderId}, ${token})
    on conflict (order_id) do update set token = payment_pages.token
    returning token`.execute(preparedDb)
  return paymentPageUrl(config.publicUrl, rows[0]?.token ?? token)
}

/** The public URL of a payment page, by its token. */
export const paymentPageUrl = (publicUrl: string, token: string): string => `${publicUrl}/pay/${token}`
