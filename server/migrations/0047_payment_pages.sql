-- The secret address of an order's payment page. It opens amounts and state, nothing else; the order's id opens more, and
-- neither can be derived from the other. Orders from before get one when they are next asked for.
create table payment_pages (
  order_id uuid primary key references orders on delete cascade,
  token text not null unique check (length(token) = 22)
);

-- Where a buyer was told to send a coin: made once for an invoice and coin, and used again.
create table coin_payments (
  invoice_id uuid not null references invoices on delete cascade,
  coin text not null,
  provider_payment_id text,
  address text, -- null while the provider is asked for it
  memo text,
  amount text,
  wallet_uri text,
  asked_cents integer, -- what was missing of the order's price when the amount was told
  valid_until timestamptz,
  asked_until timestamptz, -- another process waits as long as this one asks
  chosen_at timestamptz not null default now(),
  primary key (invoice_id, coin),
  check ((address is null) = (amount is null))
);

-- How many confirmations a payment has of how many it needs, where the provider tells.
alter table provider_payments
  add column confirmations integer,
  add column confirmations_needed integer;
