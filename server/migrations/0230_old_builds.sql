-- How many builds before the newest one its developer leaves to buyers who did not download them; null for all.
-- How much a game may store; null for the setting GAME_STORAGE_BYTES.
alter table games
  add column old_builds integer check (old_builds between 0 and 20),
  add column storage_bytes_max bigint check (storage_bytes_max > 0);

-- For whom each build is stored: for buyers, by its developer's policy, for a draft, or for those alone who downloaded it or own
-- a file that left the sale. A build of a withdrawn release takes no place among those that the policy keeps.
create view stored_builds as
  select build.id as build_id, file.game_id, build.release_id, build.size_bytes,
    case
      when build.live_at is null then 'draft'
      when file.withdrawn_at is not null then 'owners'
      when build.replaced_at is null then 'live'
      when release.withdrawn_at is not null then 'owners'
      when games.old_builds is null or games.old_builds >= (
        select count(*) from file_builds as later
        left join releases as its on its.id = later.release_id
        where later.file_id = build.file_id and later.live_at is not null and its.withdrawn_at is null
          and (later.live_at, later.id) > (build.live_at, build.id)
      ) then 'earlier'
      else 'owners'
    end as held_for
  from file_builds as build
  join game_files as file on file.id = build.file_id
  join games on games.id = file.game_id
  left join releases as release on release.id = build.release_id
  where build.destroyed_at is null;

-- A game that stores more than the setting's default gets what it has and a fifth more.
update games set storage_bytes_max = ceil(used.bytes * 1.2)
from (
  select game_id, sum(size_bytes) as bytes from stored_builds where held_for <> 'owners'
  group by game_id having sum(size_bytes) > 200 * 1024::bigint ^ 3
) as used
where used.game_id = games.id;
