-- What an account is called in its passkeys, because they must hold neither its id nor its address: 32 random bytes.
alter table accounts add column webauthn_user_id bytea unique check (length(webauthn_user_id) = 32);

create table passkeys (
  id uuid primary key,
  account_id uuid not null references accounts,
  -- As the authenticator chose it, in base64url.
  credential_id text not null unique,
  public_key bytea not null,
  counter bigint not null check (counter >= 0),
  transports text[] not null,
  device_type text not null check (device_type in ('singleDevice', 'multiDevice')),
  name text not null check (length(name) between 1 and 40),
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkeys_account on passkeys (account_id, created_at desc, id desc);

-- Each is answered once. Signed in, by the session alone that asked for it.
create table webauthn_challenges (
  challenge text primary key,
  purpose text not null check (purpose in ('register', 'log-in', 'step-up')),
  session_id uuid references sessions on delete cascade,
  expires_at timestamptz not null,
  check ((purpose = 'log-in') = (session_id is null))
);
create index webauthn_challenges_expiry on webauthn_challenges (expires_at);
