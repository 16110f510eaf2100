-- Copies of all that the store knows of an account, made when it asks.
create table account_exports (
  id uuid primary key,
  account_id uuid not null references accounts,
  asked_at timestamptz not null,
  -- Where the archive lies once it is whole.
  storage_key text,
  size_bytes bigint,
  ready_at timestamptz,
  -- When the archive is deleted.
  ends_at timestamptz,
  check (num_nulls(storage_key, size_bytes, ready_at, ends_at) in (0, 4))
);
create unique index account_exports_one_open on account_exports (account_id) where ready_at is null;
create index account_exports_newest on account_exports (account_id, asked_at desc);
create index account_exports_ended on account_exports (ends_at) where ends_at is not null;
