import { RESEND_PAUSE_SECONDS } from '@nofiller/contract/orders/admin-order-rules'
import type { AdminOrder } from '@nofiller/contract/orders/admin-orders'
import { sql } from 'kysely'
import { receiptContent } from '../../orders/emails.ts'
import { type OrderMail, queueOrderMail } from '../../orders/queue-order-email.ts'
import { lockPaidOrder } from '../../orders/refunds/paid-order.ts'
import { type Actor, audit } from '../../platform/database/audit.ts'
import type { Database, Tx } from '../../platform/database/database.ts'
import { conflict, notFound } from '../../platform/http/errors/errors.ts'
import { isWaiting } from '../../platform/mail/mail.ts'
import type { Store } from '../../store.ts'

const MAILS_SHOWN = 100

/** The newest emails of an order with what became of them, oldest first. */
export async function mailsOf(db: Database, orderId: string): Promise<AdminOrder['emails']> {
  const rows = await db
    .selectFrom('order_mails as mail')
    .leftJoin('accounts as admin', 'admin.id', 'mail.sent_by')
    .select([
      'mail.id',
      'mail.kind',
      'mail.content',
      'mail.address',
      'mail.created_at',
      'mail.delivered_at',
      'admin.username',
      isWaiting(sql.ref('mail.id')).as('is_waiting'),
    ])
    .where('mail.order_id', '=', orderId)
    .orderBy('mail.id', 'desc')
    .limit(MAILS_SHOWN)
    .execute()
  return rows.reverse().map((row) => ({
    _id: row.id,
    kind: row.kind,
    subject: row.content.subject,
    address: row.address,
    at: row.created_at.toISOString(),
    state: row.delivered_at !== null ? 'delivered' : row.is_waiting ? 'queued' : 'failed',
    sentBy: row.username,
  }))
}

/**
 * Resends an email of an order unchanged.
 * @throws HttpError 404, 409 `mail_deleted` `just_sent`
 */
export async function sendMailAgain(
  store: Store,
  actor: Actor,
  orderId: string,
  mailId: string,
): Promise<void> {
  await store.db.transaction().execute(async (tx) => {
    const order = await tx
      .selectFrom('orders')
      .select('number')
      .where('id', '=', orderId)
      .forUpdate()
      .executeTakeFirst()
    const mail = await tx
      .selectFrom('order_mails')
      .select(['kind', 'address', 'content'])
      .where('id', '=', mailId)
      .where('order_id', '=', orderId)
      .executeTakeFirst()
    if (!order || !mail) throw notFound('There is no such email.')
    if (mail.content.lines.length === 0)
      throw conflict('mail_deleted', 'What this email said has been deleted. Send a receipt instead.')
    await sendAgain(store, tx, actor, order.number, { orderId, ...mail })
  })
}

/**
 * Emails the buyer a receipt of the items they still own, even with receipts off: they asked for this one.
 * @throws HttpError 404, 409 `not_paid` `already_refunded` `just_sent`
 */
export async function sendReceiptAgain(store: Store, actor: Actor, orderId: string): Promise<void> {
  await store.db.transaction().execute(async (tx) => {
    const order = await lockPaidOrder(tx, orderId)
    const withheld = await tx
      .selectFrom('games')
      .select('id')
      .where('is_illegal', '=', true)
      .where(
        'id',
        'in',
        order.items.map((item) => item.game_id),
      )
      .execute()
    const items = order.items.filter(
      (item) => item.revoked_at === null && !withheld.some(({ id }) => id === item.game_id),
    )
    if (items.length === 0)
      throw conflict(
        'already_refunded',
        'Nothing of this order is left for its buyer, so there is no receipt.',
      )
    await sendAgain(store, tx, actor, order.number, {
      orderId,
      kind: 'receipt',
      address: order.email,
      content: receiptContent(store, order, items),
    })
  })
}

/** Sends an email unless the same one was just sent by hand. The order is locked, so two clicks run one after the other. */
async function sendAgain(store: Store, tx: Tx, actor: Actor, number: string, mail: OrderMail): Promise<void> {
  const recent = await tx
    .selectFrom('order_mails')
    .select('id')
    .where('order_id', '=', mail.orderId)
    .where('kind', '=', mail.kind)
    .where('address', '=', mail.address)
    .where('sent_by', 'is not', null)
    .where(sql<boolean>`created_at > now() - make_interval(secs => ${RESEND_PAUSE_SECONDS})`)
    .where(sql<boolean>`content = ${JSON.stringify(mail.content)}::jsonb`)
    .executeTakeFirst()
  if (recent) throw conflict('just_sent', 'This email was sent again a moment ago. Wait a minute first.')
  await queueOrderMail(store, tx, { ...mail, sentBy: actor.id })
  await audit(tx, actor, {
    action: 'order_mail_sent',
    kind: 'order',
    id: mail.orderId,
    name: `Order ${number}`,
    reason: null,
    after: { subject: mail.content.subject, to: mail.address },
  })
}
