-- Sales: a developer's of their own games, or the store's (no developer), in which developers take part by adding theirs.
create table sales (
  id uuid primary key,
  developer_id uuid references accounts,
  name text not null check (length(name) between 1 and 80),
  percent smallint check (percent between 1 and 95),
  price_cents integer check (price_cents between 1 and 100000),
  begins_at timestamptz not null,
  ends_at timestamptz not null,
  -- How far `games` follows it; see server/sales/update-prices.ts.
  state text not null default 'planned' check (state in ('planned', 'running', 'ended')),
  created_at timestamptz not null default now(),
  check (num_nonnulls(percent, price_cents) = 1),
  check (ends_at >= begins_at)
);
create index sales_to_begin on sales (begins_at) where state = 'planned';
create index sales_to_end on sales (ends_at) where state = 'running';
create index sales_of_developer on sales (developer_id, begins_at desc, id desc);

create table sale_games (
  sale_id uuid not null references sales on delete cascade,
  game_id uuid not null references games on delete cascade,
  primary key (sale_id, game_id)
);
create index sale_games_game on sale_games (game_id);

-- What a game costs while a sale runs; all of them or none.
alter table games
  add column sale_price_cents integer check (sale_price_cents > 0),
  add column sale_percent smallint,
  add column sale_ends_at timestamptz,
  add column lowest_price_cents integer,
  add constraint games_sale check (num_nonnulls(sale_price_cents, sale_percent, sale_ends_at) in (0, 3));

create function price_now(game games) returns integer immutable parallel safe language sql
  return coalesce(game.sale_price_cents, game.price_cents);

drop index games_price;
create index games_price on games (coalesce(sale_price_cents, price_cents), id)
  where status = 'published' and suspended_at is null;
create index games_discount on games (coalesce(sale_percent, 0) desc, id desc)
  where status = 'published' and suspended_at is null;

-- What each game has cost since when, as visitors saw it.
create table price_history (
  game_id uuid not null references games on delete cascade,
  since timestamptz not null,
  price_cents integer not null,
  primary key (game_id, since)
);
insert into price_history (game_id, since, price_cents)
  select id, published_at, price_cents from games where published_at is not null;

create function keep_price_history() returns trigger language plpgsql as $$
begin
  insert into price_history (game_id, since, price_cents) values (new.id, now(), price_now(new))
  on conflict (game_id, since) do update set price_cents = excluded.price_cents;
  return null;
end $$;
create trigger games_price_begins after insert on games for each row
  when (new.status = 'published') execute function keep_price_history();
create trigger games_price_changes after update of price_cents, sale_price_cents, status on games for each row
  when (new.status = 'published' and (old.status <> 'published' or price_now(old) <> price_now(new)))
  execute function keep_price_history();

-- The lowest price of a game in the 30 days before a moment; null when it was not public yet.
create function lowest_price_before(game uuid, moment timestamptz) returns integer stable parallel safe language sql
  return (
    select min(price_cents) from (
      (select price_cents from price_history where game_id = game and since <= moment - interval '30 days'
       order by since desc limit 1)
      union all
      select price_cents from price_history
      where game_id = game and since > moment - interval '30 days' and since < moment
    ) as prices
  );

-- Filters find a game by what it costs now, and by being on sale.
create or replace function facets_of(game games) returns table (facet text, label text) immutable strict parallel safe
begin atomic
  select distinct on (1) facet_word(kind, value), name
  from (
    select 'tag', fold(tag), tag from unnest(game.tags) as tag
    union all select 'section', fold(section), section from unnest(section_names()) as section
      where exists (select from unnest(game.tags) as tag where strpos(lower(tag), lower(section)) > 0)
    union all select 'device', device, device from unnest(game.devices) as device
    union all select 'category', game.category, game.category
    union all select 'type', game.project_type, game.project_type
    union all select 'stage', game.stage, game.stage
    union all select 'price', price_step(price_now(game))::text, ''
    union all select 'sale', '1', '1' where game.sale_price_cents is not null
    union all select 'all', '', ''
  ) as facets (kind, value, name)
  order by 1, name;
end;

-- The words of a game's price, and of being on sale.
create function price_facets_of(game games) returns text[] immutable strict parallel safe language sql
  return array[facet_word('price', price_step(price_now(game))::text)]
    || case when game.sale_price_cents is not null then array[facet_word('sale', '1')] else '{}' end;

-- Whether nothing that is searched or counted differs but the price: thousands of games may go on sale at once.
create function is_same_but_price(before games, after games) returns boolean immutable parallel safe language sql
  return (before.title, before.description, before.tags, before.category, before.project_type, before.stage, before.devices,
          before.status, before.suspended_at, before.developer_id, before.published_at)
    is not distinct from (after.title, after.description, after.tags, after.category, after.project_type, after.stage,
          after.devices, after.status, after.suspended_at, after.developer_id, after.published_at);

create function reprice_game() returns trigger language plpgsql as $$
begin
  if is_visible(new) then
    new.search := ts_delete(new.search, price_facets_of(old)) || array_to_tsvector(price_facets_of(new));
  end if;
  return new;
end $$;
drop trigger games_search on games;
create trigger games_search before insert or update of
  title, description, tags, category, project_type, stage, devices, status, suspended_at, developer_id, search
  on games for each row execute function index_game();
-- After the one above, whose name comes first: a vector that was made anew has the words of the price already.
create trigger games_search_price before update of price_cents, sale_price_cents on games for each row
  when (price_facets_of(old) <> price_facets_of(new)) execute function reprice_game();

create or replace trigger games_recounted after update on games for each row
  when (not is_same_but_price(old, new)) execute function count_game();

-- One addition a facet, however many games change their price in a statement.
create function count_prices() returns trigger language plpgsql as $$
begin
  insert into facet_counts (facet, label, games, sfw_games)
  select facet, case when facet = facet_word('sale', '1') then '1' else '' end, sum(change), sum(sfw_change)
  from (
    select unnest(price_facets_of(after)) as facet, 1 as change, (after.category = 'SFW')::int as sfw_change
    from after join before using (id) where is_visible(after) and is_same_but_price(before, after)
    union all
    select unnest(price_facets_of(before)), -1, -(before.category = 'SFW')::int
    from after join before using (id) where is_visible(after) and is_same_but_price(before, after)
  ) as changes
  group by facet having sum(change) <> 0 or sum(sfw_change) <> 0
  order by facet
  on conflict (facet) do update
    set games = facet_counts.games + excluded.games, sfw_games = facet_counts.sfw_games + excluded.sfw_games;
  return null;
end $$;
create trigger games_recounted_prices after update on games
  referencing old table as before new table as after for each statement execute function count_prices();

-- What an item cost without reductions, and which one it was; null in orders from before.
alter table order_items
  add column list_cents integer,
  add column sale_id uuid references sales on delete set null,
  add constraint order_items_list_cents check (list_cents >= price_cents);
create index order_items_sale on order_items (sale_id) where sale_id is not null;
