-- Accounts that mail to comes back from. It counts while the account has this address.
create table mail_bounces (
  account_id uuid primary key references accounts,
  email text not null,
  -- `refused`: the mail server did not take it; `bounced`: it was taken, and came back later.
  kind text not null check (kind in ('refused', 'bounced')),
  bounced_at timestamptz not null default now(),
  -- How many mails to it were tried since `tries_since`.
  tries integer not null default 0,
  tries_since timestamptz not null default now()
);
