-- Whom and what an account follows. Nobody but its owner sees a row: a page shows a count that is made once a night.
create table follows (
  account_id uuid not null references accounts on delete cascade,
  developer_id uuid references accounts on delete cascade,
  game_id uuid references games on delete cascade,
  created_at timestamptz not null default now(),
  check (num_nonnulls(developer_id, game_id) = 1),
  unique (account_id, developer_id),
  unique (account_id, game_id)
);
create index follows_of_developer on follows (developer_id, account_id) where developer_id is not null;
create index follows_of_game on follows (game_id, account_id) where game_id is not null;

create table follower_counts (
  developer_id uuid unique references accounts on delete cascade,
  game_id uuid unique references games on delete cascade,
  followers integer not null,
  -- How many of them would be emailed about a post.
  emailed integer not null,
  check (num_nonnulls(developer_id, game_id) = 1)
);

-- For which devices they are told of what they follow; none stands for all.
alter table accounts add column my_devices text[] not null default '{}';
