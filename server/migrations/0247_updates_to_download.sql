-- As before; a file whose live build was taken back, which stays there for who has fetched it, is no update for others.
create or replace view updated_files as
  select owned.account_id, owned.game_id, owned.file_id
  from owned_files as owned
  join built_files as file on file.id = owned.file_id
  where coalesce(
      (
        select build_id <> file.build_id from owned_versions as mine
        where mine.account_id = owned.account_id and mine.file_id = owned.file_id order by at desc limit 1
      ),
      (
        select max(mine.at) < file.built_at
        from owned_versions as mine
        join game_files as other on other.id = mine.file_id
        where mine.account_id = owned.account_id and other.game_id = owned.game_id and other.device = file.device
      )
    )
    and not exists (
      select from releases where releases.id = file.release_id and releases.withdrawn_at is not null
    )
    and not exists (
      select from skipped_releases as skipped
      where skipped.account_id = owned.account_id and skipped.release_id = file.release_id
    )
    and not exists (
      select from muted_games as muted where muted.account_id = owned.account_id and muted.game_id = owned.game_id
    );
