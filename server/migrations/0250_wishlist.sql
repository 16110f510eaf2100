-- The games that an account wants, and how it is told about each.
create table wishlist (
  account_id uuid not null references accounts on delete cascade,
  game_id uuid not null references games on delete cascade,
  added_at timestamptz not null default now(),
  notify text not null default 'all' check (notify in ('all', 'my-price', 'nothing')),
  my_price_cents integer check (my_price_cents between 50 and 100000),
  primary key (account_id, game_id)
);
-- Who wants a game, in batches.
create index wishlist_game on wishlist (game_id, account_id);

-- A game is never wanted and owned. Who adds one locks the account first, for which the key of `grants` waits: so this
-- statement, which runs after the key was checked, sees what was added meanwhile.
create function remove_granted_wishes() returns trigger language plpgsql as $$
begin
  delete from wishlist using granted
  where wishlist.account_id = granted.account_id and wishlist.game_id = granted.game_id and granted.file_id is null;
  return null;
end $$;
create trigger grants_end_wishes after insert on grants referencing new table as granted
  for each statement execute function remove_granted_wishes();

-- What happened to a game that those who want it may hear of: its price fell, or it left development. Its notices are `thing_id`s
-- of `notices`.
create table wishlist_news (
  id uuid primary key default gen_random_uuid(),
  game_id uuid not null references games on delete cascade,
  kind text not null check (kind in ('price', 'stage')),
  -- What it cost from then on.
  price_cents integer check ((price_cents is null) = (kind = 'stage')),
  -- The price is that of a sale of less than 8 hours, of which no email tells; one that began at once is some seconds shorter than
  -- its form said.
  is_brief boolean not null default false,
  created_at timestamptz not null default clock_timestamp(),
  -- When everybody had been told.
  told_at timestamptz
);
create index wishlist_news_game on wishlist_news (game_id, kind, created_at);
create index wishlist_news_to_tell on wishlist_news (created_at, id) where told_at is null;
create index wishlist_news_created on wishlist_news (created_at);

-- Whether somebody who wants a game hears of news about it as it is now.
create function wants_news(wish wishlist, kind text, game games) returns boolean stable parallel safe language sql
  return case
    when wish.notify = 'nothing' then false
    when kind = 'stage' then wish.notify = 'all' and game.stage in ('Released', 'No Longer Updated')
    else price_now(game) <= wish.my_price_cents or wish.notify = 'all' and game.sale_price_cents is not null
  end;

create function keep_wishlist_news() returns trigger language plpgsql as $$
begin
  if price_now(new) < price_now(old) then
    insert into wishlist_news (game_id, kind, price_cents, is_brief)
    values (new.id, 'price', price_now(new), new.sale_ends_at is not null and not exists (
      select from sale_games join sales on sales.id = sale_games.sale_id
      where sale_games.game_id = new.id and sales.ends_at = new.sale_ends_at
        and sales.ends_at - sales.begins_at >= interval '7 hours 59 minutes'
    ));
  end if;
  if old.stage = 'In Development' and new.stage in ('Released', 'No Longer Updated') then
    insert into wishlist_news (game_id, kind) values (new.id, 'stage');
  end if;
  return null;
end $$;
create trigger games_wishlist_news after update of price_cents, sale_price_cents, stage on games for each row
  when (new.status = 'published' and old.status = 'published'
    and (price_now(new) < price_now(old) or old.stage = 'In Development' and new.stage <> old.stage))
  execute function keep_wishlist_news();

-- News about the wishlist that still hold for their reader, content limits aside: the game is wanted and in the store, nothing
-- newer of the kind came, and the price did not rise again.
create view current_wishlist_notices as
  select notices.*, news.is_brief, news.created_at as happened_at,
    case
      when news.kind = 'stage' then 'left-development'
      when price_now(games) <= wish.my_price_cents then 'at-my-price'
      else 'on-sale'
    end as reason
  from notices
  join wishlist_news as news on news.id = notices.thing_id
  join wishlist as wish on wish.account_id = notices.account_id and wish.game_id = notices.game_id
  join games on games.id = notices.game_id
  where notices.topic = 'wishlist'
    and games.status = 'published' and games.suspended_at is null and not games.is_illegal
    and wants_news(wish, news.kind, games)
    and (news.kind = 'stage' or price_now(games) <= news.price_cents)
    and not exists (
      select from wishlist_news as later
      where later.game_id = news.game_id and later.kind = news.kind and later.created_at > news.created_at
    );

alter view current_notices rename to current_release_notices;
create view current_notices as
  select *, null::text as wish_reason from current_release_notices
  union all
  select id, account_id, topic, game_id, thing_id, is_on_site, created_at, read_at, mail_at, mailed_at, mail_id,
    '', '', '', happened_at, '', reason
  from current_wishlist_notices;

-- Due emails about the wishlist are one for each account, the others one for each account and game.
drop index notices_to_mail;
create index notices_to_mail on notices (account_id, game_id) where mail_at is not null and topic <> 'wishlist';
create index notices_wishlist_mail on notices (account_id) where topic = 'wishlist' and mail_at is not null;

-- Who asked for news so far asked for no news about a wishlist.
insert into notice_preferences (account_id, topic, site, mail)
  select id, 'wishlist', true, 'never' from accounts where notify_updates
  on conflict do nothing;

-- How many want a game, rounded down to 10, and how many began and ceased to in a week, each counted nightly.
create table wishlist_figures (
  game_id uuid primary key references games on delete cascade,
  wanted integer not null,
  -- Of those who were told of it, how many bought it soon after; null for fewer than 10.
  bought_percent smallint
);
create table wishlist_weeks (
  game_id uuid not null references games on delete cascade,
  week date not null,
  added integer not null,
  removed integer not null,
  primary key (game_id, week)
);
-- What the next night counts. Nobody's in particular, so that it outlives the row it is about.
create table wishlist_changes (
  game_id uuid not null references games on delete cascade,
  week date not null default date_trunc('week', now() at time zone 'utc')::date,
  is_added boolean not null
);
create index wishlist_changes_game on wishlist_changes (game_id);

-- What was bought is no change of mind, and a game that is deleted has no figures.
create function note_wishlist_changes() returns trigger language plpgsql as $$
begin
  insert into wishlist_changes (game_id, is_added)
  select changed.game_id, tg_op = 'INSERT' from changed join games on games.id = changed.game_id
  where not exists (
    select from grants where grants.account_id = changed.account_id and grants.game_id = changed.game_id
      and grants.file_id is null
  );
  return null;
end $$;
create trigger wishlist_added after insert on wishlist referencing new table as changed
  for each statement execute function note_wishlist_changes();
create trigger wishlist_removed after delete on wishlist referencing old table as changed
  for each statement execute function note_wishlist_changes();
