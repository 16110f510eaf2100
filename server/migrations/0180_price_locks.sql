-- An order locks its prices and its use of a discount code until a deadline that no later invoice moves. The first complete
-- reading after it ends the lock: what it shows was paid in time. Orders of earlier versions have the deadline `expires_at`.
alter table orders
  add column price_locked_until timestamptz,
  add column price_unlocked_at timestamptz,
  -- When a newer order of the buyer took over the use of the code, or the order was paid without it.
  add column code_released_at timestamptz,
  -- A keyed hash of the buyer's network, for as long as a use of a code is held unpaid.
  add column code_network bytea;

update orders set price_unlocked_at = expires_at
where status in ('EXPIRED', 'CANCELLED', 'FAILED') and expires_at <= now();
