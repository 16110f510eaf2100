-- Paid after the order had closed and its price had risen: sold to nobody, given back by support.
alter table payment_cases
  drop constraint payment_cases_kind_check,
  add constraint payment_cases_kind_check
    check (kind in ('paid_twice', 'undeliverable', 'overpaid', 'mismatch', 'underpaid', 'old_price', 'review'));
