import type { ContactDetail, ContactEntry } from '@nofiller/contract/admin/admin'
import type { ContentView } from '@nofiller/contract/catalog/content-choice'
import { sql } from 'kysely'
import { listOrders } from '../../orders/history/list-orders.ts'
import type { Account } from '../../platform/caller.ts'
import type { Database } from '../../platform/database/database.ts'
import { unlimited } from '../../platform/http/audience.ts'
import { notFound } from '../../platform/http/errors/errors.ts'
import { findListedUser } from '../users/users.ts'
import { findContact, selectContacts, sentBy, toContactEntry } from './inbox.ts'

const ORDERS_SHOWN = 3
const EARLIER_SHOWN = 5

/**
 * A message with its replies, its sender, and the sender's other data. The account is certain when its owner was logged
 * in; otherwise it is the one with the same address, which anyone can type.
 * @throws HttpError 404
 */
export async function findContactDetail(
  db: Database,
  admin: Account,
  messageId: string,
  view: ContentView,
): Promise<ContactDetail> {
  const known = await db
    .selectFrom('contact_messages as message')
    .leftJoin('accounts as account', (join) =>
      join.on(sql<boolean>`account.id = coalesce(message.account_id,
        (select id from accounts where email = lower(message.email)))`),
    )
    .select(['account.id as account_id', 'message.account_id as writer_id'])
    .where('message.id', '=', messageId)
    .executeTakeFirst()
  if (!known) throw notFound('This message is gone.')
  const { account_id: accountId, writer_id: writerId } = known
  const message = await findContact(db, messageId)
  const [replies, earlier, user, orders] = await Promise.all([
    repliesTo(db, messageId),
    otherMessages(db, message, accountId),
    accountId === null ? null : findListedUser(db, accountId),
    accountId === null
      ? { items: [], total: 0 }
      : listOrders(
          db,
          { ...admin, id: accountId, role: 'player' },
          { limit: ORDERS_SHOWN },
          { id: admin.id, ...unlimited(view), publicUrl: null },
        ),
  ])
  return {
    message,
    replies,
    user,
    isCertain: writerId !== null,
    orders: orders.items,
    orderCount: orders.total,
    others: earlier,
  }
}

async function repliesTo(db: Database, messageId: string): Promise<ContactDetail['replies']> {
  const rows = await db
    .selectFrom('contact_replies as reply')
    .leftJoin('accounts as admin', 'admin.id', 'reply.admin_id')
    .select(['reply.id', 'reply.text', 'reply.created_at', 'admin.username'])
    .where('reply.message_id', '=', messageId)
    .orderBy('reply.created_at')
    .execute()
  return rows.map((row) => ({
    _id: row.id,
    text: row.text,
    sentAt: row.created_at.toISOString(),
    sentBy: row.username,
  }))
}

/** Other messages of the same person, newest first. */
async function otherMessages(
  db: Database,
  { _id, email }: ContactEntry,
  accountId: string | null,
): Promise<ContactEntry[]> {
  const rows = await selectContacts(db)
    .where('message.id', '!=', _id)
    .where(sentBy({ accountId, email }))
    .orderBy('message.id', 'desc')
    .limit(EARLIER_SHOWN)
    .execute()
  return rows.map(toContactEntry)
}
