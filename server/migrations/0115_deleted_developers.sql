-- Developers can delete their account. When they asked for it is also when their games were put away, so that keeping the
-- account brings back just those.
alter table accounts add column deletion_asked_at timestamptz;

-- What a deleted developer did not have paid out stays in the books as given up.
alter table developer_balances add column given_up_cents bigint not null default 0;
alter table balance_transfers
  drop constraint balance_transfers_kind_check,
  drop constraint balance_transfers_source_check,
  drop constraint balance_transfers_target_check,
  add constraint balance_transfers_kind_check check (
    kind in ('sale', 'hold_over', 'reserve', 'reserve_back', 'payout', 'returned', 'paid', 'given_up')) not valid,
  add constraint balance_transfers_source_check check (
    source in ('sales', 'pending', 'reserve', 'available', 'in_payout', 'paid', 'given_up')) not valid,
  add constraint balance_transfers_target_check check (
    target in ('sales', 'pending', 'reserve', 'available', 'in_payout', 'paid', 'given_up')) not valid;

create or replace function sum_transfers() returns trigger language plpgsql as $$
begin
  insert into developer_balances as balance
    (developer_id, pending_cents, reserve_cents, available_cents, in_payout_cents, paid_cents, given_up_cents)
  select developer_id,
    coalesce(sum(amount) filter (where part = 'pending'), 0),
    coalesce(sum(amount) filter (where part = 'reserve'), 0),
    coalesce(sum(amount) filter (where part = 'available'), 0),
    coalesce(sum(amount) filter (where part = 'in_payout'), 0),
    coalesce(sum(amount) filter (where part = 'paid'), 0),
    coalesce(sum(amount) filter (where part = 'given_up'), 0)
  from (
    select developer_id, target as part, amount_cents as amount from added
    union all
    select developer_id, source, -amount_cents from added) as moves
  group by developer_id order by developer_id
  on conflict (developer_id) do update set
    pending_cents = balance.pending_cents + excluded.pending_cents,
    reserve_cents = balance.reserve_cents + excluded.reserve_cents,
    available_cents = balance.available_cents + excluded.available_cents,
    in_payout_cents = balance.in_payout_cents + excluded.in_payout_cents,
    paid_cents = balance.paid_cents + excluded.paid_cents,
    given_up_cents = balance.given_up_cents + excluded.given_up_cents;
  -- No check of the table: that would also see the row that an upsert proposes.
  if exists (
    select from developer_balances where developer_id in (select developer_id from added)
      and least(reserve_cents, in_payout_cents, paid_cents) < 0) then
    raise exception 'more is moved out of a balance than is in it' using errcode = 'check_violation';
  end if;
  return null;
end $$;
