import { beginsAs, type NoticeTopic } from '@nofiller/contract/notices/notice-rules'
import { type RawBuilder, sql } from 'kysely'
import { mailChoice } from '../news/mail-choice.ts'
import type { Tx } from '../platform/database/database.ts'

/** Who is told of what. */
export type Telling = { account_id: string; game_id: string; thing_id: string }

/**
 * Adds notices of a topic, for each reader as they want it told: on the site, and by an email that may go out now or with the
 * weekly one. Whoever was told of a thing is not told again.
 */
export function addNotices(
  tx: Tx,
  topic: NoticeTopic,
  tellings: readonly Telling[],
  createdAt: RawBuilder<unknown> = sql`now()`,
): Promise<unknown> {
  const mails = sql`case when accounts.notify_updates then ${mailChoice(sql.lit(topic))} else 'never' end`
  const site = sql`coalesce(preference.site, ${beginsAs(topic).site})`
  const idsOf = (key: keyof Telling) => sql`${sql.val(tellings.map((one) => one[key]))}::uuid[]`
  return sql`
    insert into notices (account_id, topic, game_id, thing_id, created_at, is_on_site, mail_at, is_weekly)
    select told.account_id, ${topic}, told.game_id, told.thing_id, ${createdAt}, ${site},
      case when ${mails} = 'each' then now() end, ${mails} = 'weekly'
    from unnest(${idsOf('account_id')}, ${idsOf('game_id')}, ${idsOf('thing_id')}) as told (account_id, game_id, thing_id)
    join accounts on accounts.id = told.account_id and accounts.deleted_at is null
    left join notice_preferences as preference on preference.account_id = accounts.id and preference.topic = ${topic}
    where ${site} or ${mails} <> 'never'
    on conflict (account_id, topic, thing_id) do nothing`.execute(tx)
}
