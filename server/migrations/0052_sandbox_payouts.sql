-- The built-in provider's payouts: the far side of the network in the demo and in tests.
create table sandbox_payouts (
  id uuid primary key,
  external_id text not null,
  coin text not null,
  address text not null,
  amount text not null,
  -- What becomes of it once it is released.
  fate text not null default 'pay' check (fate in ('pay', 'stick', 'fail', 'unclear')),
  status text not null default 'waiting' check (status in ('waiting', 'sending', 'paid', 'failed', 'unclear', 'cancelled')),
  transaction_id text,
  created_at timestamptz not null default now(),
  released_at timestamptz
);
create index sandbox_payouts_external on sandbox_payouts (external_id, created_at desc);
