-- When support last asked the buyer of a payment case where their money is to be sent.
alter table payment_cases add column asked_at timestamptz;
