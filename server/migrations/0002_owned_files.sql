-- When a file left the base of its game: it was withdrawn, or got a price of its own.
alter table game_files add column left_base_at timestamptz;
update game_files set left_base_at = withdrawn_at where withdrawn_at is not null and custom_price_cents is null;

-- Which files an account may download: what it was granted by itself, what the base holds now, and what the base held when
-- the order was opened (or the game claimed) and has left it since. Nothing that someone paid for disappears.
create view owned_files as
  select owned.account_id, owned.game_id, file.id as file_id, owned.file_id is null as through_base
  from grants as owned
  join game_files as file on file.game_id = owned.game_id and file.kind = 'file'
  left join orders on orders.id = owned.order_id
  where file.id = owned.file_id
    or owned.file_id is null
      and (file.custom_price_cents is null and file.withdrawn_at is null
        or file.left_base_at > coalesce(orders.created_at, owned.created_at));
