update file_builds set live_at = created_at;

-- Makes releases of live builds that have none: those of a game that were saved within a second of each other are one. The
-- version before this one, which may run beside it during an upgrade, adds such builds.
create function make_releases() returns integer language plpgsql as $$
declare made integer;
begin
  perform pg_advisory_xact_lock(hashtextextended('make_releases', 0));
  create temporary table new_releases on commit drop as
    with steps as (
      select build.id, build.file_id, file.game_id, build.created_at,
        build.created_at - lag(build.created_at) over earlier > interval '1 second' as is_first
      from file_builds as build join game_files as file on file.id = build.file_id
      where build.live_at is not null and not exists (select from release_builds where build_id = build.id)
      window earlier as (partition by file.game_id order by build.created_at, build.id)
    ), moments as (
      select *, count(*) filter (where is_first) over (partition by game_id order by created_at, id) as moment from steps
    ), turns as (
      select *, row_number() over (partition by game_id, moment, file_id order by created_at, id) as turn from moments
    )
    select game_id, moment, turn, min(created_at) as live_at, gen_random_uuid() as id,
      array_agg(id) as builds, array_agg(file_id) as files
    from turns group by game_id, moment, turn;
  insert into releases (id, game_id, label, created_by, created_at, live_at, notify)
    select new.id, new.game_id,
      (coalesce(known.highest, 0) + row_number() over (partition by new.game_id order by live_at, new.id))::text,
      games.developer_id, live_at, live_at, 'silent'
    from new_releases as new
    join games on games.id = new.game_id
    left join (
      select game_id, max(label::numeric) as highest from releases where label ~ '^[0-9]{1,9}$' group by game_id
    ) as known on known.game_id = new.game_id;
  get diagnostics made = row_count;
  insert into release_builds (release_id, file_id, build_id)
    select new.id, part.file_id, part.build_id
    from new_releases as new, unnest(new.files, new.builds) as part (file_id, build_id);
  update file_builds set release_id = release_builds.release_id
    from release_builds where release_builds.build_id = file_builds.id and file_builds.release_id is null;
  drop table new_releases;
  return made;
end
$$;
select make_releases();
