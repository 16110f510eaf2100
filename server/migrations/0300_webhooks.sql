-- Where a developer is told of what happens: at most five of an account. Secrets are sealed (`server/platform/sealed-text.ts`).
create table webhook_endpoints (
  id uuid primary key,
  account_id uuid not null references accounts on delete cascade,
  -- Where it was made or its address or secret changed last: a stranger may have done it.
  session_id uuid references sessions on delete set null,
  url text not null check (length(url) <= 500),
  name text not null default '',
  types text[] not null check (cardinality(types) > 0),
  secret text not null,
  -- Signs too until its time, and is deleted then.
  previous_secret text,
  previous_until timestamptz,
  -- The number of its last event.
  sequence bigint not null default 0,
  paused_at timestamptz,
  off_at timestamptz,
  off_reason text check (off_reason in ('gone', 'failing', 'secret_lost', 'suspended', 'closing', 'no_developer')),
  -- Since when no try succeeded, and when its owner was told; null while the last one did.
  failing_since timestamptz,
  warned_at timestamptz,
  -- It asked to be sent less: nothing goes there before.
  slow_until timestamptz,
  last_at timestamptz,
  last_status smallint,
  last_failure text,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  check (num_nulls(previous_secret, previous_until) in (0, 2)),
  check (num_nulls(off_at, off_reason) in (0, 2)),
  check (warned_at is null or failing_since is not null)
);
create index webhook_endpoints_of on webhook_endpoints (account_id);
create index webhook_endpoints_session on webhook_endpoints (session_id) where session_id is not null;

-- The outbox: what happened, written in the transaction in which it did, until the sender has made a delivery of it for each
-- endpoint (HO3). Nothing refers to the account, so that no settlement waits for a lock of its row.
create table webhook_events (
  id bigint generated always as identity primary key,
  account_id uuid not null,
  type text not null,
  data json not null,
  happened_at timestamptz not null default clock_timestamp()
);

-- A message to an endpoint, and the log of 30 days.
create table webhook_deliveries (
  id uuid primary key,
  endpoint_id uuid not null references webhook_endpoints on delete cascade,
  account_id uuid not null,
  type text not null,
  body text not null,
  happened_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'retrying', 'delivered', 'failed', 'dropped')),
  attempt smallint not null default 0,
  tried_at timestamptz[] not null default '{}',
  status smallint,
  failure text,
  ms integer,
  answer text,
  next_at timestamptz,
  -- A process sends it; another may after that time.
  claimed_until timestamptz,
  created_at timestamptz not null default now(),
  check ((next_at is null) = (state in ('delivered', 'failed', 'dropped')))
);
create index webhook_deliveries_due on webhook_deliveries (endpoint_id, next_at) where next_at is not null;
create index webhook_deliveries_claimed on webhook_deliveries (endpoint_id) where claimed_until is not null;
create index webhook_deliveries_of on webhook_deliveries (account_id, id);
create index webhook_deliveries_counted on webhook_deliveries (account_id, endpoint_id, state);
create index webhook_deliveries_log on webhook_deliveries (endpoint_id, id);
create index webhook_deliveries_failed on webhook_deliveries (account_id, id) where state in ('retrying', 'failed', 'dropped');
create index webhook_deliveries_old on webhook_deliveries (created_at);

insert into own_tables (name) values ('webhook_deliveries'), ('webhook_endpoints'), ('webhook_events');
