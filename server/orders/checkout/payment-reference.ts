import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Queryable } from '../../platform/database/database.ts'

const BYTES = 16

/** 22 characters of base64url: 128 random bits. */
export const newPaymentReference = (): string => randomBytes(BYTES).toString('base64url')

/** Whether a text looks like a reference; words of titles are shorter or have spaces. */
export const isPaymentReference = (text: string): boolean => /^[\w-]{22}$/.test(text)

/**
 * The reference that a provider knows an order by, and the order's public number. It is random, and stored before the first
 * call, so every attempt uses the same one. Of two concurrent calls the second waits and gets the reference of the first.
 */
export async function referenceFor(
  db: Queryable,
  orderId: string,
  provider: string,
): Promise<{ reference: string; number: string }> {
  const { rows } = await sql<{ reference: string; number: string }>`
    insert into payment_references (order_id, provider, reference)
    values (${orderId}, ${provider}, ${newPaymentReference()})
    on conflict (order_id, provider) do update set provider = excluded.provider
    returning reference, (select number from orders where id = order_id) as number`.execute(db)
  const [named] = rows
  if (!named) throw new Error('a statement that always answers a row did not')
  return named
}

/** The order that a reference names. */
export async function orderCalled(db: Queryable, reference: string): Promise<string | null> {
  const named = await db
    .selectFrom('payment_references')
    .select('order_id')
    .where('reference', '=', reference)
    .executeTakeFirst()
  return named?.order_id ?? null
}
