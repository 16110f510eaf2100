-- What an account means to buy. `price_cents` is what its good cost when it was added or last accepted: a price that has
-- changed since is told. Null in `file_id` is the base of the game.
create table basket_items (
  account_id uuid not null references accounts on delete cascade,
  game_id uuid not null references games on delete cascade,
  file_id uuid references game_files on delete cascade,
  price_cents integer not null check (price_cents >= 0),
  is_later boolean not null default false,
  added_at timestamptz not null default now(),
  unique nulls not distinct (account_id, game_id, file_id)
);
