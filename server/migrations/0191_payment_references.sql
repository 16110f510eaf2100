-- What providers call an order: random, one for each order and provider, so that nobody comes from a provider's page to the
-- order's id, which opens its downloads.
create table payment_references (
  reference text primary key,
  order_id uuid not null references orders,
  provider text not null,
  created_at timestamptz not null default now(),
  unique (order_id, provider)
);
-- Providers know earlier orders by their ids. The code of this version says of each new order that they do not.
alter table orders add column id_at_providers boolean not null default true;
