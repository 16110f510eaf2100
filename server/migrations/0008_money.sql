-- What an invoice asks, all of the price or what was missing of it (null: all of it, written by the version before this),
-- and how far it has come by the newest read-back.
alter table invoices add column amount_cents integer check (amount_cents > 0), add column stage text;
update invoices set amount_cents = orders.price_cents from orders where orders.id = invoices.order_id;

-- What is confirmed over all invoices of an order; what the invoice asks that is being made, or whose answer got lost; and
-- the mails that the buyer got about this order's money, once each.
alter table orders
  add column received_cents integer not null default 0 check (received_cents >= 0),
  add column invoicing_cents integer,
  add column mailed text[] not null default '{}';
update orders set received_cents = paid.cents
  from (select order_id, sum(amount_cents) as cents from provider_payments where confirmed group by order_id) as paid
  where paid.order_id = orders.id;

alter table payment_cases
  drop constraint payment_cases_kind_check,
  add constraint payment_cases_kind_check check (kind in ('paid_twice', 'overpaid', 'mismatch', 'underpaid')),
  add column id bigint generated always as identity,
  add column amount_cents integer not null default 0,
  add column coin text,
  add column transaction_ids text[] not null default '{}',
  add column resolved_by uuid references accounts,
  add column note text;
create unique index payment_cases_newest on payment_cases (id desc);
create index payment_cases_open on payment_cases (id desc) where resolved_at is null;

-- What the nightly comparison of orders, grants and ledger found; one row a night.
create table reconciliations (
  night date primary key,
  differences jsonb not null,
  created_at timestamptz not null default now()
);

-- The built-in provider tells money that was seen from money that is confirmed.
alter table sandbox_invoices add column confirmed_cents integer not null default 0;
update sandbox_invoices set confirmed_cents = received_cents where status in ('paid', 'partial');
