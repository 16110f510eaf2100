import type { ContactEntry } from '@nofiller/contract/admin'
import { sql } from 'kysely'
import { type Actor, audit } from '../platform/database/audit.ts'
import type { Database } from '../platform/database/database.ts'
import { notFound } from '../platform/http/errors.ts'

export type ContactsQuery = { state: 'open' | 'answered'; after?: string | undefined; limit: number }

/** Contact messages, newest first; ids grow with time. `after` is the id of the last one already shown. */
export async function listContacts(
  db: Database,
  { state, after, limit }: ContactsQuery,
): Promise<{ contacts: ContactEntry[]; total: number; next: string | null }> {
  const wanted = selectContacts(db).where('message.answered_at', state === 'open' ? 'is' : 'is not', null)
  const [rows, counted] = await Promise.all([
    wanted
      .$if(after !== undefined, (rest) => rest.where('message.id', '<', after ?? ''))
      .orderBy('message.id', 'desc')
      .limit(limit + 1)
      .execute(),
    wanted.clearSelect().select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow(),
  ])
  const contacts = rows.slice(0, limit).map(toEntry)
  return { contacts, total: counted.total, next: rows.length > limit ? (contacts.at(-1)?._id ?? null) : null }
}

/** Marks a message as answered, or as open again. @throws HttpError 404 */
export async function markContact(
  db: Database,
  actor: Actor,
  messageId: string,
  answered: boolean,
): Promise<ContactEntry> {
  await db.transaction().execute(async (tx) => {
    const changed = await tx
      .updateTable('contact_messages')
      .set(
        answered
          ? { answered_at: sql<Date>`now()`, answered_by: actor.id }
          : { answered_at: null, answered_by: null },
      )
      .where('id', '=', messageId)
      .where('answered_at', answered ? 'is' : 'is not', null)
      .returning('subject')
      .executeTakeFirst()
    if (!changed) return
    await audit(tx, actor, {
      action: answered ? 'contact_answered' : 'contact_reopened',
      kind: 'contact',
      id: messageId,
      name: changed.subject,
      reason: null,
      before: { answered: !answered },
      after: { answered },
    })
  })
  const row = await selectContacts(db).where('message.id', '=', messageId).executeTakeFirst()
  if (!row) throw notFound('This message is gone.')
  return toEntry(row)
}

const selectContacts = (db: Database) =>
  db
    .selectFrom('contact_messages as message')
    .leftJoin('accounts as admin', 'admin.id', 'message.answered_by')
    .select([
      'message.id',
      'message.email',
      'message.subject',
      'message.message',
      'message.created_at',
      'message.answered_at',
      'admin.username as answered_by',
    ])

type Row = Awaited<ReturnType<ReturnType<typeof selectContacts>['execute']>>[number]

const toEntry = (row: Row): ContactEntry => ({
  _id: row.id,
  email: row.email,
  subject: row.subject,
  message: row.message,
  createdAt: row.created_at.toISOString(),
  answeredAt: row.answered_at?.toISOString() ?? null,
  answeredBy: row.answered_by,
})
