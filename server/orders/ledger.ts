import type { Tx } from '../platform/database/database.ts'

/**
 * Books a sale: what the provider holds for us against what we owe the developer. Lines sum to zero and are written once
 * for an order; the database refuses anything else.
 */
export async function writeSale(
  tx: Tx,
  order: { id: string; game_id: string; price_cents: number },
): Promise<void> {
  const { developer_id } = await tx
    .selectFrom('games')
    .select('developer_id')
    .where('id', '=', order.game_id)
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('ledger_entries')
    .values([
      {
        order_id: order.id,
        line: 'gross',
        account: 'provider',
        developer_id: null,
        amount_cents: order.price_cents,
      },
      {
        order_id: order.id,
        line: 'developer',
        account: 'developer',
        developer_id,
        amount_cents: -order.price_cents,
      },
    ])
    .execute()
}
