-- Browsers in which an account is not asked for its second factor for a time; a cookie of theirs holds the token.
create table remembered_devices (
  id uuid primary key,
  account_id uuid not null references accounts on delete cascade,
  token_hash bytea not null unique,
  user_agent text not null,
  created_at timestamptz not null default now(),
  ends_at timestamptz not null
);
create index remembered_devices_of_account on remembered_devices (account_id, created_at desc);
create index remembered_devices_by_end on remembered_devices (ends_at);
