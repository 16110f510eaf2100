import type { ContactEntry, ContactsFilter } from '@nofiller/contract/admin'
import type { ContactState } from '@nofiller/contract/admin-rules'
import { type RawBuilder, sql } from 'kysely'
import { type Actor, audit } from '../platform/database/audit.ts'
import type { Database } from '../platform/database/database.ts'
import { findRows } from '../platform/database/found.ts'
import { containing } from '../platform/database/like.ts'
import { notFound } from '../platform/http/errors.ts'

const STATES: Record<ContactState, RawBuilder<boolean>> = {
  open: sql`message.answered_at is null`,
  answered: sql`message.answered_at is not null`,
  all: sql`true`,
}

export type ContactsQuery = ContactsFilter & { after?: string | undefined; limit: number }

/** Contact messages, as far as a filter lets them through. `after` is the id of the last one already shown. */
export async function listContacts(
  db: Database,
  query: ContactsQuery,
): Promise<{ contacts: ContactEntry[]; total: number; next: string | null }> {
  const { limit } = query
  const { total, where } = await findRows(db, {
    from: sql`contact_messages as message`,
    key: sql`message.id`,
    type: 'uuid',
    wanted: wantedContacts(query),
  })
  const rows = await contactRows(db, { ...query, limit: limit + 1 }, where)
  const contacts = rows.slice(0, limit)
  return { contacts, total, next: rows.length > limit ? (contacts.at(-1)?._id ?? null) : null }
}

/** One page of the messages behind `listContacts`; ids grow with time. */
export async function contactRows(
  db: Database,
  { sort, after, limit, ...filter }: ContactsQuery,
  where = wantedContacts(filter),
): Promise<ContactEntry[]> {
  const isOldFirst = sort === 'old'
  const rows = await selectContacts(db)
    .where(where)
    .$if(after !== undefined, (rest) => rest.where('message.id', isOldFirst ? '>' : '<', after ?? ''))
    .orderBy('message.id', isOldFirst ? 'asc' : 'desc')
    .limit(limit)
    .execute()
  return rows.map(toEntry)
}

function wantedContacts({ q, state }: Pick<ContactsFilter, 'q' | 'state'>): RawBuilder<boolean> {
  const text = sql`(message.email || ' ' || message.subject || ' ' || message.message)` // as in `contact_messages_search`
  return sql<boolean>`(${STATES[state]} and ${q ? sql`${text} ilike ${containing(q)}` : sql`true`})`
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
