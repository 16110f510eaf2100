-- What players say of themselves when they ask to sell. `accounts.developer_requested_at` is set while a request waits:
-- lists of users filter by it. A request from before has no row here.

create table sell_requests (
  id uuid primary key,
  account_id uuid not null references accounts on delete cascade,
  who text not null,
  links text[] not null,
  plans text not null,
  created_at timestamptz not null default now(),
  decision text check (decision in ('approved', 'refused')),
  decided_at timestamptz,
  reason text,
  check ((decision is null) = (decided_at is null))
);

-- One request waits at a time, however often somebody asks.
create unique index sell_requests_waiting on sell_requests (account_id) where decided_at is null;
create index sell_requests_account on sell_requests (account_id, created_at desc);
