import { hiddenCodes, readLimits } from '@nofiller/contract/content-limits/limit-rules'
import {
  type MailChoice,
  type NoticeTopic,
  POST_TOPICS,
  REVIEW_TOPICS,
} from '@nofiller/contract/notices/notice-rules'
import { type RawBuilder, sql } from 'kysely'
import { isWithheld } from '../catalog/content-choice.ts'
import { isBeyondLimits, isBlockedBy } from '../catalog/within-limits.ts'
import { isMuted } from '../library/skip-updates.ts'
import { mailChoice } from '../news/mail-choice.ts'
import { getsNews } from '../news/recipients.ts'
import type { Queryable, Tx } from '../platform/database/database.ts'
import type { AccountRow, GameRow } from '../platform/database/tables.ts'

/** A notice that may be emailed to its reader, with what the email says. */
export type Wanted = {
  account_id: string
  game_id: string
  id: string
  topic: NoticeTopic
  thing_id: string
  label: string
  summary: string
  saves_note: string
  steps_reason: string
  title: string
  email: string
  unsubscribe_token: string
  /** When the reader was emailed about releases, or posts, or reviews, of the game in the last 30 days. */
  sent: Date[]
  now: Date
} & Pick<GameRow, 'slug'> &
  LimitsOfReader

/**
 * Those of some notices that their readers still want by email, the newest release first: they asked for news and, in one of these
 * ways, for this topic, did not read, skip or download it yet, and neither limits, blocks nor content choice hide the game (N6).
 * `which` is looked up in the table first: joined to the view, it would be tested on the notices of all readers.
 */
export async function wantedNotices(
  db: Queryable,
  which: RawBuilder<boolean>,
  choices: readonly MailChoice[],
): Promise<Wanted[]> {
  const { rows } = await sql<Wanted>`
    select notice.id, notice.account_id, notice.game_id, notice.topic, notice.thing_id, notice.label, notice.summary,
      notice.saves_note, notice.steps_reason, games.title, games.slug, games.category, games.warning_codes, accounts.email, accounts.unsubscribe_token,
      accounts.content_choice, account_limits.limits, now() as now, array(
        select distinct earlier.mailed_at from notices as earlier
        where earlier.account_id = notice.account_id and earlier.game_id = notice.game_id
          and ${kindOf(sql`earlier.topic`)} = ${kindOf(sql`notice.topic`)}
          and earlier.mailed_at > now() - interval '30 days'
      ) as sent
    from nameable_notices as notice
    join games on games.id = notice.game_id
    join accounts on accounts.id = notice.account_id
    left join account_limits on account_limits.account_id = notice.account_id
    left join notice_preferences as preference
      on preference.account_id = notice.account_id and preference.topic = notice.topic
    where notice.id = any(array(select notice.id from notices as notice where ${which})) and ${getsNews} and notice.read_at is null and not ${isMuted}
      and not ${isBlockedBy(sql`notice.account_id`)}
      and ${mailChoice(sql`notice.topic`)} = any(${sql.val([...choices])}::text[])
      and not exists (
        select from skipped_releases as skipped
        where skipped.account_id = notice.account_id and skipped.release_id = notice.thing_id
      )
      and not exists (
        select from release_builds as part
        join owned_versions as fetched on fetched.account_id = notice.account_id and fetched.build_id = part.build_id
        where part.release_id = notice.thing_id
      )
    order by notice.live_at desc, notice.id`.execute(db)
  return rows.filter(isWithinLimits)
}

/** Whether a topic is about posts, reviews, or anything else: each has its own bound of emails about a game. */
const kindOf = (topic: RawBuilder<unknown>) => sql`case
  when ${topic} = any(${sql.val(POST_TOPICS)}) then 'posts' when ${topic} = any(${sql.val(REVIEW_TOPICS)}) then 'reviews' else '' end`

/** A game, and what decides whether a reader sees it. */
export type LimitsOfReader = Pick<GameRow, 'category' | 'warning_codes'> &
  Pick<AccountRow, 'content_choice'> & { limits: string | null }

/** Whether neither limits nor the content choice of a reader hide a game. */
export const isWithinLimits = ({
  limits,
  warning_codes,
  content_choice,
  category,
}: LimitsOfReader): boolean =>
  !isBeyondLimits(warning_codes, limits === null ? [] : hiddenCodes(readLimits(limits))) &&
  !isWithheld(content_choice ?? 'none', category)

/** Sets when some notices may be emailed, or that they were. */
export const change = (
  tx: Tx,
  ids: string[],
  values: { mail_at: Date | null; mailed_at?: Date; mail_id?: string },
) =>
  tx
    .updateTable('notices')
    .set({ is_weekly: false, ...values })
    .where('id', 'in', ids)
    .execute()
