-- The address of an account's own feed, of which only the hash is stored: it is shown once.
create table private_feeds (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null unique references accounts on delete cascade,
  token_hash bytea not null unique,
  session_id uuid references sessions on delete set null,
  created_at timestamptz not null default now()
);
create index private_feeds_session on private_feeds (session_id) where session_id is not null;
