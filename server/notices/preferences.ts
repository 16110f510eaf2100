import { NEWS_TEXTS } from '@nofiller/contract/news/news-rules'
import {
  beginsAs,
  DIGEST_TIME,
  NOTICE_TOPICS,
  type NoticeTopic,
  SWITCHABLE_TOPICS,
  WEEKLY,
} from '@nofiller/contract/notices/notice-rules'
import type { DigestTime, Preferences, TopicPreference } from '@nofiller/contract/notices/notices'
import { sql } from 'kysely'
import { extendConsent } from '../news/consent.ts'
import type { Database, Queryable, Tx } from '../platform/database/database.ts'
import { digestAfter } from './digest-time.ts'

/** How an account is told about each topic that it can switch, and when the weekly email comes. */
export async function preferencesOf(db: Queryable, accountId: string): Promise<Preferences> {
  const digest = await db
    .selectFrom('digests')
    .select(['day', 'hour', 'zone'])
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return {
    topics: await topicsOf(db, accountId),
    digest: digest ?? DIGEST_TIME,
    asksForMore: (await unaskedText(db, accountId)) !== null,
  }
}

async function topicsOf(db: Queryable, accountId: string): Promise<TopicPreference[]> {
  const rows = await db
    .selectFrom('notice_preferences')
    .select(['topic', 'site', 'mail'])
    .where('account_id', '=', accountId)
    .execute()
  const chosen = new Map(rows.map((row) => [row.topic, row]))
  return SWITCHABLE_TOPICS.map((topic) => ({ topic, ...beginsAs(topic), ...chosen.get(topic) }))
}

/** The version of the text that an account agreed to, if some topics came later and it was not asked about them; otherwise null. */
async function unaskedText(db: Queryable, accountId: string): Promise<number | null> {
  const consent = await db
    .selectFrom('news_consents')
    .select('text_version')
    .where('account_id', '=', accountId)
    .where('withdrawn_at', 'is', null)
    .where(sql<number>`greatest(text_version, asked_version)`, '<', NEWS_TEXTS.version)
    .executeTakeFirst()
  return consent?.text_version ?? null
}

type Changes = { topics?: TopicPreference[]; digest?: DigestTime; wantsMore?: boolean }

/** Keeps what an account changes about how it is told. */
export async function setPreferences(
  db: Database,
  accountId: string,
  { topics = [], digest, wantsMore }: { [Key in keyof Changes]?: Changes[Key] | undefined },
): Promise<Preferences> {
  await db.transaction().execute(async (tx) => {
    await setTopics(tx, accountId, topics)
    if (digest) await setDigest(tx, accountId, digest)
    if (wantsMore !== undefined) await answer(tx, accountId, wantsMore)
  })
  return preferencesOf(db, accountId)
}

/** What waits for an email goes by the new choice too: at once, with the next weekly email, or not at all. */
async function setTopics(tx: Tx, accountId: string, topics: readonly TopicPreference[]): Promise<void> {
  for (const { topic, site, mail } of topics) {
    await tx
      .insertInto('notice_preferences')
      .values({ account_id: accountId, topic, site, mail })
      .onConflict((known) => known.columns(['account_id', 'topic']).doUpdateSet({ site, mail }))
      .execute()
    await sql`update notices set is_weekly = ${mail === 'weekly'},
        mail_at = case when ${mail === 'each'} then coalesce(mail_at, now()) end
      where account_id = ${accountId} and topic = ${topic} and (is_weekly or mail_at is not null)`.execute(tx)
  }
}

async function setDigest(tx: Tx, accountId: string, time: DigestTime): Promise<void> {
  const chosen = { ...time, next_at: digestAfter(time, new Date()) }
  await tx
    .insertInto('digests')
    .values({ account_id: accountId, ...chosen })
    .onConflict((known) => known.column('account_id').doUpdateSet(chosen))
    .execute()
}

/** The topics that an earlier consent did not cover begin as for everybody else, or stay without emails. Asked once. */
async function answer(tx: Tx, accountId: string, wantsMore: boolean): Promise<void> {
  const text = await unaskedText(tx, accountId)
  if (text === null) return
  await extendConsent(tx, accountId, wantsMore)
  if (!wantsMore) return
  const topics = await topicsOf(tx, accountId)
  const more = topics.filter(({ topic, mail }) => mail === 'never' && NOTICE_TOPICS[topic].sinceText > text)
  await setTopics(
    tx,
    accountId,
    more.map((one) => ({ ...one, mail: beginsAs(one.topic).mail })),
  )
}

/** Ends the emails about a topic, or about all that are emailed weekly; the site tells of them as before. */
export const endMails = (
  db: Database,
  accountId: string,
  which: readonly (NoticeTopic | typeof WEEKLY)[],
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const topics = await topicsOf(tx, accountId)
    const ended = topics.filter(
      ({ topic, mail }) => which.includes(topic) || (mail === 'weekly' && which.includes(WEEKLY)),
    )
    await setTopics(
      tx,
      accountId,
      ended.map((one) => ({ ...one, mail: 'never' as const })),
    )
  })
