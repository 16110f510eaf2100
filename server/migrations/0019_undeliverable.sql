-- Paid after the game was taken down as illegal: granted and booked, but handed to nobody.
alter table payment_cases
  drop constraint payment_cases_kind_check,
  add constraint payment_cases_kind_check
    check (kind in ('paid_twice', 'undeliverable', 'overpaid', 'mismatch', 'underpaid', 'review'));
