-- The files of an account with an update, by the build that the account gets, as `updated_files` has them for the version before
-- this one. One that was taken back, which stays there for who has fetched it, is no update for others.
create view account_updates as
  select file.account_id, file.game_id, file.id as file_id
  from account_files as file
  where coalesce(
      (
        select build_id <> file.build_id from owned_versions as mine
        where mine.account_id = file.account_id and mine.file_id = file.id order by at desc limit 1
      ),
      (
        select max(mine.at) < file.built_at
        from owned_versions as mine
        join game_files as other on other.id = mine.file_id
        where mine.account_id = file.account_id and other.game_id = file.game_id and other.device = file.device
      )
    )
    and not exists (
      select from releases where releases.id = file.release_id and releases.withdrawn_at is not null
    )
    and not exists (
      select from skipped_releases as skipped
      where skipped.account_id = file.account_id and skipped.release_id = file.release_id
    )
    and not exists (
      select from muted_games as muted where muted.account_id = file.account_id and muted.game_id = file.game_id
    );
