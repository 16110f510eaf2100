import { type RawBuilder, sql } from 'kysely'

/** That a row `build` of `file_builds` is what buyers get. */
export const isLive = sql<boolean>`(build.live_at is not null and build.replaced_at is null)`

/**
 * That an account which may have a file may download a row `build` of it (VE9): every build that was ever live, unless its
 * release was withdrawn; of those only what the account has fetched. A build in no release was saved by a version of the store
 * that knew none.
 */
export const downloadable = (accountId: RawBuilder<unknown>) => sql<boolean>`(
  build.live_at is not null and build.destroyed_at is null and (
    coalesce((
      select bool_or(release.withdrawn_at is null) from release_builds as part
      join releases as release on release.id = part.release_id
      where part.build_id = build.id and release.live_at is not null
    ), true)
    or exists (
      select from owned_versions as fetched
      where fetched.account_id = ${accountId} and fetched.build_id = build.id and fetched.source = 'fetched'
    )
  )
)`
