-- A registration waits apart from accounts: several for one address, from several browsers, none of which holds a username.

create table registrations (
  id uuid primary key,
  username text not null,
  email text not null check (email = lower(email)),
  password_hash text not null,
  notify_purchases boolean not null,
  notify_updates boolean not null,
  browser text not null default '', -- as the mail names it
  wrong_tries integer not null default 0,
  created_at timestamptz not null default now()
);
create index registrations_email on registrations (email, created_at desc);
create index registrations_username on registrations (lower(username), created_at desc);
create index registrations_old on registrations (created_at);

create table registration_codes (
  id uuid primary key,
  registration_id uuid not null references registrations on delete cascade,
  code_hash bytea not null,
  tries integer not null default 0,
  created_at timestamptz not null default now(),
  handed_over_at timestamptz -- to the mail server
);
create index registration_codes_newest on registration_codes (registration_id, created_at desc);

-- Whoever waits for a code goes on with a new one. Code of the release before may still add unverified accounts and
-- email_codes: the sweep removes the accounts a day later, and a later migration the table.
insert into registrations (id, username, email, password_hash, notify_purchases, notify_updates, created_at)
  select id, username, email, password_hash, notify_purchases, notify_updates, created_at
  from accounts
  where verified_at is null and suspended_at is null and created_at > now() - interval '24 hours';

-- Nobody ever entered an unverified account, so that nothing of value refers to it; what does all the same keeps it.
delete from accounts
  where verified_at is null
    and not exists (select from games where developer_id = accounts.id)
    and not exists (select from orders where account_id = accounts.id)
    and not exists (select from ledger_entries where developer_id = accounts.id)
    and not exists (select from audit_log where actor_id = accounts.id)
    and not exists (select from contact_messages where answered_by = accounts.id)
    and not exists (select from payment_cases where resolved_by = accounts.id);
