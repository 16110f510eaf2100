-- Discount codes: of a developer for their own games, or of the store (no developer) for any.
create table discount_codes (
  id uuid primary key,
  developer_id uuid references accounts,
  code text collate "C" not null unique check (code ~ '^[A-Z0-9-]{4,32}$'),
  percent smallint check (percent between 1 and 100),
  amount_cents integer check (amount_cents between 1 and 100000),
  uses integer check (uses between 1 and 10000),
  is_once boolean not null,
  -- Else for those of discount_code_games alone, also when one of them is gone.
  is_for_all boolean not null,
  ends_at timestamptz,
  created_at timestamptz not null default now(),
  check (num_nonnulls(percent, amount_cents) = 1)
);
create index discount_codes_of_developer on discount_codes (developer_id, created_at desc, id desc);

-- The games that a code is good for.
create table discount_code_games (
  code_id uuid not null references discount_codes on delete cascade,
  game_id uuid not null references games on delete cascade,
  primary key (code_id, game_id)
);

-- The code of an order, and the items that it made cheaper. A code is used by its orders that are paid or can be.
alter table orders add column discount_code_id uuid references discount_codes;
create index orders_of_discount_code on orders (discount_code_id, account_id) where discount_code_id is not null;
alter table order_items
  add column discount_code_id uuid references discount_codes,
  add constraint order_items_one_reduction check (num_nonnulls(sale_id, discount_code_id) <= 1);

-- With a code an order may cost nothing: it is paid as soon as it is made.
alter table orders drop constraint orders_price_cents_check;
alter table orders add constraint orders_price_cents_check
  check (price_cents > 0 or (price_cents = 0 and discount_code_id is not null and status = 'PAID'));
