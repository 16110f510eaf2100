-- The build that an account gets of each file is looked up by `file_builds_pkey` or `file_builds_one_live`, and the release of an
-- early one alone: as joins, PostgreSQL read all builds and releases there ever were.
create or replace view account_files as
  select owned.account_id, owned.through_base, file.id, file.game_id, file.kind, file.device, file.custom_price_cents,
    file.position, file.withdrawn_at, build.name, build.size_bytes, build.storage_key, build.sha256,
    coalesce(build.live_at, (select early_at from releases where id = early.release_id)) as built_at, file.paused_at, build.id as build_id, build.release_id,
    early.build_id is not null as is_early
  from owned_files as owned
  join game_files as file on file.id = owned.file_id
  left join early_builds as early
    on early.account_id = owned.account_id and early.game_id = owned.game_id and early.file_id = owned.file_id
  cross join lateral (
    select * from file_builds where id = early.build_id
    union all
    select * from file_builds
    where file_id = file.id and replaced_at is null and live_at is not null and early.build_id is null
  ) as build;
