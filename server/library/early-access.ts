import type { LibraryEntry } from '@nofiller/contract/library/library'
import { sql } from 'kysely'
import type { Queryable } from '../platform/database/database.ts'

/** What an account has of a game before other owners, and what opens to it next. */
export type EarlyAccess = Pick<LibraryEntry, 'early' | 'coming'>

/** The early access of an account to some games, by the id of each that it has any to, in one statement (EA1). */
export async function earlyAccess(
  db: Queryable,
  accountId: string,
  gameIds: readonly string[],
): Promise<Map<string, EarlyAccess>> {
  const { rows } = await sql<EarlyAccess & { gameId: string }>`
    with announced as materialized (
      select release.id, release.game_id, release.label, release.opens_at from releases as release
      where release.game_id = any(${sql.val(gameIds)}::uuid[])
        and release.opens_at is not null and release.live_at is null and release.withdrawn_at is null
        and exists (select from release_steps as step where step.release_id = release.id)
    ), early as materialized (
      select early.file_id, announced.id, announced.game_id, announced.label, announced.opens_at
      from announced join early_builds as early
        on early.account_id = ${accountId} and early.game_id = announced.game_id and early.release_id = announced.id
    )
    select game.id as "gameId", (
      select coalesce(json_agg(json_build_object('fileId', file_id, 'label', label, 'ownersAt', opens_at)), '[]')
      from early where early.game_id = game.id
    ) as early, (
      select json_build_object('label', announced.label, 'opensAt', step.opens_at)
      from announced
      join grants as base on base.account_id = ${accountId} and base.game_id = announced.game_id and base.file_id is null
      join release_steps as step on step.release_id = announced.id and step.opened_at is null
        and (step.audience in ('owners', 'everyone') or step.audience = 'supporters' and is_supporter(base))
      where announced.game_id = game.id and announced.id not in (select id from early)
      order by step.opens_at limit 1
    ) as coming
    from (select distinct game_id as id from announced) as game`.execute(db)
  return new Map(
    rows.map(({ gameId, early, coming }) => [
      gameId,
      { early: early.map(toEarly), coming: coming && toComing(coming) },
    ]),
  )
}

const toEarly = ({ ownersAt, ...file }: EarlyAccess['early'][number]) => ({
  ...file,
  ownersAt: new Date(ownersAt).toISOString(),
})

const toComing = ({ label, opensAt }: NonNullable<EarlyAccess['coming']>) => ({
  label,
  opensAt: new Date(opensAt).toISOString(),
})
