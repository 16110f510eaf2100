/**
 * Plants two years of a store's life into an empty database: 100,000 accounts, 10,000 games, 1,000,000 orders with all that
 * belongs to them, 10,000,000 downloads, views, messages and what admins did.
 *
 *     npx node bench/plant.ts DATABASE_URL [SCALE]
 *
 * brings the database to the newest schema first; SCALE 0.01 plants a hundredth. Nobody can log in to a planted account;
 * `npm run admin -- create-admin` makes one who can.
 */
import pg from 'pg'
import { migrate } from '../server/platform/database/migrate.ts'
import { fillCatalog } from '../server/testing/fixtures/fill-catalog.ts'
import { withoutIndexes } from '../server/testing/fixtures/without-indexes.ts'

export type Amounts = {
  accounts: number
  games: number
  orders: number
  downloads: number
  audited: number
  contacts: number
}

export const FULL: Amounts = {
  accounts: 100_000,
  games: 10_000,
  orders: 1_000_000,
  downloads: 10_000_000,
  audited: 200_000,
  contacts: 20_000,
}

export const scaled = (scale: number): Amounts => ({
  accounts: Math.ceil(FULL.accounts * scale),
  games: Math.max(100, Math.ceil(FULL.games * scale)),
  orders: Math.ceil(FULL.orders * scale),
  downloads: Math.ceil(FULL.downloads * scale),
  audited: Math.ceil(FULL.audited * scale),
  contacts: Math.ceil(FULL.contacts * scale),
})

/** Among the least requested games, this many belong to the developer of the best-selling ones. */
const MANY_GAMES = 50

/** By plain SQL without triggers; then the days are summed as the migration that made them did. */
export async function plantStore(databaseUrl: string, amounts: Amounts): Promise<void> {
  await fillCatalog(databaseUrl, amounts.games)
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query(
      `set session_replication_role = replica; set synchronous_commit = off; set work_mem = '256MB'; set jit = off; set timezone = 'UTC'`,
    )
    await client.query('select setseed(0.5)')
    await client.query(`create function pg_temp.moment(part double precision) returns timestamptz language sql as
      $$ select now() - interval '730 days' * (1 - sqrt(part)) $$`) // a store that grows: the latter half has three quarters
    await client.query(`create function pg_temp.uuid_at(at timestamptz) returns uuid language sql volatile as
      $$ select encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
           placing substring(int8send((extract(epoch from at) * 1000)::bigint) from 3) from 1 for 6), 52, 1), 53, 1), 'hex')::uuid $$`) // uuidv7() is younger than PostgreSQL 15
    await plantPeople(client, amounts)
    await plantFiles(client)
    await withoutIndexes(client, ORDER_TABLES, () => plantOrders(client, amounts))
    await withoutIndexes(client, ['balance_transfers', 'held_earnings'], () => plantBalances(client))
    await withoutIndexes(client, ['downloads'], () => plantDownloads(client, amounts))
    await withoutIndexes(client, DAY_TABLES, () => sumDays(client))
    await withoutIndexes(client, ['page_views', 'page_referrers'], () => plantViews(client))
    await plantAdminWork(client, amounts)
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
}

async function plantPeople(client: pg.Client, { accounts }: Amounts): Promise<void> {
  await client.query(
    `insert into accounts (id, username, email, password_hash, role, verified_at, suspended_at, developer_requested_at,
       display_name, created_at)
     select pg_temp.uuid_at(joined), 'player_' || n, 'player_' || n || '@example.test', 'none', 'player',
       case when n % 50 > 0 then joined + interval '2 minutes' end,
       case when n % 200 = 0 then now() - interval '3 days' end,
       case when n % 500 = 7 then now() - interval '5 days' end,
       case when n % 3 = 0 then 'Player ' || n end, joined
     from generate_series(1, $1::integer) as n cross join lateral (select pg_temp.moment(n / $1::double precision) as joined) as at
     where n > (select count(*) from accounts)`,
    [accounts],
  )
  await client.query(
    `update accounts set role = 'admin' where username in (select username from accounts where role = 'player' order by created_at limit 5)`,
  )
  await client.query(
    `insert into sessions (id, account_id, user_agent, created_at, last_used_at, ends_at)
     select pg_temp.uuid_at(clock_timestamp()), id, 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', begun, begun, begun + interval '90 days'
     from (select id, now() - random() * interval '30 days' as begun from accounts where verified_at is not null) as signed_in`,
  )
}

/** Each game has two files, an extra, and every other one a demo. */
async function plantFiles(client: pg.Client): Promise<void> {
  await client.query(
    `update games set developer_id = (select id from accounts where username = 'developer_0')
     where id in (select id from games order by substr(slug, 6)::integer desc limit $1)`,
    [MANY_GAMES - 20],
  )
  await client.query(
    `insert into game_files (id, game_id, kind, device, custom_price_cents, position)
     select gen_random_uuid(), games.id, kind, device, price, position
     from games cross join (values ('file', 'Windows', null, 0), ('file', 'Linux', null, 1), ('file', 'Android', 499, 2), ('demo', 'Windows', null, 3))
       as file (kind, device, price, position)
     where kind = 'file' or substr(slug, 6)::integer % 2 = 0`,
  )
  await client.query(
    `insert into file_builds (id, file_id, name, size_bytes, storage_key, sha256)
     select gen_random_uuid(), file.id, games.slug || '-' || lower(device) || '.zip', 734003200, 'planted/' || file.id, sha256(file.id::text::bytea)
     from game_files as file join games on games.id = file.game_id`,
  )
}

const ORDER_TABLES = [
  'orders',
  'order_items',
  'invoices',
  'provider_payments',
  'order_events',
  'payment_cases',
  'grants',
  'ledger_entries',
]

/**
 * Some games and some players are far busier than others, and nobody wants the same twice. Of the newest orders some are
 * open; nothing is due, so that a store on this database asks no provider.
 */
async function plantOrders(client: pg.Client, { orders }: Amounts): Promise<void> {
  await client.query(`
    create temp table players as
      select (row_number() over (order by created_at))::integer as n, id, email from accounts where role = 'player';
    create temp table sold_games as
      select (row_number() over (order by substr(slug, 6)::integer))::integer as n, games.id, title, price_cents, is_free, developer_id,
        (select file.id from game_files as file where game_id = games.id and custom_price_cents is not null) as extra_id
      from games;
    create unique index on players (n); create unique index on sold_games (n);
    analyze players; analyze sold_games`)
  await client.query(
    `create temp table purchases as
     select row_number() over (order by n) as n, player, game, chance
     from (
       select distinct on (player, game) n, player, game, random() as chance
       from (
         select n, 1 + floor((select count(*) from players) * random() ^ 2)::integer as player,
           1 + floor((select count(*) from sold_games) * random() ^ 3)::integer as game
         from generate_series(1, $1::integer * 3 / 2) as n
       ) as tried order by player, game, n
     ) as different
     order by n limit $1`,
    [orders],
  )
  await client.query(
    `insert into orders (id, number, account_id, email, game_id, game_title, titles, mode, goods_key, price_cents, status, flags, provider_status,
       created_at, expires_at, paid_at, received_cents)
     select gen_random_uuid(), order_number(purchases.n), players.id, email, game.id, title, title, mode,
       case mode when 'base' then game.id::text else game.id || ':' || extra_id end, price, status,
       case when purchases.n % 300 = 0 then '{overpaid}'::text[] else '{}' end, lower(status), at, at + interval '2 hours',
       case status when 'PAID' then least(now(), at + interval '11 minutes' * (0.2 + chance)) end,
       case status when 'PAID' then price else 0 end
     from purchases
     join players on players.n = purchases.player
     join sold_games as game on game.n = purchases.game
     cross join lateral (
       select pg_temp.moment((purchases.n - 0.5) / $1::double precision) as at,
         case when is_free or purchases.n % 10 = 0 then 'extra' else 'base' end as mode
     ) as made
     cross join lateral (
       select case mode when 'base' then price_cents else 499 end as price,
         case when at > now() - interval '1 hour' then (array['CREATED', 'WAITING', 'PENDING', 'PAID'])[1 + purchases.n % 4]
           when chance < 0.86 then 'PAID' when chance < 0.94 then 'EXPIRED' when chance < 0.98 then 'CANCELLED' else 'FAILED' end as status
     ) as priced
     order by purchases.n`,
    [orders],
  )
  await client.query(`
    insert into order_items (order_id, position, game_id, kind, file_id, title, price_cents)
      select id, 0, game_id, mode, nullif(split_part(goods_key, ':', 2), '')::uuid, game_title, price_cents from orders;
    insert into invoices (id, order_id, provider, provider_invoice_id, url, amount_cents, stage, created_at, expires_at)
      select pg_temp.uuid_at(clock_timestamp()), id, 'sandbox', 'inv_' || id, 'http://localhost/sandbox/invoice/inv_' || id, price_cents, provider_status,
        created_at, expires_at
      from orders;
    insert into provider_payments (provider, provider_payment_id, order_id, coin, amount_cents, confirmed, transaction_id, first_seen_at, updated_at)
      select 'sandbox', 'inv_' || id, id, 'SOL', price_cents, status = 'PAID', md5(id::text), created_at, coalesce(paid_at, created_at)
      from orders where status in ('PAID', 'PENDING');
    insert into order_events (order_id, kind, created_at)
      select id, 'CREATED', created_at from orders
      union all select id, status, coalesce(paid_at, expires_at) from orders where status <> 'CREATED';
    insert into payment_cases (order_id, kind, amount_cents, coin, transaction_ids, created_at, resolved_at, note)
      select id, 'overpaid', 100, 'SOL', array[md5(id::text)], paid_at,
        case when created_at < now() - interval '30 days' then paid_at + interval '1 day' end,
        case when created_at < now() - interval '30 days' then 'Sent back.' end
      from orders where flags <> '{}' and status = 'PAID' order by created_at;
    insert into ledger_entries (order_id, line, account, developer_id, amount_cents, created_at, item_position)
      select orders.id, line, account, written.developer_id, amount, paid_at, 0
      from orders
      join sold_games as game on game.id = orders.game_id
      cross join lateral (select orders.price_cents / 200 as fee, (orders.price_cents + 5) / 10 as platform) as parts
      cross join lateral (values
        ('gross', 'provider', null, orders.price_cents),
        ('provider_fee', 'provider', null, -fee),
        ('platform_share', 'store', null, -platform),
        ('developer_share', 'developer', game.developer_id, fee + platform - orders.price_cents)
      ) as written (line, account, developer_id, amount)
      where status = 'PAID' and amount <> 0
      order by paid_at;
    insert into grants (id, account_id, game_id, file_id, order_id, created_at)
      select pg_temp.uuid_at(clock_timestamp()), account_id, game_id, nullif(split_part(goods_key, ':', 2), '')::uuid, id, paid_at
      from orders where status = 'PAID' order by paid_at;
    insert into grants (id, account_id, game_id, created_at)
      select pg_temp.uuid_at(clock_timestamp()), players.id, game.id, pg_temp.moment(chance)
      from purchases join players on players.n = purchases.player join sold_games as game on game.n = purchases.game where is_free;
    update games set sales = sold.sales, revenue_cents = sold.cents
      from (select game_id, count(*) as sales, sum(price_cents) as cents from orders where status = 'PAID' group by game_id) as sold
      where sold.game_id = games.id;
    update games set sales = 0, revenue_cents = 0 where not exists (select from orders where game_id = games.id and status = 'PAID')`)
}

/** What developers earned becomes available after a week; no payout was sent. */
async function plantBalances(client: pg.Client): Promise<void> {
  await client.query(`
    insert into balance_transfers (developer_id, kind, source, target, amount_cents, order_id, booking, item_position, created_at)
      select developer_id, kind, source, target, -amount_cents, order_id, booking, item_position, created_at + after
      from ledger_entries join (values
        ('sale', 'sales', 'pending', interval '0'),
        ('hold_over', 'pending', 'available', interval '7 days')
      ) as move (kind, source, target, after) on created_at + after <= now()
      where developer_id is not null order by created_at + after;
    insert into held_earnings (order_id, booking, item_position, developer_id, amount_cents, sold_at)
      select order_id, booking, item_position, developer_id, -amount_cents, created_at
      from ledger_entries where developer_id is not null and created_at + interval '7 days' > now();
    insert into developer_balances (developer_id, pending_cents, available_cents)
      select developer_id, coalesce(sum(amount_cents) filter (where target = 'pending'), 0)
          - coalesce(sum(amount_cents) filter (where source = 'pending'), 0),
        coalesce(sum(amount_cents) filter (where target = 'available'), 0)
      from balance_transfers group by developer_id`)
}

/** One in ten is of a demo, by nobody in particular. */
async function plantDownloads(client: pg.Client, { downloads }: Amounts): Promise<void> {
  await client.query(`
    create temp table owned as
      select (row_number() over (order by created_at))::integer as n, account_id, game_id from grants;
    create temp table base_files as
      select game_id, array_agg(id order by position) filter (where kind = 'file') as files, min(id::text) filter (where kind = 'demo') as demo
      from game_files where custom_price_cents is null group by game_id;
    analyze owned; analyze base_files`)
  await client.query(
    `insert into downloads (id, account_id, game_id, file_id, created_at)
     select pg_temp.uuid_at(clock_timestamp()), case when of_demo then null else account_id end, owned.game_id,
       case when of_demo then demo::uuid else files[1 + done.n % 2] end, pg_temp.moment(done.n / $1::double precision)
     from (
       select n, 1 + floor(random() * n / $1::double precision * (select count(*) from owned))::integer as grant_n
       from generate_series(1, $1::integer) as n
     ) as done
     join owned on owned.n = done.grant_n
     join base_files as file on file.game_id = owned.game_id
     cross join lateral (select demo is not null and done.n % 5 = 0 as of_demo) as kind`,
    [downloads],
  )
}

const DAY_TABLES = ['game_days', 'store_days', 'file_days', 'game_downloaders', 'game_downloads']

/** The statements of the migration that made these tables; rows lie in the order in which they would have come. */
async function sumDays(client: pg.Client): Promise<void> {
  await client.query(`
    insert into game_days
      select game_id, day, checkouts, orders, revenue_cents, fee_cents, platform_cents, developer_cents, downloads
      from raw_game_days('0001-01-01', '9999-01-01') order by day;
    insert into store_days
      select day, 0, sum(checkouts), sum(orders), sum(revenue_cents), sum(fee_cents), sum(platform_cents), sum(developer_cents), sum(downloads)
      from game_days group by day;
    insert into file_days select file_id, utc_day(created_at), count(*) from downloads group by 1, 2 order by 2;
    insert into game_downloaders select distinct game_id, account_id from downloads where account_id is not null;
    insert into game_downloads
      select game_id, count(*), count(distinct account_id) from downloads group by game_id`)
}

/** The busiest games are seen every day, the others on some days. */
async function plantViews(client: pg.Client): Promise<void> {
  await client.query(`
    insert into page_views (game_id, day, views)
      select id, utc_day(now()) - ago, 1 + floor(random() * 2000 / n)
      from generate_series(0, 729) as ago cross join sold_games
      where n <= 200 or (n + ago) % 5 = 0 or developer_id = (select id from accounts where username = 'developer_0');
    insert into page_referrers (game_id, day, host, views)
      select game_id, day, host, greatest(1, views / 4)
      from page_views cross join (values ('', 1), ('example.org', 3), ('news.example', 5), ('forum.example', 7)) as known (host, nth)
      where (day - date '2000-01-01') % nth = 0`)
}

/** The admins' open work: messages to the store, and their own actions. */
async function plantAdminWork(client: pg.Client, { audited, contacts }: Amounts): Promise<void> {
  await client.query(
    `insert into contact_messages (id, email, subject, message, created_at, answered_at)
     select pg_temp.uuid_at(at), 'player_' || n || '@example.test', 'A question, number ' || n,
       repeat('I bought a game and cannot find it. ', 5), at, case when n % 20 > 0 then at + interval '1 day' end
     from generate_series(1, $1::integer) as n
     cross join lateral (select now() - interval '170 days' * (1 - n / $1::double precision) as at) as written`,
    [contacts],
  )
  await client.query(
    `insert into audit_log (actor_id, actor, address, action, subject_kind, subject_id, subject, reason, before, after, created_at)
     select admin.id, admin.username, '10.0.0.' || done.n % 250, (array['suspended', 'restored', 'signed_out', 'role_changed'])[1 + done.n % 4],
       'user', player.id, player.email, 'Planted, number ' || done.n, '{"suspended": false}', '{"suspended": true}', pg_temp.moment(done.n / $1::double precision)
     from generate_series(1, $1::integer) as done (n)
     join players as player on player.n = 1 + done.n::bigint * 7919 % (select count(*) from players)
     join (select row_number() over (order by id) as n, id, username from accounts where role = 'admin') as admin on admin.n = 1 + done.n % 5
     order by done.n`,
    [audited],
  )
}

if (import.meta.main) {
  const [databaseUrl, scale = '1'] = process.argv.slice(2)
  if (databaseUrl === undefined) throw new Error('npx node bench/plant.ts DATABASE_URL [SCALE]')
  await migrate(databaseUrl)
  await plantStore(databaseUrl, scaled(Number(scale)))
}
