-- Fills in what `0039_order_items.sql` added. It locks rows, not tables: orders can be read meanwhile, and opened. The factor
-- and 31 have no common divisor, so that no two orders get the same number.
update order_items set game_id = orders.game_id from orders where orders.id = order_items.order_id and order_items.game_id is null;
update orders set titles = game_title, number = order_number(numbered.n)
  from (
    select id, (row_number() over (order by created_at, id) * 11400714819 + 4021976) % 27512614111 as n
    from orders where number is null
  ) as numbered
  where orders.id = numbered.id;
