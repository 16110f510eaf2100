-- Days of the store, so that figures over months cost what some hundred rows cost. They are kept by triggers, in the
-- transaction of what they count, and compared with it each night. A day is one of UTC; a sale belongs to the day it was
-- paid, a checkout to the day it began.

create table game_days (
  game_id uuid not null references games on delete cascade,
  day date not null,
  checkouts integer not null default 0,
  orders integer not null default 0,
  revenue_cents bigint not null default 0,
  fee_cents bigint not null default 0,
  platform_cents bigint not null default 0,
  developer_cents bigint not null default 0,
  downloads integer not null default 0,
  primary key (game_id, day)
);

-- The same for the whole store, each day in parts, so that sales of the same moment do not wait for each other.
create table store_days (
  day date not null,
  part smallint not null,
  checkouts integer not null default 0,
  orders integer not null default 0,
  revenue_cents bigint not null default 0,
  fee_cents bigint not null default 0,
  platform_cents bigint not null default 0,
  developer_cents bigint not null default 0,
  downloads integer not null default 0,
  primary key (day, part)
);

create table file_days (
  file_id uuid not null references game_files on delete cascade,
  day date not null,
  downloads integer not null,
  primary key (file_id, day)
);

-- Who downloaded something of a game, and how many did; the free demo is downloaded by nobody in particular.
create table game_downloaders (
  game_id uuid not null references games on delete cascade,
  account_id uuid not null references accounts on delete cascade,
  primary key (game_id, account_id)
);
create table game_downloads (
  game_id uuid primary key references games on delete cascade,
  downloads bigint not null default 0,
  users integer not null default 0
);
create index game_downloads_most on game_downloads (downloads desc, game_id);
create index games_revenue on games (revenue_cents desc, id desc) where sales > 0;
create index orders_paid_newest on orders (paid_at desc, id desc) where status = 'PAID';

-- Where visitors of a game's page came from: the host alone, '' for nowhere.
create table page_referrers (
  game_id uuid not null references games on delete cascade,
  day date not null,
  host text not null,
  views integer not null,
  primary key (game_id, day, host)
);
-- A visitor counts once in half an hour. Who it was cannot be read from a mark: it is hashed with a salt that is dropped
-- with its day.
create table view_salts (day date primary key, salt bytea not null);
create table view_marks (mark bytea primary key, seen_at timestamptz not null default now());
create index view_marks_seen on view_marks (seen_at);

create function utc_day(moment timestamptz) returns date immutable language sql as
  $$ select (moment at time zone 'UTC')::date $$;

-- Who counts goes on beside others who count, and waits for a comparison, which has the days for itself.
create function count_a_day() returns void language sql as
  $$ select pg_advisory_xact_lock_shared(hashtextextended('days', 0)) $$;
create function compare_days() returns void language sql as
  $$ select pg_advisory_xact_lock(hashtextextended('days', 0)) $$;

create function count_checkouts() returns trigger language plpgsql as $$
begin
  perform count_a_day();
  with begun as (select game_id, utc_day(created_at) as day, count(*) as checkouts from added group by 1, 2),
  of_games as (
    insert into game_days (game_id, day, checkouts) select * from begun order by 1, 2
    on conflict (game_id, day) do update set checkouts = game_days.checkouts + excluded.checkouts)
  insert into store_days (day, part, checkouts)
    select day, floor(random() * 16), sum(checkouts) from begun group by 1 order by 1
    on conflict (day, part) do update set checkouts = store_days.checkouts + excluded.checkouts;
  return null;
end $$;
create trigger checkouts_of_days after insert on orders
  referencing new table as added for each statement execute function count_checkouts();

-- A sale's lines are written once and, when its fee is known later, corrected by further ones.
create function count_sales() returns trigger language plpgsql as $$
begin
  perform count_a_day();
  with sold as (
    select orders.game_id, utc_day(orders.paid_at) as day,
      count(*) filter (where line = 'gross') as orders,
      coalesce(sum(amount_cents) filter (where line = 'gross'), 0) as revenue_cents,
      -coalesce(sum(amount_cents) filter (where line = 'provider_fee'), 0) as fee_cents,
      -coalesce(sum(amount_cents) filter (where line = 'platform_share'), 0) as platform_cents,
      -coalesce(sum(amount_cents) filter (where account = 'developer'), 0) as developer_cents
    from added join orders on orders.id = added.order_id
    where orders.paid_at is not null
    group by 1, 2),
  of_games as (
    insert into game_days (game_id, day, orders, revenue_cents, fee_cents, platform_cents, developer_cents)
    select * from sold order by 1, 2
    on conflict (game_id, day) do update set
      orders = game_days.orders + excluded.orders,
      revenue_cents = game_days.revenue_cents + excluded.revenue_cents,
      fee_cents = game_days.fee_cents + excluded.fee_cents,
      platform_cents = game_days.platform_cents + excluded.platform_cents,
      developer_cents = game_days.developer_cents + excluded.developer_cents)
  insert into store_days (day, part, orders, revenue_cents, fee_cents, platform_cents, developer_cents)
    select day, floor(random() * 16), sum(orders), sum(revenue_cents), sum(fee_cents), sum(platform_cents), sum(developer_cents)
    from sold group by 1 order by 1
    on conflict (day, part) do update set
      orders = store_days.orders + excluded.orders,
      revenue_cents = store_days.revenue_cents + excluded.revenue_cents,
      fee_cents = store_days.fee_cents + excluded.fee_cents,
      platform_cents = store_days.platform_cents + excluded.platform_cents,
      developer_cents = store_days.developer_cents + excluded.developer_cents;
  return null;
end $$;
create trigger sales_of_days after insert on ledger_entries
  referencing new table as added for each statement execute function count_sales();

create function count_downloads() returns trigger language plpgsql as $$
begin
  perform count_a_day();
  with done as (select game_id, file_id, utc_day(created_at) as day, count(*) as downloads from added group by 1, 2, 3),
  of_games as (
    insert into game_days (game_id, day, downloads)
    select game_id, day, sum(downloads) from done group by 1, 2 order by 1, 2
    on conflict (game_id, day) do update set downloads = game_days.downloads + excluded.downloads),
  of_files as (
    insert into file_days (file_id, day, downloads)
    select file_id, day, downloads from done order by 1, 2
    on conflict (file_id, day) do update set downloads = file_days.downloads + excluded.downloads),
  newcomers as (
    insert into game_downloaders (game_id, account_id)
    select distinct game_id, account_id from added where account_id is not null order by 1, 2
    on conflict do nothing returning game_id),
  totals as (
    insert into game_downloads (game_id, downloads, users)
    select game_id, sum(downloads), (select count(*) from newcomers where newcomers.game_id = done.game_id)
    from done group by 1 order by 1
    on conflict (game_id) do update set
      downloads = game_downloads.downloads + excluded.downloads, users = game_downloads.users + excluded.users)
  insert into store_days (day, part, downloads)
    select day, floor(random() * 16), sum(downloads) from done group by 1 order by 1
    on conflict (day, part) do update set downloads = store_days.downloads + excluded.downloads;
  return null;
end $$;
create trigger downloads_of_days after insert on downloads
  referencing new table as added for each statement execute function count_downloads();

-- What some days hold by what they count; the comparison and the first filling read it.
create function raw_game_days(first date, last date)
  returns table (game_id uuid, day date, checkouts bigint, orders bigint, revenue_cents bigint, fee_cents bigint, platform_cents bigint, developer_cents bigint, downloads bigint)
  stable language sql as $$
    select game_id, day, sum(checkouts)::bigint, sum(orders)::bigint, sum(revenue)::bigint, sum(fee)::bigint, sum(platform)::bigint,
      sum(developer)::bigint, sum(downloads)::bigint
    from (
      select game_id, utc_day(created_at) as day, 1 as checkouts, 0 as orders, 0 as revenue, 0 as fee, 0 as platform, 0 as developer, 0 as downloads
        from orders where created_at >= first::timestamp at time zone 'UTC' and created_at < (last + 1)::timestamp at time zone 'UTC'
      union all
      select orders.game_id, utc_day(orders.paid_at), 0,
        case when line = 'gross' then 1 else 0 end,
        case when line = 'gross' then amount_cents else 0 end,
        case when line = 'provider_fee' then -amount_cents else 0 end,
        case when line = 'platform_share' then -amount_cents else 0 end,
        case when account = 'developer' then -amount_cents else 0 end, 0
        from orders join ledger_entries on order_id = orders.id
        where status = 'PAID' and paid_at >= first::timestamp at time zone 'UTC' and paid_at < (last + 1)::timestamp at time zone 'UTC'
      union all
      select game_id, utc_day(created_at), 0, 0, 0, 0, 0, 0, 1
        from downloads where created_at >= first::timestamp at time zone 'UTC' and created_at < (last + 1)::timestamp at time zone 'UTC'
    ) as happened
    group by game_id, day
  $$;

insert into game_days select * from raw_game_days('0001-01-01', '9999-01-01');
insert into store_days
  select day, 0, sum(checkouts), sum(orders), sum(revenue_cents), sum(fee_cents), sum(platform_cents), sum(developer_cents), sum(downloads)
  from game_days group by day;
insert into file_days select file_id, utc_day(created_at), count(*) from downloads group by 1, 2;
insert into game_downloaders select distinct game_id, account_id from downloads where account_id is not null;
insert into game_downloads
  select game_id, count(*), count(distinct account_id) from downloads group by game_id;
