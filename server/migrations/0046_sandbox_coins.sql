-- The amount in coins holds for a while after the choice; a payment is confirmed little by little.
alter table sandbox_invoices
  add column chosen_at timestamptz,
  add column confirmations integer not null default 0;
