-- When support last asked the buyer of a payment case where their money is to be sent.
alter table payment_cases add column asked_at timestamptz;
-- What of its money was sent back: more that comes later opens the case again, and that alone is owed then.
alter table payment_cases add column refunded_cents integer not null default 0 check (refunded_cents between 0 and amount_cents);
-- The same, of money that had bought nothing: providers go on telling of it, but it pays no more of the price.
alter table orders add column returned_cents integer not null default 0 check (returned_cents >= 0);
