/** How long a store of many old orders takes to migrate to orders of many games, and how long a reader waits meanwhile. */
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { migrate } from '../server/platform/database/migrate.ts'
import { withHarness } from './harness.ts'
import { percentile } from './load.ts'
import { sizeOf } from './options.ts'
import { report } from './report.ts'

const ORDERS = sizeOf('orders', 1_000_000)
const FIRST = '0039_order_items.sql'
const MIGRATIONS = new URL('../server/migrations/', import.meta.url)
const BETWEEN_READS_MS = 20

await withHarness(async ({ emptyDatabase }) => {
  const url = await emptyDatabase('shop')
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await migrateBefore(client)
    await plantOldOrders(client)
  } finally {
    await client.end()
  }

  const reads = readWhile(url)
  const startedAt = performance.now()
  await migrate(url)
  const minutes = (performance.now() - startedAt) / 60_000
  const waits = await reads.stop()
  report(
    [
      { what: 'migrated', value: minutes, unit: 'minutes' },
      { what: 'reads meanwhile, median', value: percentile(waits, 0.5), unit: 'ms' },
      { what: 'reads meanwhile, slowest', value: Math.max(...waits), unit: 'ms' },
    ],
    { orders: ORDERS },
  )
})

/** All migrations of the release before, noted as Kysely notes them. */
async function migrateBefore(client: pg.Client): Promise<void> {
  const names = (await readdir(MIGRATIONS)).filter((name) => name < FIRST).sort()
  await client.query(
    'create table kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null)',
  )
  for (const name of names) {
    await client.query(await readFile(new URL(name, MIGRATIONS), 'utf8'))
    await client.query('insert into kysely_migration values ($1, now()::text)', [name.replace('.sql', '')])
  }
}

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

/** Reads the newest orders with their items as the release before does, again and again, and answers how long each took. */
function readWhile(url: string): { stop(): Promise<number[]> } {
  const waits: number[] = []
  let isOver = false
  const reading = (async () => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    while (!isOver) {
      const startedAt = performance.now()
      await client.query(`
        select id, game_title, (select json_agg(title) from order_items where order_id = orders.id) as items
        from orders order by created_at desc limit 10`)
      waits.push(performance.now() - startedAt)
      await sleep(BETWEEN_READS_MS)
    }
    await client.end()
  })()
  return {
    stop: async () => {
      isOver = true
      await reading
      return waits
    },
  }
}
