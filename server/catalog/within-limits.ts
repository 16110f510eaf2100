import { type RawBuilder, sql } from 'kysely'
import type { Hidden } from '../platform/http/audience.ts'

/**
 * Whether an audience is shown a row of `games`: the one condition by which every list applies limits and blocks. For viewers
 * without either it is the constant `true`, so their statements stay the same.
 */
export const withinLimits = (hidden: Hidden | null): RawBuilder<boolean> =>
  hidden === null ? sql`true` : sql`not ${beyondLimits(hidden)}`

/** Whether limits or blocks hide a row of `games`. */
export const beyondLimits = (hidden: Hidden | null): RawBuilder<boolean> => {
  const reasons = [
    ...(hidden && hidden.codes.length > 0
      ? [sql`games.warning_codes && ${sql.val(hidden.codes)}::smallint[]`]
      : []),
    ...(hidden?.blocks ? [isBlockedBy(sql`${hidden.blocks.accountId}::uuid`)] : []),
  ]
  return reasons.length === 0 ? sql`false` : sql`(${sql.join(reasons, sql` or `)})`
}

/**
 * Whether an account blocked a row of `games` or its developer. For one account the two lists are read once and hashed,
 * whatever the order in which games are walked.
 */
export const isBlockedBy = (accountId: RawBuilder<string>): RawBuilder<boolean> => sql`(
  games.developer_id in (select developer_id from blocked_developers where account_id = ${accountId})
  or games.id in (select game_id from blocked_games where account_id = ${accountId}))`

/** Whether these codes hide a game that has `codes`. */
export const isBeyondLimits = (codes: readonly number[], hidden: readonly number[]): boolean =>
  codes.some((code) => hidden.includes(code))
