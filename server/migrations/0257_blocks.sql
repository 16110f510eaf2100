-- The accounts that blocked a developer or a game, with when that last changed; the row is locked by each change.
create table account_blocks (
  account_id uuid primary key references accounts on delete cascade,
  changed_at timestamptz not null default clock_timestamp()
);
create table blocked_developers (
  account_id uuid not null references account_blocks on delete cascade,
  developer_id uuid not null references accounts on delete cascade,
  created_at timestamptz not null default clock_timestamp(),
  primary key (account_id, developer_id)
);
create index blocked_developers_of on blocked_developers (developer_id);
create table blocked_games (
  account_id uuid not null references account_blocks on delete cascade,
  game_id uuid not null references games on delete cascade,
  created_at timestamptz not null default clock_timestamp(),
  primary key (account_id, game_id)
);
create index blocked_games_of on blocked_games (game_id);

-- The hash of the cookie by which pages know the blocks and limits of a session's account; null without blocks.
alter table sessions add column viewer_hash bytea;
create unique index sessions_viewer on sessions (viewer_hash) where viewer_hash is not null;
