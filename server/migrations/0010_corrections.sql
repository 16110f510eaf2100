-- Booking 0 of an order is its sale. What the provider kept and told only later is corrected by further bookings, each of
-- which balances by itself; nothing that is booked changes.
alter table ledger_entries
  add column booking integer not null default 0 check (booking >= 0),
  drop constraint ledger_entries_pkey,
  add constraint ledger_entries_pkey primary key (order_id, booking, line);

create or replace function ledger_is_balanced() returns trigger language plpgsql as $$
begin
  if (select sum(amount_cents) from ledger_entries where order_id = new.order_id and booking = new.booking) <> 0 then
    raise exception 'ledger entries of order % do not balance', new.order_id using errcode = 'check_violation';
  end if;
  return null;
end $$;

-- A payment that says something unusual is looked at by support, also when no money of it is known.
alter table payment_cases
  drop constraint payment_cases_kind_check,
  add constraint payment_cases_kind_check check (kind in ('paid_twice', 'overpaid', 'mismatch', 'underpaid', 'review'));
