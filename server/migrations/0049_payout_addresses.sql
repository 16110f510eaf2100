-- Where developers are paid. The history is kept: a new address replaces the one before, and nobody else's is ever shown whole.
create table payout_addresses (
  id uuid primary key,
  developer_id uuid not null references accounts,
  coin text not null,
  address text not null,
  created_at timestamptz not null default now(),
  -- A new address is used only after a cool-down, in which its owner can object.
  usable_at timestamptz not null,
  replaced_at timestamptz
);
create unique index payout_addresses_current on payout_addresses (developer_id) where replaced_at is null;
create index payout_addresses_history on payout_addresses (developer_id, created_at desc);
create index payout_addresses_shared on payout_addresses (address) where replaced_at is null;

-- The link in the mail about a new address, by which its owner stops all payouts.
create table payout_freeze_links (
  token_hash bytea primary key,
  developer_id uuid not null references accounts,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create table payout_freezes (
  developer_id uuid primary key references accounts,
  frozen_at timestamptz not null default now()
);

-- When the password or the email of an account was last changed: a thief changes both before the address.
alter table accounts add column credentials_changed_at timestamptz;
create function note_changed_credentials() returns trigger language plpgsql as $$
begin
  if new.password_hash is distinct from old.password_hash or new.email is distinct from old.email then
    new.credentials_changed_at := now();
  end if;
  return new;
end $$;
create trigger note_changed_credentials before update of password_hash, email on accounts
  for each row execute function note_changed_credentials();
