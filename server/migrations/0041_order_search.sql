-- Indexes over what `0040_order_numbers.sql` filled in: reading goes on while they are made, writing waits. The search reads
-- numbers and all titles; its expression is that of `server/orders/history/order-filter.ts`.
create index orders_search on orders
  using gin ((' ' || titles || ' ' || email || ' ' || number || ' ' || id::text) gin_trgm_ops);
create index order_items_of_game on order_items (game_id);
create unique index ledger_entries_once on ledger_entries (order_id, booking, line, item_position) nulls not distinct;
