import { NOTICE_DAYS } from '@nofiller/contract/notices/notice-rules'
import { sql } from 'kysely'
import { giveConsent } from '../news/consent.ts'
import type { Tx } from '../platform/database/database.ts'

/** A player who agreed to news, and was told of the releases since they bought a game: of the newest it was not read yet. */
export async function plantNotices(tx: Tx, playerId: string): Promise<void> {
  await giveConsent(tx, { accountId: playerId, through: '/notices/preferences' })
  await sql`
    insert into notices (account_id, topic, game_id, thing_id, is_on_site, created_at, read_at, mailed_at, mail_id, is_weekly)
    select told.account_id, 'owned-release', told.game_id, told.id, true, told.live_at,
      case when not told.is_newest then told.live_at + interval '1 day' end,
      case when not told.is_newest then told.live_at + interval '7 days' end,
      case when not told.is_newest then gen_random_uuid() end,
      told.is_newest
    from (
      select owned.account_id, releases.game_id, releases.id, releases.live_at,
        releases.live_at = max(releases.live_at) over (partition by releases.game_id) as is_newest
      from releases
      join (select account_id, game_id, min(created_at) as since from grants group by 1, 2) as owned using (game_id)
      where owned.account_id = ${playerId} and releases.live_at > owned.since
        and releases.live_at > now() - make_interval(days => ${NOTICE_DAYS})
    ) as told`.execute(tx)
}
