import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { audit, COMMAND_LINE } from '../platform/database/audit.ts'
import type { Database, Tx } from '../platform/database/database.ts'
import type { MailContent } from '../platform/mail/mail-content.ts'
import { sha256 } from '../platform/signatures.ts'
import type { Store } from '../store.ts'
import { newsMail } from './emails.ts'
import { readNews } from './read-news.ts'
import { getsNews } from './recipients.ts'

/** How many emails are queued in one transaction. */
const PAGE = 200

/**
 * Queues the news of a file for all subscribers, each once. After an interruption, call it again with
 * the same file: it goes on where it stopped, and does nothing when it had finished.
 * @returns for how many people it was queued, in all
 * @throws Error with a sentence about the file's problem
 */
export async function sendNews(store: Store, file: string, reason: string): Promise<number> {
  const content = readNews(file)
  const id = await openIssue(store.db, sha256(file), content.subject, reason)
  while (await store.db.transaction().execute((tx) => queuePage(store, tx, id, content)));
  const { queued_count } = await store.db
    .selectFrom('news_issues')
    .select('queued_count')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return queued_count
}

/** @returns the id of the issue that the file makes, or made before */
const openIssue = (db: Database, fileHash: Buffer, subject: string, reason: string): Promise<string> =>
  db.transaction().execute(async (tx) => {
    const opened = await tx
      .insertInto('news_issues')
      .values({ id: uuid(), file_hash: fileHash, subject })
      .onConflict((known) => known.column('file_hash').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (opened) {
      await audit(tx, COMMAND_LINE, {
        action: 'news_sent',
        kind: 'store',
        id: null,
        name: 'News',
        reason,
        after: { subject },
      })
      return opened.id
    }
    const known = await tx
      .selectFrom('news_issues')
      .select('id')
      .where('file_hash', '=', fileHash)
      .executeTakeFirstOrThrow()
    return known.id
  })

/**
 * Queues the emails of one page, by the index `accounts_news`. The row of the issue is locked, so that two commands at once
 * send to nobody twice.
 * @returns whether there may be more
 */
async function queuePage(store: Store, tx: Tx, issueId: string, content: MailContent): Promise<boolean> {
  const issue = await tx
    .selectFrom('news_issues')
    .select(['reached_id', 'finished_at'])
    .where('id', '=', issueId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (issue.finished_at) return false
  const people = await tx
    .selectFrom('accounts')
    .select(['id', 'email', 'unsubscribe_token'])
    .where(getsNews)
    .$if(issue.reached_id !== null, (those) => those.where('id', '>', issue.reached_id))
    .orderBy('id')
    .limit(PAGE)
    .execute()
  for (const { email, unsubscribe_token: token } of people)
    await store.mail.queue(tx, newsMail(store.config, { email, token }, content))
  const isLast = people.length < PAGE
  await tx
    .updateTable('news_issues')
    .set((news) => ({
      reached_id: people.at(-1)?.id ?? issue.reached_id,
      queued_count: sql<number>`${news.ref('queued_count')} + ${people.length}`,
      finished_at: isLast ? sql<Date>`now()` : null,
    }))
    .where('id', '=', issueId)
    .execute()
  return !isLast
}
