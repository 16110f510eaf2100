-- Games of one developer at one price.
create table bundles (
  id uuid primary key,
  developer_id uuid not null references accounts,
  slug text collate "C" not null unique,
  title text not null check (length(title) between 1 and 80),
  price_cents integer not null check (price_cents > 0),
  -- Since when it is sold no more; its address still says so.
  ended_at timestamptz,
  created_at timestamptz not null default now()
);
create index bundles_of_developer on bundles (developer_id, created_at desc, id desc);

create table bundle_games (
  bundle_id uuid not null references bundles on delete cascade,
  game_id uuid not null references games on delete cascade,
  position smallint not null,
  primary key (bundle_id, game_id)
);
create index bundle_games_of_game on bundle_games (game_id);

-- The bundle by which an item was cheaper.
alter table order_items
  drop constraint order_items_one_reduction,
  add column bundle_id uuid references bundles,
  add constraint order_items_one_reduction check (num_nonnulls(sale_id, discount_code_id, bundle_id) <= 1);
create index order_items_of_bundle on order_items (bundle_id) where bundle_id is not null;
