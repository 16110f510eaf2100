-- All that was earned before is pending at first; what is old enough leaves at the next look. Lines that were booked
-- meanwhile have their transfers already.
with moved as (
  insert into balance_transfers
    (developer_id, kind, source, target, amount_cents, order_id, booking, item_position, created_at)
  select developer_id, 'sale',
    case when amount_cents < 0 then 'sales' else 'pending' end,
    case when amount_cents < 0 then 'pending' else 'sales' end,
    abs(amount_cents), order_id, booking, item_position, created_at
  from ledger_entries where developer_id is not null and amount_cents <> 0
  on conflict do nothing
  returning developer_id, target, amount_cents, order_id, booking, item_position)
insert into held_earnings (order_id, booking, item_position, developer_id, amount_cents, sold_at)
  select moved.order_id, moved.booking, moved.item_position, moved.developer_id,
    case when moved.target = 'pending' then moved.amount_cents else -moved.amount_cents end, first.sold_at
  from moved join (
    select order_id, min(created_at) as sold_at from ledger_entries group by order_id) as first using (order_id);
