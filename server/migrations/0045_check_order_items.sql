-- Reads all items once, without holding up anybody.
alter table order_items validate constraint order_items_game_id_fkey;
alter table order_items validate constraint order_items_refunded;
