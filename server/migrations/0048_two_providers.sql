-- What each provider last said of an order, so that its money counts while it cannot be asked.
create table provider_readings (
  order_id uuid not null references orders on delete cascade,
  provider text not null,
  snapshots jsonb not null,
  read_at timestamptz not null default now(),
  primary key (order_id, provider)
);

-- What came on an invoice by its newest read-back, in cents; null before the first, or by the version before this.
alter table invoices add column received_cents integer;
