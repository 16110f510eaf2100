-- As before; the function is called for games that were taken down as illegal alone, as it reads the whole row of each.
create or replace view owned_files as
  select owned.account_id, owned.game_id, file.id as file_id, owned.file_id is null as through_base
  from grants as owned
  join games on games.id = owned.game_id
    and case when games.is_illegal then not downloads_stopped(games) else true end
  join game_files as file on file.game_id = owned.game_id and file.kind = 'file'
  left join orders on orders.id = owned.order_id
  where file.id = owned.file_id
    or owned.file_id is null
      and (file.custom_price_cents is null and file.withdrawn_at is null
        or file.left_base_at > coalesce(orders.created_at, owned.created_at));
