-- What happened to the keys of an account: who may enter it, and where its money goes. Its owner sees it and cannot remove it.
create table security_events (
  id uuid primary key,
  account_id uuid not null references accounts on delete cascade,
  kind text not null,
  -- Which passkey, address or browser.
  about text,
  -- Of the browser that did it; empty where none did, or it is not known.
  user_agent text not null,
  -- How often in a row, of what people try again.
  times integer not null default 1,
  happened_at timestamptz not null default now()
);
create index security_events_of_account on security_events (account_id, happened_at desc, id desc);
create index security_events_by_age on security_events (happened_at);
