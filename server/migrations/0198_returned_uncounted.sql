-- What of the refunded money had not counted towards the price: it takes nothing off other money while it does not count.
alter table orders add column returned_uncounted_cents integer not null default 0
  check (returned_uncounted_cents between 0 and returned_cents);
