import { beginsAs, type MailChoice, TOPICS } from '@nofiller/contract/notices/notice-rules'
import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '../platform/database/database.ts'

/** How a topic is emailed to an account that agreed to news, where its row of `notice_preferences` is joined as `preference`. */
export const mailChoice = (
  topic: RawBuilder<unknown>,
): RawBuilder<string> => sql<string>`coalesce(preference.mail,
  case ${topic} ${sql.join(
    TOPICS.map((one) => sql`when ${sql.lit(one)} then ${sql.lit(beginsAs(one).mail)}`),
    sql` `,
  )} end)`

/**
 * Lets some notices wait as their readers want each topic now, if in one of these ways: for an email of its own or the weekly one.
 * The others wait no more. None of them counts as emailed.
 */
export const letWait = (db: Queryable, which: RawBuilder<boolean>, choices: readonly MailChoice[]) =>
  sql`
    update notices set mailed_at = null, mail_id = null, is_weekly = wanted.choice = 'weekly',
      mail_at = case when wanted.choice = 'each' then now() end
    from (
      select notice.id, case when ${mailChoice(sql`notice.topic`)} = any(${sql.val([...choices])}::text[])
        then ${mailChoice(sql`notice.topic`)} else 'never' end as choice
      from notices as notice
      left join notice_preferences as preference
        on preference.account_id = notice.account_id and preference.topic = notice.topic
      where ${which}
    ) as wanted
    where notices.id = wanted.id`.execute(db)
