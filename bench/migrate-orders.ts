/** How long a store of many old orders takes to migrate to orders of many games, and how long a reader waits meanwhile. */
import type pg from 'pg'
import { reportMigration } from './migrating.ts'
import { sizeOf } from './options.ts'

const ORDERS = sizeOf('orders', 1_000_000)

await reportMigration({
  from: '0039_order_items.sql',
  plant: plantOldOrders,
  // The newest orders with their items, as the release before reads them.
  meanwhile: `
    select id, game_title, (select json_agg(title) from order_items where order_id = orders.id) as items
    from orders order by created_at desc limit 10`,
  sizes: { orders: ORDERS },
})

/** Paid orders of a game each, with an item and the lines of its sale. */
async function plantOldOrders(client: pg.Client): Promise<void> {
  await client.query(`
    set session_replication_role = replica; -- without triggers, which are not what is measured
    insert into accounts (id, username, email, password_hash) select uuidv7(), 'user-' || n, n || '@old.test', ''
      from generate_series(0, 999) as n;
    create temp table people as select (row_number() over ())::integer - 1 as n, id, email from accounts;
    insert into games (id, developer_id, slug, title, description, project_type, stage, category, tags, price_cents, is_free,
        status, theme, screenshots)
      select uuidv7(), id, 'game-' || n, 'Game ' || n, '', 'Game', 'Released', 'SFW', '{}', 999, false, 'draft', '{}', '[]' from people;
    create temp table goods as select (row_number() over ())::integer - 1 as n, id, title, developer_id from games;
    insert into orders (id, account_id, email, game_id, game_title, mode, goods_key, price_cents, status, paid_at, received_cents,
        created_at, expires_at)
      select gen_random_uuid(), people.id, people.email, goods.id, goods.title, 'base', goods.id::text, 999, 'PAID', at, 999, at, at
      from generate_series(1, ${ORDERS}) as made
      join people on people.n = made % 1000 join goods on goods.n = made / 1000 % 1000
      cross join lateral (select now() - interval '1 year' * made / ${ORDERS} as at) as day;
    insert into order_items (order_id, position, kind, title, price_cents) select id, 0, 'base', game_title, 999 from orders;
    insert into ledger_entries (order_id, line, account, developer_id, amount_cents)
      select orders.id, line, account, case account when 'developer' then goods.developer_id end, amount
      from orders join goods on goods.id = orders.game_id
      cross join (values ('gross', 'provider', 999), ('platform_share', 'store', -100), ('developer_share', 'developer', -899))
        as written (line, account, amount);
    analyze`)
}
