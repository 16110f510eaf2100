import type { Received } from '@nofiller/contract/calls'
import { NOTICE_MAILS, type NoticeTopic } from '@nofiller/contract/notices/notice-rules'
import type { MailingGame } from '@nofiller/contract/notices/notices'
import { sql } from 'kysely'
import { pictureFor, viewOfOwned } from '../catalog/content-choice.ts'
import { pageSeenBy } from '../catalog/visibility.ts'
import { beyondLimits, withinLimits } from '../catalog/within-limits.ts'
import { alphabetical } from '../platform/database/alphabetical.ts'
import type { Database } from '../platform/database/database.ts'
import type { GameRow } from '../platform/database/tables.ts'
import type { Audience } from '../platform/http/audience.ts'

/**
 * The games that emailed an account within 30 days, those with the most emails first, and those that it muted. One that it does
 * not own is left out where visitors would not see it (N12).
 */
export async function mailingGames(
  db: Database,
  accountId: string,
  { view, hidden }: Audience,
): Promise<MailingGame[]> {
  const { rows } = await sql<Row>`
    with mailed as (
      select game_id, count(distinct mail_id)::integer as mails, array_agg(distinct topic) as topics from notices
      where account_id = ${accountId} and mailed_at > now() - make_interval(days => ${NOTICE_MAILS.inDays})
      group by game_id
    ), muted as (select game_id from muted_games where account_id = ${accountId})
    select games.id, games.title, games.card, games.category, ${beyondLimits(hidden)} as is_hidden,
      coalesce(mailed.mails, 0) as mails, coalesce(mailed.topics, '{}') as topics, muted.game_id is not null as is_muted
    from mailed full join muted using (game_id) join games on games.id = game_id
    where not games.is_illegal
      and (exists (select from grants where grants.account_id = ${accountId} and grants.game_id = games.id)
        or mailed.mails > 0 and ${pageSeenBy(null)} and ${withinLimits(hidden)})
    order by mails desc, ${alphabetical(sql`games.title`)}, games.id`.execute(db)
  return rows.map(({ id, title, mails, topics, is_muted, is_hidden, category, card }) => ({
    gameId: id,
    title,
    picture: is_hidden ? null : pictureFor(viewOfOwned(view), category, card),
    mails,
    topics,
    isMuted: is_muted,
  }))
}

/** Mutes some games for an account, or unmutes them. One that is gone changes nothing. */
export async function setMuted(
  db: Database,
  accountId: string,
  { gameIds, isMuted }: Received<'PUT /api/notices/games', 'body'>,
): Promise<void> {
  const those = sql<string>`any(${sql.val(gameIds)}::uuid[])`
  if (isMuted)
    await sql`insert into muted_games (account_id, game_id) select ${accountId}, id from games where id = ${those}
      on conflict do nothing`.execute(db)
  else
    await db
      .deleteFrom('muted_games')
      .where('account_id', '=', accountId)
      .where('game_id', '=', those)
      .execute()
}

type Row = Pick<GameRow, 'id' | 'title' | 'card' | 'category'> & {
  is_hidden: boolean
  mails: number
  topics: NoticeTopic[]
  is_muted: boolean
}
