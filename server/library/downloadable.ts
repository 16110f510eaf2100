import { type RawBuilder, sql } from 'kysely'

/** That a row `build` of `file_builds` is what buyers get. */
export const isLive = sql<boolean>`(build.live_at is not null and build.replaced_at is null)`

/** That a row `build` is what an account which may have its file gets: an early one (EA1), or else the live one. */
export const isNewest = (accountId: RawBuilder<unknown>) => sql<boolean>`coalesce((
  select early.build_id = build.id from early_builds as early
  where early.account_id = ${accountId} and early.file_id = build.file_id
), ${isLive})`

/**
 * That an account which may have a file may download a row `build` of it: the live one, one that opened to the account before
 * buyers (EA5), and of the earlier ones what the developer keeps for all and what is newer than one that the account has, as it
 * may be a step on the way of its saves (VE9). A build of which each release was withdrawn is for those alone who have fetched
 * it, one in its window for its audience alone, and what carries malware is nobody's.
 */
export const downloadable = (accountId: RawBuilder<unknown>) => sql<boolean>`(
  build.destroyed_at is null and not is_malware(build.sha256) and (
    build.live_at is not null and (
      build.release_id is null
      or exists (
        select from releases as release where release.id = build.release_id and release.withdrawn_at is null
      )
      or exists (
        select from release_builds as part join releases as release on release.id = part.release_id
        where part.build_id = build.id and release.live_at is not null and release.withdrawn_at is null
      )
    ) and (
      build.replaced_at is null
      or (
        select games.old_builds from game_files as its join games on games.id = its.game_id
        where its.id = build.file_id
      ) is null
      or exists (
        select from stored_builds as kept where kept.build_id = build.id and kept.held_for <> 'owners'
      )
      or exists (
        select from owned_versions as mine join file_builds as older on older.id = mine.build_id
        where mine.account_id = ${accountId} and mine.file_id = build.file_id and older.live_at < build.live_at
      )
    )
    or exists (
      select from early_builds as early where early.account_id = ${accountId} and early.build_id = build.id
    )
    or (
      build.live_at is not null
      or exists (select from releases as its where its.id = build.release_id and its.withdrawn_at is not null)
    ) and exists (
      select from owned_versions as fetched
      where fetched.account_id = ${accountId} and fetched.build_id = build.id and fetched.source = 'fetched'
    )
  )
)`
