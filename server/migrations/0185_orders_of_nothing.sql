-- An order that cost nothing is paid like any other and counts as one: its sale has no `gross` line, so what counts an item is
-- the first of whatever lines it has.
create function is_first_of_sale(sale_order uuid, sale_booking integer, sale_position integer, sale_line text) returns boolean
  stable language sql as $$
    select sale_booking = 0 and not exists (
      select from ledger_entries where order_id = sale_order and booking = 0
        and item_position is not distinct from sale_position and line < sale_line)
  $$;

create or replace view sold_lines as
  select entry.order_id, entry.booking, entry.line, entry.item_position,
    coalesce(item.game_id, orders.game_id) as game_id, orders.paid_at, utc_day(orders.paid_at) as day,
    case when is_first_of_sale(entry.order_id, entry.booking, entry.item_position, entry.line)
      and (item.position is null or is_first_of_game(entry.order_id, item.game_id, item.position)) then 1 else 0 end as game_orders,
    case when is_first_of_sale(entry.order_id, entry.booking, entry.item_position, entry.line)
      and coalesce(item.position, 0) = 0 then 1 else 0 end as store_orders,
    case when entry.line = 'gross' then entry.amount_cents else 0 end as revenue_cents,
    case when entry.line in ('provider_fee', 'refund_cost') then -entry.amount_cents else 0 end as fee_cents,
    case when entry.line = 'platform_share' then -entry.amount_cents else 0 end as platform_cents,
    case when entry.account = 'developer' then -entry.amount_cents else 0 end as developer_cents
  from ledger_entries as entry
  join orders on orders.id = entry.order_id and orders.status = 'PAID'
  left join order_items as item on item.order_id = entry.order_id and item.position = entry.item_position;

-- What was not counted so far: items without a `gross` line. Nobody counts meanwhile.
select compare_days();
create temporary table uncounted on commit drop as
  select game_id, day, game_orders, store_orders from sold_lines as sold
  where booking = 0 and (game_orders > 0 or store_orders > 0) and not exists (
    select from ledger_entries as gross
    where gross.order_id = sold.order_id and gross.booking = 0 and gross.line = 'gross'
      and gross.item_position is not distinct from sold.item_position);
insert into game_days (game_id, day, orders)
  select game_id, day, sum(game_orders) from uncounted group by 1, 2 order by 1, 2
  on conflict (game_id, day) do update set orders = game_days.orders + excluded.orders;
insert into store_days (day, part, orders)
  select day, 0, sum(store_orders) from uncounted group by 1 order by 1
  on conflict (day, part) do update set orders = store_days.orders + excluded.orders;
