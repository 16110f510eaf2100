-- The app that makes the codes of an account's second factor. The secret is encrypted.
create table authenticators (
  account_id uuid primary key references accounts,
  secret text not null,
  created_at timestamptz not null default now(),
  -- The step of 30 s whose code was used last: neither it nor an earlier one counts again.
  last_step bigint not null
);

-- A secret that was shown, and counts once a code of it came back.
create table authenticator_setups (
  account_id uuid primary key references accounts,
  secret text not null,
  expires_at timestamptz not null
);

create table recovery_codes (
  account_id uuid not null references accounts,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (account_id, code_hash)
);

-- A log-in whose password was right and whose second factor is still to come.
create table pending_logins (
  token_hash bytea primary key,
  account_id uuid not null references accounts,
  tries integer not null default 0,
  expires_at timestamptz not null
);
create index pending_logins_account on pending_logins (account_id);
create index pending_logins_expiry on pending_logins (expires_at);
