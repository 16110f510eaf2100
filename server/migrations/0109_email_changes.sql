-- Changes of an account's email address: asked for, confirmed from the new address, and undone from the old one.
create table email_changes (
  id uuid primary key,
  account_id uuid not null references accounts,
  -- The session that asked: the only one that goes on when the change is confirmed.
  session_id uuid not null,
  old_email text not null,
  new_email text not null,
  confirm_hash bytea not null unique,
  undo_hash bytea unique,
  created_at timestamptz not null default now(),
  -- Until when the link works: of the new address before it is confirmed, of the old one after.
  expires_at timestamptz not null,
  confirmed_at timestamptz,
  undone_at timestamptz,
  check ((undo_hash is null) = (confirmed_at is null))
);
create unique index email_changes_one_open on email_changes (account_id) where confirmed_at is null;
create index email_changes_of_account on email_changes (account_id, confirmed_at);
create index email_changes_reserved on email_changes (old_email) where confirmed_at is not null and undone_at is null;
