import { afterAll, beforeAll, expect, it } from 'vitest'
import { type MigratingDatabase, migratingDatabase } from '../testing/database.ts'

const id = (last: number) => `0198f2c0-0000-7000-8000-0000000000${String(last).padStart(2, '0')}`
const [JUNE, DEVELOPER, GIFT, SOLD, CODE] = [id(1), id(2), id(3), id(4), id(5)] as const
const [OF_NOTHING, MIXED, PAID] = [id(11), id(12), id(13)] as const

let database: MigratingDatabase
beforeAll(async () => {
  database = await migratingDatabase()
})
afterAll(() => database.drop())

/** Three paid orders of one day: of nothing, of nothing and something, and of something, as the version before booked them. */
const plant = () =>
  database.client.query(`
    insert into accounts (id, username, email, password_hash) values
      ('${JUNE}', 'june', 'june@example.test', ''), ('${DEVELOPER}', 'dev', 'dev@example.test', '');
    insert into games (id, developer_id, slug, title, description, project_type, stage, category, tags, price_cents,
        is_free, status, theme, screenshots)
      select id::uuid, '${DEVELOPER}'::uuid, title, title, '', 'Game', 'Released', 'SFW', '{}', 999, false, 'draft', '{}', '[]'
      from (values ('${GIFT}', 'gift'), ('${SOLD}', 'sold')) as game (id, title);
    insert into discount_codes (id, developer_id, code, percent, is_once, is_for_all) values ('${CODE}', '${DEVELOPER}', 'FREE-COPY', 100, false, true);
    insert into orders (id, account_id, email, game_id, game_title, mode, goods_key, price_cents, discount_code_id, status, paid_at, expires_at)
      select id::uuid, '${JUNE}'::uuid, 'june@example.test', game_id::uuid, 'G', 'base', id, price, '${CODE}'::uuid, 'PAID', '2026-11-20T12:00Z'::timestamptz, now()
      from (values ('${OF_NOTHING}', '${GIFT}', 0), ('${MIXED}', '${GIFT}', 999), ('${PAID}', '${SOLD}', 999)) as sale (id, game_id, price);
    insert into order_items (order_id, position, game_id, kind, title, price_cents) values
      ('${OF_NOTHING}', 0, '${GIFT}', 'base', 'G', 0), ('${MIXED}', 0, '${GIFT}', 'base', 'G', 0),
      ('${MIXED}', 1, '${SOLD}', 'base', 'S', 999), ('${PAID}', 0, '${SOLD}', 'base', 'S', 999);
    insert into ledger_entries (order_id, line, account, developer_id, amount_cents, item_position)
      select order_id, 'developer_share', 'developer', '${DEVELOPER}'::uuid, -price_cents, position from order_items
      union all select order_id, 'gross', 'provider', null, price_cents, position from order_items where price_cents > 0;`)

it('the migration counts orders of $0, which were left out before, on their days', async () => {
  const ordersOf = async (table: string) =>
    (
      await database.client.query(
        `select to_char(day, 'MM-DD') as day, sum(orders)::integer as orders from ${table} where orders > 0 group by 1`,
      )
    ).rows
  await database.migrate('0001', '0185')
  await plant()
  expect(await ordersOf('store_days')).toEqual([{ day: '11-20', orders: 1 }])
  await database.migrate('0185', '0186')
  expect(await ordersOf('store_days')).toEqual([{ day: '11-20', orders: 3 }])
  expect(await ordersOf('game_days')).toEqual([{ day: '11-20', orders: 4 }])
})
