import { type RawBuilder, sql } from 'kysely'

/** That a row `build` of `file_builds` is what buyers get. */
export const isLive = sql<boolean>`(build.live_at is not null and build.replaced_at is null)`

/**
 * That an account which may have a file may download a row `build` of it (VE9): every build that was ever live, unless each of
 * its releases was withdrawn; then only who has fetched it may. What carries malware is nobody's.
 */
export const downloadable = (accountId: RawBuilder<unknown>) => sql<boolean>`(
  build.live_at is not null and build.destroyed_at is null and not is_malware(build.sha256) and (
    build.release_id is null
    or exists (
      select from releases as release where release.id = build.release_id and release.withdrawn_at is null
    )
    or exists (
      select from release_builds as part join releases as release on release.id = part.release_id
      where part.build_id = build.id and release.live_at is not null and release.withdrawn_at is null
    )
    or exists (
      select from owned_versions as fetched
      where fetched.account_id = ${accountId} and fetched.build_id = build.id and fetched.source = 'fetched'
    )
  )
)`
