import {
  DEFAULT_PREFERENCE,
  type NoticeTopic,
  SWITCHABLE_TOPICS,
} from '@nofiller/contract/notices/notice-rules'
import type { TopicPreference } from '@nofiller/contract/notices/notices'
import type { Database, Queryable } from '../platform/database/database.ts'

/** How an account is told about each topic that it can switch. */
export async function preferencesOf(
  db: Queryable,
  accountId: string,
): Promise<{ topics: TopicPreference[] }> {
  const rows = await db
    .selectFrom('notice_preferences')
    .select(['topic', 'site', 'mail'])
    .where('account_id', '=', accountId)
    .execute()
  const chosen = new Map(rows.map((row) => [row.topic, row]))
  return {
    topics: SWITCHABLE_TOPICS.map((topic) => ({ ...DEFAULT_PREFERENCE, topic, ...chosen.get(topic) })),
  }
}

/** Keeps how an account is told about some topics. */
export async function setPreferences(
  db: Database,
  accountId: string,
  topics: readonly TopicPreference[],
): Promise<{ topics: TopicPreference[] }> {
  await db.transaction().execute(async (tx) => {
    for (const { topic, site, mail } of topics)
      await tx
        .insertInto('notice_preferences')
        .values({ account_id: accountId, topic, site, mail })
        .onConflict((known) => known.columns(['account_id', 'topic']).doUpdateSet({ site, mail }))
        .execute()
  })
  return preferencesOf(db, accountId)
}

/** Ends the emails about a topic; it is told on the site as before. */
export async function endMails(db: Queryable, accountId: string, topic: NoticeTopic): Promise<void> {
  await db
    .insertInto('notice_preferences')
    .values({ account_id: accountId, topic, site: DEFAULT_PREFERENCE.site, mail: 'never' })
    .onConflict((known) => known.columns(['account_id', 'topic']).doUpdateSet({ mail: 'never' }))
    .execute()
}
