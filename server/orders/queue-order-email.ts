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
  /** The admin who sends it again; nobody when the store sends it by itself. */
  sentBy?: string | null
}

/** Queues a mail of an order and keeps what it says, so that support sees it and can send it again. */
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

/** Notes that the mail server took a mail, when it is one of an order. */
export async function recordDelivered(db: Database, { id }: Mail): Promise<void> {
  if (id === undefined) return
  await db.updateTable('order_mails').set({ delivered_at: sql<Date>`now()` }).where('id', '=', id).execute()
}

/** Empties old emails of their text. That they were sent stays known. */
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
