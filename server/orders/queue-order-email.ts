import type { OrderMailKind } from '@nofiller/contract/orders/admin-order-rules'
import { RETENTION } from '@nofiller/contract/personal-data/retention-rules'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Database, Tx } from '../platform/database/database.ts'
import { composeMail } from '../platform/mail/compose-mail.ts'
import type { Mail } from '../platform/mail/mail.ts'
import type { MailContent } from '../platform/mail/mail-content.ts'
import type { Store } from '../store.ts'

export type OrderMail = {
  orderId: string
  kind: OrderMailKind
  address: string
  content: MailContent
  /** The admin who resends it; absent when the store sends it. */
  sentBy?: string | null
}

/** Queues an email about an order and stores its text, so support can see it and resend it. */
export async function queueOrderMail(
  { config, mail }: Store,
  tx: Tx,
  { orderId, kind, address, content, sentBy = null }: OrderMail,
): Promise<void> {
  const id = uuid()
  await tx
    .insertInto('order_mails')
    .values({
      id,
      order_id: orderId,
      kind,
      address,
      content: JSON.stringify(content),
      sent_by: sentBy,
    })
    .execute()
  await mail.queue(tx, { ...composeMail(config.STORE_NAME, address, content), id })
}

/** Records that the mail server accepted an email, if it belongs to an order. */
export async function recordDelivered(db: Database, { id }: Mail): Promise<void> {
  if (id === undefined) return
  await db.updateTable('order_mails').set({ delivered_at: sql<Date>`now()` }).where('id', '=', id).execute()
}

/** Deletes the text of old emails. The record that they were sent remains. */
export async function purgeOldTexts(db: Database): Promise<void> {
  await sql`update order_mails set content = jsonb_set(content, '{lines}', '[]')
    where content -> 'lines' <> '[]' and created_at < now() - ${RETENTION.mailTexts.after}::interval`.execute(
    db,
  )
}

export async function purgeRecords(db: Database): Promise<void> {
  await sql`delete from order_mails where created_at < now() - ${RETENTION.mailRecords.after}::interval`.execute(
    db,
  )
}
