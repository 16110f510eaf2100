import type { GameApproval } from '@nofiller/contract/moderation/moderation-rules'
import { type RawBuilder, sql } from 'kysely'

type ApprovalJson = { state: GameApproval; sentAt: string; dueAt: string; decisionId: string | null }

/** The decision by which a game is taken down now; null for one that is not, or was taken down without one. */
export const takenDownBy = sql<string | null>`(
  select id from moderation_decisions as decision where decision.game_id = games.id and games.review is null
    and decision.kind in ('take_down', 'seal') and decision.decided_at = games.suspended_at limit 1)`.as(
  'taken_down_by',
)

const iso = (time: RawBuilder<unknown>) =>
  sql`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** The review that keeps a game from the public, as JSON for a larger query; null for a game that none keeps. */
export const approvalJson = sql<ApprovalJson | null>`(
  select json_build_object('state', games.review, 'sentAt', ${iso(sql`sent_at`)}, 'dueAt', ${iso(sql`due_at`)},
    'decisionId', (select id from moderation_decisions where review_id = game_reviews.id order by decided_at desc limit 1))
  from game_reviews where game_id = games.id and games.review is not null order by sent_at desc limit 1)`.as(
  'review',
)
