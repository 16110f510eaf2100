create unique index file_builds_one_live on file_builds (file_id) where replaced_at is null and live_at is not null;
drop index file_builds_one_present;

create or replace view built_files as
  select file.id, file.game_id, file.kind, file.device, file.custom_price_cents, file.position, file.withdrawn_at,
    build.name, build.size_bytes, build.storage_key, build.sha256, build.live_at as built_at, file.paused_at,
    build.id as build_id, build.release_id
  from game_files as file
  join file_builds as build on build.file_id = file.id and build.replaced_at is null and build.live_at is not null;
