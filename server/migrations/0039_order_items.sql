-- One order may hold goods of many games. What is quick to change comes first; `0040_order_numbers.sql` fills it in and
-- `0041_order_search.sql` makes its indexes, while the release before goes on reading; `0044_bind_order_items.sql` makes it
-- binding. All locks are taken at once or not at all: whoever waits for the second while readers wait for the first would
-- never get it.
do $$
begin
  loop
    begin
      lock table orders, order_items, ledger_entries in access exclusive mode nowait;
      exit;
    exception when lock_not_available then
      perform pg_sleep(0.05);
    end;
  end loop;
end $$;
alter table order_items
  add column game_id uuid,
  add column refunded_cents integer not null default 0,
  add column revoked_at timestamptz,
  add constraint order_items_refunded check (refunded_cents between 0 and price_cents) not valid;

-- `titles` holds the titles of all games of an order, for the search; `game_title` is the first item's, as `game_id` is.
alter table orders add column number text, add column titles text;
-- Filling in would write each row into this index as well; until the next one is made the search reads all orders.
drop index orders_search;
create unique index orders_number on orders (number);

-- Seven characters of 31 that cannot be mistaken for each other, and an eighth that checks them (contract/order-number.ts).
create function order_number(n bigint) returns text immutable language plpgsql as $$
declare
  alphabet constant text := '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
  digit integer;
  weighted integer := 0;
  written text := '';
begin
  for weight in 2..8 loop
    digit := n % 31;
    n := n / 31;
    weighted := weighted + weight * digit;
    written := written || substr(alphabet, digit + 1, 1);
  end loop;
  written := written || substr(alphabet, (31 - weighted % 31) % 31 + 1, 1);
  return left(written, 4) || '-' || right(written, 4);
end $$;

create function free_order_number() returns text volatile language plpgsql as $$
declare candidate text;
begin
  loop
    candidate := order_number(floor(random() * 31::double precision ^ 7)::bigint);
    exit when not exists (select from orders where number = candidate);
  end loop;
  return candidate;
end $$;

alter table orders alter column number set default free_order_number();

-- The release before names neither an order's titles nor an item's game.
create function complete_order() returns trigger language plpgsql as $$
begin
  new.titles := coalesce(new.titles, new.game_title);
  return new;
end $$;
create trigger complete_order before insert on orders for each row execute function complete_order();

create function complete_order_item() returns trigger language plpgsql as $$
begin
  new.game_id := coalesce(new.game_id, (select game_id from orders where id = new.order_id));
  return new;
end $$;
create trigger complete_order_item before insert on order_items for each row execute function complete_order_item();

-- The item that a ledger line is of; null in sales from before, whose lines are of all items of one game together.
alter table ledger_entries add column item_position integer;

-- Money that was given back. The transaction makes a second click a conflict.
create table refunds (
  id uuid primary key,
  order_id uuid not null references orders,
  amount_cents integer not null check (amount_cents > 0),
  transaction_id text not null,
  reason text not null,
  admin_id uuid references accounts,
  created_at timestamptz not null default now(),
  unique (order_id, transaction_id)
);
create table refund_items (
  refund_id uuid not null references refunds,
  order_id uuid not null,
  position integer not null,
  amount_cents integer not null check (amount_cents > 0),
  primary key (refund_id, position),
  foreign key (order_id, position) references order_items
);
create trigger refunds_append_only before update or delete on refunds
  for each row execute function is_append_only();

-- Of several items of one game in an order the first one counts the order for that game.
create function is_first_of_game(items_order uuid, items_game uuid, items_position integer) returns boolean
  stable language sql as $$
    select not exists (
      select from order_items where order_id = items_order and game_id = items_game and position < items_position)
  $$;

drop trigger checkouts_of_days on orders;
create or replace function count_checkouts() returns trigger language plpgsql as $$
begin
  perform count_a_day();
  with opened as (
    select added.game_id, added.position, utc_day(orders.created_at) as day
    from added join orders on orders.id = added.order_id
    where is_first_of_game(added.order_id, added.game_id, added.position)),
  of_games as (
    insert into game_days (game_id, day, checkouts)
    select game_id, day, count(*) from opened group by 1, 2 order by 1, 2
    on conflict (game_id, day) do update set checkouts = game_days.checkouts + excluded.checkouts)
  insert into store_days (day, part, checkouts)
    select day, pg_backend_pid() % 16, count(*) from opened where position = 0 group by 1 order by 1
    on conflict (day, part) do update set checkouts = store_days.checkouts + excluded.checkouts;
  return null;
end $$;
create trigger checkouts_of_days after insert on order_items
  referencing new table as added for each statement execute function count_checkouts();

-- Ledger lines with the game and the day that they count for, which is the day of the sale. What is given back lessens
-- that day's revenue; the provider's fee on it is borne by the store, so it is no fee of developers any more.
create view sold_lines as
  select entry.order_id, entry.booking, entry.line, entry.item_position,
    coalesce(item.game_id, orders.game_id) as game_id, orders.paid_at, utc_day(orders.paid_at) as day,
    case when entry.booking = 0 and entry.line = 'gross'
      and (item.position is null or is_first_of_game(entry.order_id, item.game_id, item.position)) then 1 else 0 end as game_orders,
    case when entry.booking = 0 and entry.line = 'gross' and coalesce(item.position, 0) = 0 then 1 else 0 end as store_orders,
    case when entry.line = 'gross' then entry.amount_cents else 0 end as revenue_cents,
    case when entry.line in ('provider_fee', 'refund_cost') then -entry.amount_cents else 0 end as fee_cents,
    case when entry.line = 'platform_share' then -entry.amount_cents else 0 end as platform_cents,
    case when entry.account = 'developer' then -entry.amount_cents else 0 end as developer_cents
  from ledger_entries as entry
  join orders on orders.id = entry.order_id and orders.status = 'PAID'
  left join order_items as item on item.order_id = entry.order_id and item.position = entry.item_position;

create or replace function count_sales() returns trigger language plpgsql as $$
begin
  perform count_a_day();
  with sold as (
    select line.* from added join sold_lines as line
      on line.order_id = added.order_id and line.booking = added.booking and line.line = added.line
        and line.item_position is not distinct from added.item_position),
  of_games as (
    insert into game_days (game_id, day, orders, revenue_cents, fee_cents, platform_cents, developer_cents)
    select game_id, day, sum(game_orders), sum(revenue_cents), sum(fee_cents), sum(platform_cents), sum(developer_cents)
    from sold group by 1, 2 order by 1, 2
    on conflict (game_id, day) do update set
      orders = game_days.orders + excluded.orders,
      revenue_cents = game_days.revenue_cents + excluded.revenue_cents,
      fee_cents = game_days.fee_cents + excluded.fee_cents,
      platform_cents = game_days.platform_cents + excluded.platform_cents,
      developer_cents = game_days.developer_cents + excluded.developer_cents)
  insert into store_days (day, part, orders, revenue_cents, fee_cents, platform_cents, developer_cents)
    select day, pg_backend_pid() % 16, sum(store_orders), sum(revenue_cents), sum(fee_cents), sum(platform_cents), sum(developer_cents)
    from sold group by 1 order by 1
    on conflict (day, part) do update set
      orders = store_days.orders + excluded.orders,
      revenue_cents = store_days.revenue_cents + excluded.revenue_cents,
      fee_cents = store_days.fee_cents + excluded.fee_cents,
      platform_cents = store_days.platform_cents + excluded.platform_cents,
      developer_cents = store_days.developer_cents + excluded.developer_cents;
  return null;
end $$;

-- What some days hold by what they count. `store_checkouts` and `store_orders` count an order for its first game alone, so
-- that their sums are the store's.
drop function raw_game_days(date, date);
create function raw_game_days(first date, last date)
  returns table (game_id uuid, day date, checkouts bigint, orders bigint, revenue_cents bigint, fee_cents bigint,
    platform_cents bigint, developer_cents bigint, downloads bigint, store_checkouts bigint, store_orders bigint)
  stable language sql as $$
    with span as (
      select first::timestamp at time zone 'UTC' as since, (last + 1)::timestamp at time zone 'UTC' as before)
    select game_id, day, sum(checkouts)::bigint, sum(orders)::bigint, sum(revenue)::bigint, sum(fee)::bigint, sum(platform)::bigint,
      sum(developer)::bigint, sum(downloads)::bigint, sum(store_checkouts)::bigint, sum(store_orders)::bigint
    from (
      select item.game_id, utc_day(orders.created_at) as day, 1 as checkouts, 0 as orders, 0 as revenue, 0 as fee, 0 as platform,
        0 as developer, 0 as downloads, case when item.position = 0 then 1 else 0 end as store_checkouts, 0 as store_orders
        from span, orders join order_items as item on item.order_id = orders.id
        where orders.created_at >= since and orders.created_at < before
          and is_first_of_game(item.order_id, item.game_id, item.position)
      union all
      select game_id, day, 0, game_orders, revenue_cents, fee_cents, platform_cents, developer_cents, 0, 0, store_orders
        from span, sold_lines where paid_at >= since and paid_at < before
      union all
      select game_id, utc_day(created_at), 0, 0, 0, 0, 0, 0, 1, 0, 0
        from span, downloads where created_at >= since and created_at < before
    ) as happened
    group by game_id, day
  $$;

-- As before, by what each item cost and what was not given back of it.
create or replace function rank_popular() returns bigint language sql as $$
  with of_accounts as (
    select grants.game_id, grants.account_id,
      max(case
        when grants.order_id is null then 100
        when paid.base_cents is not null then paid.base_cents
        else least(paid.extra_cents, nullif(games.price_cents, 0))
      end) as cents
    from grants
    join games on games.id = grants.game_id
    join accounts on accounts.id = grants.account_id
    left join lateral (
      select max(price_cents) filter (where kind = 'base') as base_cents, sum(price_cents) as extra_cents,
        sum(refunded_cents) as refunded_cents
      from order_items where order_id = grants.order_id and game_id = grants.game_id and revoked_at is null
    ) as paid on true
    where grants.created_at > now() - interval '90 days'
      and grants.account_id <> games.developer_id
      and (grants.order_id is not null or accounts.created_at <= now() - interval '24 hours')
      and coalesce(paid.refunded_cents, 0) = 0
    group by 1, 2
  ), of_games as (
    select games.id, coalesce(sum(cents), 0)::bigint as cents
    from games left join of_accounts on of_accounts.game_id = games.id group by games.id
  ), changed as (
    update games set popularity_cents = of_games.cents from of_games
    where games.id = of_games.id and games.popularity_cents <> of_games.cents returning 1
  )
  select count(*) from changed
$$;
