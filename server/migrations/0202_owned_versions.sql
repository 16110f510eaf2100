-- Which versions of a file an account has: fetched, or said to have. The last one is theirs; what was fetched stays theirs
-- to fetch.
create table owned_versions (
  account_id uuid not null references accounts on delete cascade,
  file_id uuid not null references game_files on delete cascade,
  build_id uuid not null references file_builds on delete cascade,
  release_id uuid references releases on delete set null,
  source text not null check (source in ('fetched', 'set')),
  at timestamptz not null default now(),
  primary key (account_id, build_id)
);
create index owned_versions_of_file on owned_versions (account_id, file_id, at desc);
create index owned_versions_of_build on owned_versions (build_id);

create table skipped_releases (
  account_id uuid not null references accounts on delete cascade,
  release_id uuid not null references releases on delete cascade,
  primary key (account_id, release_id)
);

-- Games of which an owner wants to hear no news.
create table muted_games (
  account_id uuid not null references accounts on delete cascade,
  game_id uuid not null references games on delete cascade,
  primary key (account_id, game_id)
);

-- Null for what is fetched by the version before this one: the live build then.
alter table downloads add column build_id uuid references file_builds on delete set null;

-- What an account downloads becomes its version, whichever process counts the download.
create function keep_owned_version() returns trigger language plpgsql as $$
begin
  insert into owned_versions (account_id, file_id, build_id, release_id, source, at)
    select new.account_id, new.file_id, build.id, build.release_id, 'fetched', new.created_at
    from file_builds as build
    where build.file_id = new.file_id
      and (build.id = new.build_id or new.build_id is null and build.live_at is not null and build.replaced_at is null)
    on conflict (account_id, build_id) do update
      set at = excluded.at, source = excluded.source, release_id = excluded.release_id;
  return null;
end
$$;
create trigger downloads_keep_version after insert on downloads
  for each row when (new.account_id is not null) execute function keep_owned_version();
