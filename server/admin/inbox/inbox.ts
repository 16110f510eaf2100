import type { ContactEntry, ContactsFilter } from '@nofiller/contract/admin/admin'
import type { ContactState } from '@nofiller/contract/admin/admin-rules'
import { type RawBuilder, sql } from 'kysely'
import { type Actor, audit } from '../../platform/database/audit.ts'
import type { Database, Tx } from '../../platform/database/database.ts'
import { containing } from '../../platform/database/like.ts'
import {
  directionOf,
  idCursor,
  type Page,
  type Position,
  paginateSearch,
} from '../../platform/database/paginate.ts'
import { notFound } from '../../platform/http/errors/errors.ts'

const STATES: Record<ContactState, RawBuilder<boolean>> = {
  open: sql`message.answered_at is null`,
  answered: sql`message.answered_at is not null`,
  all: sql`true`,
}

/** Contact messages that a filter lets through. @throws HttpError 400 `bad_cursor` */
export const listContacts = (db: Database, query: ContactsFilter & Position): Promise<Page<ContactEntry>> =>
  paginateSearch(db, filteredContacts(db, query), query)

/** Contact messages that a filter lets through, as a list to page. The key is the order too: ids grow with time. */
export const filteredContacts = (db: Database, { sort, ...filter }: ContactsFilter) => ({
  rows: selectContacts(db),
  from: sql`contact_messages as message`,
  filter: contactFilter(filter),
  key: sql`message.id`,
  order: { by: sql`message.id`, direction: directionOf(sort) },
  toItem: toContactEntry,
  oldCursor: idCursor,
})

function contactFilter({ q, state }: Pick<ContactsFilter, 'q' | 'state'>): RawBuilder<boolean> {
  const text = sql`(message.email || ' ' || message.subject || ' ' || message.message)` // as in `contact_messages_search`
  return sql<boolean>`(${STATES[state]} and ${q ? sql`${text} ilike ${containing(q)}` : sql`true`})`
}

/** Marks a message as answered, or as open again. @throws HttpError 404 */
export async function markContact(
  db: Database,
  actor: Actor,
  messageId: string,
  { answered, reason = null }: { answered: boolean; reason?: string | null | undefined },
): Promise<ContactEntry> {
  await db.transaction().execute((tx) => setAnswered(tx, actor, { messageId, answered, reason }))
  return findContact(db, messageId)
}

type Marking = { messageId: string; answered: boolean; reason: string | null }

/** Sets whether a message is answered; does nothing when it already is so. */
export async function setAnswered(
  tx: Tx,
  actor: Actor,
  { messageId, answered, reason }: Marking,
): Promise<void> {
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
    reason,
    before: { answered: !answered },
    after: { answered },
  })
}

/** @throws HttpError 404 */
export async function findContact(db: Database, messageId: string): Promise<ContactEntry> {
  const row = await selectContacts(db).where('message.id', '=', messageId).executeTakeFirst()
  if (!row) throw notFound('This message is gone.')
  return toContactEntry(row)
}

/** Messages with who answered them. */
export const selectContacts = (db: Database) =>
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

export const toContactEntry = (row: Row): ContactEntry => ({
  _id: row.id,
  email: row.email,
  subject: row.subject,
  message: row.message,
  createdAt: row.created_at.toISOString(),
  answeredAt: row.answered_at?.toISOString() ?? null,
  answeredBy: row.answered_by,
})

/** Messages of one person; by the indexes `contact_messages_account` and `contact_messages_email`. */
export const sentBy = ({ accountId, email }: { accountId: string | null; email: string }) =>
  sql<boolean>`message.id in (
    select id from contact_messages where account_id = ${accountId}
    union all select id from contact_messages where lower(email) = ${email.toLowerCase()})`
