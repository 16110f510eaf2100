import { orderNumberIn } from '@nofiller/contract/orders/order-number'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connect } from '../platform/database/database.ts'
import { type MigratingDatabase, migratingDatabase } from '../testing/database.ts'
import { findDifferences } from './settlement/find-differences.ts'

const id = (last: number) => `0198f2c0-0000-7000-8000-0000000000${String(last).padStart(2, '0')}`
const [JUNE, DEVELOPER, GAME, EXTRA] = [id(1), id(2), id(3), id(4)] as const
const [PAID, PAID_EXTRA, SHORT, OPEN, ENDED] = [id(11), id(12), id(13), id(14), id(15)] as const

let database: MigratingDatabase
let client: MigratingDatabase['client']
let migrate: MigratingDatabase['migrate']
beforeAll(async () => {
  database = await migratingDatabase()
  client = database.client
  migrate = database.migrate
})
afterAll(() => database.drop())

/** Orders as the previous version wrote them: sales of two lines, invoices without an amount, a case without one. */
const plant = () =>
  client.query(`
    insert into accounts (id, username, email, password_hash) values
      ('${JUNE}', 'june', 'june@example.test', ''), ('${DEVELOPER}', 'dev', 'dev@example.test', '');
    insert into games (id, developer_id, slug, title, description, project_type, stage, category, tags, price_cents,
        is_free, status, theme, screenshots, sales, revenue_cents) values
      ('${GAME}', '${DEVELOPER}', 'ferry', 'Ferry', '', 'Game', 'Released', 'SFW', '{}', 999, false, 'draft', '{}', '[]', 2, 1399);
    insert into game_files (id, game_id, kind, device, custom_price_cents, position) values
      ('${EXTRA}', '${GAME}', 'file', 'Linux', 400, 0);
    insert into orders (id, account_id, email, game_id, game_title, mode, goods_key, price_cents, status, flags, paid_at, expires_at)
      select id::uuid, '${JUNE}', 'june@example.test', '${GAME}', 'Ferry', mode, id, price, status, flags::text[],
        case when status = 'PAID' then now() end, now()
      from (values
        ('${PAID}', 'base', 999, 'PAID', '{overpaid}'), ('${PAID_EXTRA}', 'extra', 400, 'PAID', '{}'),
        ('${SHORT}', 'base', 999, 'PENDING', '{underpaid}'), ('${OPEN}', 'base', 999, 'WAITING', '{}'),
        ('${ENDED}', 'base', 999, 'EXPIRED', '{}')) as old (id, mode, price, status, flags);
    insert into order_items (order_id, position, kind, file_id, title, price_cents)
      select id, 0, mode, case when mode = 'extra' then '${EXTRA}'::uuid end, 'Ferry', price_cents from orders;
    insert into invoices (id, order_id, provider, provider_invoice_id, url, expires_at)
      select gen_random_uuid(), id, 'btcpay', 'inv-' || id, 'https://pay.example', now() from orders;
    insert into provider_payments (provider, provider_payment_id, order_id, coin, amount_cents, confirmed) values
      ('btcpay', 'a', '${PAID}', 'BTC', 1200, true), ('btcpay', 'b', '${PAID_EXTRA}', 'BTC', 400, true),
      ('btcpay', 'c', '${SHORT}', 'BTC', 300, true), ('btcpay', 'd', '${SHORT}', 'BTC', 250, true),
      ('btcpay', 'e', '${SHORT}', 'BTC', 99, false), ('btcpay', 'f', '${OPEN}', 'BTC', 999, false);
    insert into order_events (order_id, kind) select id, status from orders;
    insert into grants (id, account_id, game_id, file_id, order_id)
      select gen_random_uuid(), '${JUNE}', '${GAME}', file_id, order_id
      from order_items where order_id in ('${PAID}', '${PAID_EXTRA}');
    insert into ledger_entries (order_id, line, account, developer_id, amount_cents)
      select id, 'gross', 'provider', null::uuid, price_cents from orders where status = 'PAID'
      union all select id, 'developer', 'developer', '${DEVELOPER}', -price_cents from orders where status = 'PAID';
    insert into payment_cases (order_id, kind) values ('${PAID}', 'overpaid')`)

it('brings old orders, their grants and their books along, without a cent of difference', async () => {
  await migrate('0001', '0008')
  await plant()
  const before = (await client.query('select order_id, line, amount_cents from ledger_entries order by 1, 2'))
    .rows
  await migrate('0008', '9999')

  const orders = await client.query(
    'select id, received_cents, invoicing_cents, mailed from orders order by id',
  )
  const untold = { invoicing_cents: null, mailed: [] }
  expect(orders.rows).toEqual([
    { id: PAID, received_cents: 1_200, ...untold },
    { id: PAID_EXTRA, received_cents: 400, ...untold },
    { id: SHORT, received_cents: 550, ...untold },
    { id: OPEN, received_cents: 0, ...untold },
    { id: ENDED, received_cents: 0, ...untold },
  ])
  const invoices = await client.query(
    'select distinct invoices.amount_cents = price_cents as same, stage from invoices join orders on orders.id = order_id',
  )
  expect(invoices.rows).toEqual([{ same: true, stage: null }])
  const cases = await client.query(
    'select kind, amount_cents, coin, transaction_ids, note from payment_cases',
  )
  expect(cases.rows).toEqual([
    { kind: 'overpaid', amount_cents: 0, coin: null, transaction_ids: [], note: null },
  ])
  const after = await client.query(
    'select order_id, line, amount_cents from ledger_entries where booking = 0 order by 1, 2',
  )
  expect(after.rows).toEqual(before)
  const connection = connect(database.url, console)
  expect(await findDifferences(connection.db)).toEqual([])
  await connection.close()
})

it('gives each order a number and its titles, and each item its game', async () => {
  const { rows } = await client.query<{ number: string; titles: string; same: boolean }>(`
    select number, titles, bool_and(item.game_id = orders.game_id) as same
    from orders join order_items as item on item.order_id = orders.id group by orders.id`)
  expect(new Set(rows.map(({ number }) => number)).size).toBe(5)
  for (const { number, titles, same } of rows)
    expect([orderNumberIn(number), titles, same]).toEqual([number, 'Ferry', true])
})

it('accepts an order that the previous release writes meanwhile', async () => {
  const old = await migratingDatabase()
  const write = (id: string) =>
    old.client.query(`
      insert into orders (id, account_id, email, game_id, game_title, mode, goods_key, price_cents, expires_at)
        values ('${id}', '${JUNE}', 'june@example.test', '${GAME}', 'Ferry', 'base', '${id}', 999, now());
      insert into order_items (order_id, position, kind, title, price_cents) values ('${id}', 0, 'base', 'Ferry', 999)`)
  await old.migrate('0001', '0039')
  await old.client.query(`
    insert into accounts (id, username, email, password_hash) values ('${JUNE}', 'june', 'june@example.test', '');
    insert into games (id, developer_id, slug, title, description, project_type, stage, category, tags, price_cents, is_free,
        status, theme, screenshots)
      values ('${GAME}', '${JUNE}', 'ferry', 'Ferry', '', 'Game', 'Released', 'SFW', '{}', 999, false, 'draft', '{}', '[]')`)
  await write(PAID)
  await old.migrate('0039', '0040')
  await write(SHORT)
  await old.migrate('0040', '0041')
  await write(OPEN)
  await old.migrate('0041', '9999')
  const { rows } = await old.client.query(
    'select orders.number, titles, item.game_id from orders join order_items as item on item.order_id = orders.id',
  )
  expect(rows).toHaveLength(3)
  for (const row of rows)
    expect(row).toEqual({ number: orderNumberIn(row.number), titles: 'Ferry', game_id: GAME })
  await old.drop()
})

it('still refuses a second sale of an old order, and an unbalanced booking', async () => {
  const add = (line: string, cents: number) =>
    client.query(
      `insert into ledger_entries (order_id, line, account, amount_cents) values ('${PAID}', '${line}', 'store', ${cents})`,
    )
  await expect(add('gross', 0)).rejects.toMatchObject({ constraint: 'ledger_entries_once' })
  await expect(add('provider_fee', -1)).rejects.toThrow('do not balance')
})
