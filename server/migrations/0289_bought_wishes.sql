-- What an order took off its buyer's wishlist, until they have read it.
create table bought_wishes (
  account_id uuid not null references accounts on delete cascade,
  game_id uuid not null references games on delete cascade,
  order_id uuid not null references orders on delete cascade,
  created_at timestamptz not null default now(),
  primary key (account_id, game_id)
);
create index bought_wishes_order on bought_wishes (order_id);
create index bought_wishes_age on bought_wishes (created_at);
insert into own_tables (name) values ('bought_wishes');

create or replace function remove_granted_wishes() returns trigger language plpgsql as $$
begin
  with removed as (
    delete from wishlist using granted
    where wishlist.account_id = granted.account_id and wishlist.game_id = granted.game_id and granted.file_id is null
    returning wishlist.account_id, wishlist.game_id, granted.order_id
  )
  insert into bought_wishes (account_id, game_id, order_id)
  select account_id, game_id, order_id from removed where order_id is not null
  on conflict (account_id, game_id) do update set order_id = excluded.order_id, created_at = excluded.created_at;
  return null;
end $$;
