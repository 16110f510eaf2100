-- When a build that nobody may download any more leaves storage; its developer was told of it before.
alter table file_builds add column leaves_at timestamptz;
create index file_builds_leaving on file_builds (leaves_at) where leaves_at is not null and destroyed_at is null;

-- Stored builds that no account may download, whatever it owns: those of withdrawn releases, and those that their developer
-- does not keep for all and that are no step on the way of anybody's saves. Who has a build keeps it. What may be evidence
-- stays as well.
create view unneeded_builds as
  select build.id as build_id, stored.game_id, stored.release_id, stored.size_bytes
  from stored_builds as stored
  join file_builds as build on build.id = stored.build_id
  join game_files as file on file.id = build.file_id and file.paused_at is null
  join games on games.id = stored.game_id and games.suspended_at is null and not games.is_illegal
  where stored.held_for = 'owners'
    and not exists (select from owned_versions as had where had.build_id = build.id)
    and not exists (
      select from release_builds as part join releases as draft on draft.id = part.release_id
      where part.build_id = build.id and draft.live_at is null
    )
    and not exists (
      select from report_cases where subject_id = games.id and subject_kind = 'game' and closed_at is null
    )
    and (
      build.replaced_at is not null and games.old_builds is not null and not exists (
        select from file_builds as older join owned_versions as had on had.build_id = older.id
        where older.file_id = build.file_id and older.live_at < build.live_at
      )
      or build.release_id is not null and not exists (
        select from releases as release where release.withdrawn_at is null and (
          release.id = build.release_id or release.live_at is not null and release.id in (
            select part.release_id from release_builds as part where part.build_id = build.id
          )
        )
      )
    );

-- As before, and what a developer is told of their own game.
create or replace view current_notices as
  select notices.*, releases.label, releases.summary, releases.saves_note,
    coalesce(releases.live_at, releases.opens_at, releases.early_at) as live_at, releases.steps_reason
  from notices
  join games on games.id = notices.game_id and games.suspended_at is null and not games.is_illegal
  join releases on releases.id = notices.thing_id
  where notices.topic = 'builds-leave' and games.developer_id = notices.account_id
    or notices.topic <> 'builds-leave' and releases.withdrawn_at is null
      and case notices.topic
        when 'window-changed' then releases.live_at is null
        when 'owned-release' then releases.live_at is not null or exists (
          select from early_builds as early
          where early.account_id = notices.account_id and early.game_id = notices.game_id and early.release_id = releases.id
        )
        else releases.live_at is not null
      end
      and exists (
        select from grants where grants.account_id = notices.account_id and grants.game_id = notices.game_id
      )
      and not exists (
        select from hidden_games as hidden
        where hidden.account_id = notices.account_id and hidden.game_id = notices.game_id
      )
      and (notices.topic = 'rolled-back' or not is_taken_back(releases) and not exists (
        select from muted_games as muted
        where muted.account_id = notices.account_id and muted.game_id = notices.game_id
      ));
