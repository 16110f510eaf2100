import { RETENTION } from '@nofiller/contract/personal-data/retention-rules'
import type { ContactMessage } from '@nofiller/contract/support/contact-rules'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Database } from '../platform/database/database.ts'
import type { Store } from '../store.ts'
import { contactMail } from './emails.ts'

/** Stores a message and queues its email to the store's support in one transaction: nothing is lost while mail is down. */
export async function contact(
  { db, mail, config }: Store,
  writer: { id: string } | null,
  message: ContactMessage,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { email, subject, message: text } = message
    await tx
      .insertInto('contact_messages')
      .values({ id: uuid(), email, subject, message: text, account_id: writer?.id ?? null })
      .execute()
    await mail.queue(tx, contactMail(config, message))
  })
}

/** Deletes messages with the replies to them. */
export async function purgeContacts(db: Database): Promise<void> {
  await sql`delete from contact_messages where created_at < now() - ${RETENTION.contactMessages.after}::interval`.execute(
    db,
  )
}
