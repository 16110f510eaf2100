-- What someone does not want to see among the own games. It stays theirs.
create table hidden_games (
  account_id uuid not null references accounts on delete cascade,
  game_id uuid not null references games on delete cascade,
  created_at timestamptz not null default now(),
  primary key (account_id, game_id)
);

-- A permanent link to a file, one at a time for each account and file. A revoked one stays, so that it is never given anew.
create table download_links (
  id uuid primary key,
  account_id uuid not null references accounts on delete cascade,
  file_id uuid not null references game_files on delete cascade,
  created_at timestamptz not null default now(),
  revoked_at timestamptz
);
create unique index download_links_one on download_links (account_id, file_id) where revoked_at is null;

create index grants_of_game on grants (account_id, game_id);
create index downloads_of_file on downloads (account_id, file_id, created_at desc) where account_id is not null;
create index downloads_of_game on downloads (account_id, game_id) where account_id is not null;
create index file_builds_sha256 on file_builds (sha256) where sha256 is not null;

-- The files of an account whose present build is newer than what the account downloaded: of this file or, where it never
-- did, of another file of the game for the same device, because some developers add each version as a file of its own.
-- Who never downloaded anything for a device has nothing there to update.
create view updated_files as
  select owned.account_id, owned.game_id, owned.file_id
  from owned_files as owned
  join built_files as file on file.id = owned.file_id
  where file.built_at > coalesce(
    (select max(created_at) from downloads where account_id = owned.account_id and file_id = owned.file_id),
    (
      select max(download.created_at)
      from downloads as download
      join game_files as other on other.id = download.file_id
      where download.account_id = owned.account_id
        and download.game_id = owned.game_id
        and other.device = file.device
    )
  );
