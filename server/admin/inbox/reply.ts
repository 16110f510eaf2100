import { type Actor, audit } from '../../platform/database/audit.ts'
import { notFound } from '../../platform/http/errors/errors.ts'
import type { Store } from '../../store.ts'
import { replyMail } from '../emails.ts'
import { setAnswered } from './inbox.ts'

export type Reply = {
  /** Created by the browser, so that a form that is sent twice makes one reply. */
  _id: string
  text: string
  /** Whether the message is then marked as answered. */
  markAnswered: boolean
}

/** Stores a reply with its message and queues its email, both or neither. @throws HttpError 404 */
export async function replyTo(
  { db, mail, config }: Store,
  actor: Actor,
  messageId: string,
  { _id, text, markAnswered }: Reply,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const message = await tx
      .selectFrom('contact_messages')
      .select(['email', 'subject', 'message', 'created_at'])
      .where('id', '=', messageId)
      .forUpdate()
      .executeTakeFirst()
    if (!message) throw notFound('This message is gone.')
    const inserted = await tx
      .insertInto('contact_replies')
      .values({ id: _id, message_id: messageId, admin_id: actor.id, text })
      .onConflict((known) => known.column('id').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!inserted) return
    await mail.queue(tx, replyMail(config, message, text))
    await audit(tx, actor, {
      action: 'contact_replied',
      kind: 'contact',
      id: messageId,
      name: message.subject,
      reason: null,
    })
    if (markAnswered) await setAnswered(tx, actor, { messageId, answered: true, reason: null })
  })
}
