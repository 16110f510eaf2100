import type { AdminOrder } from '@nofiller/contract/orders/admin-orders'
import type { Account } from '../../platform/caller.ts'
import { actorOf, audit } from '../../platform/database/audit.ts'
import type { Database } from '../../platform/database/database.ts'
import { notFound } from '../../platform/http/errors/errors.ts'

const NOTES_SHOWN = 100

/** The newest notes of an order, oldest first. */
export async function notesOf(db: Database, orderId: string): Promise<AdminOrder['notes']> {
  const rows = await db
    .selectFrom('order_notes as note')
    .innerJoin('accounts as admin', 'admin.id', 'note.admin_id')
    .select(['note.id', 'note.text', 'note.created_at', 'admin.username'])
    .where('note.order_id', '=', orderId)
    .orderBy('note.created_at', 'desc')
    .limit(NOTES_SHOWN)
    .execute()
  return rows.reverse().map((row) => ({
    _id: row.id,
    by: row.username,
    at: row.created_at.toISOString(),
    text: row.text,
  }))
}

/** Writes a note to an order, once however often it is sent. @throws HttpError 404 */
export async function addNote(
  db: Database,
  admin: Account,
  orderId: string,
  { _id, text }: { _id: string; text: string },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const order = await tx.selectFrom('orders').select('number').where('id', '=', orderId).executeTakeFirst()
    if (!order) throw notFound('There is no such order.')
    const written = await tx
      .insertInto('order_notes')
      .values({ id: _id, order_id: orderId, admin_id: admin.id, text })
      .onConflict((known) => known.column('id').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!written) return
    await audit(tx, actorOf(admin), {
      action: 'order_noted',
      kind: 'order',
      id: orderId,
      name: `Order ${order.number}`,
      reason: text,
    })
  })
}
