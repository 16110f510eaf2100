-- What an order's mails say and to whom they go, so that support sees them and sends one again. A mail's id is its job's.
create table order_mails (
  id uuid primary key,
  order_id uuid not null references orders on delete cascade,
  kind text not null,
  address text not null,
  content jsonb not null,
  sent_by uuid references accounts, -- the admin who sent it again; null: the store, by itself
  created_at timestamptz not null default now(),
  delivered_at timestamptz -- when the mail server took it
);
create index order_mails_order on order_mails (order_id, id);

-- What admins write down about an order. Nobody else reads it.
create table order_notes (
  id uuid primary key,
  order_id uuid not null references orders on delete cascade,
  admin_id uuid not null references accounts,
  text text not null,
  created_at timestamptz not null default now()
);
create index order_notes_order on order_notes (order_id, id);

-- The invoice that a payment belongs to; null in payments from before.
alter table provider_payments add column provider_invoice_id text;
