/** What a weekly run costs: drafting a payout for each of many developers, approving them, and sending them by the sandbox. */
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { readConfig } from '../server/config.ts'
import { openParts } from '../server/parts.ts'
import { approve } from '../server/payouts/approval/approve.ts'
import { draftAll } from '../server/payouts/drafts/weekly-run.ts'
import { COMMAND_LINE } from '../server/platform/database/audit.ts'
import type { Database } from '../server/platform/database/database.ts'
import { createLog } from '../server/platform/telemetry/log.ts'
import type { Store } from '../server/store.ts'
import { fillCatalog } from '../server/testing/fixtures/fill-catalog.ts'
import { SECRET_KEY, withHarness } from './harness.ts'
import { growthWhile, timed } from './memory.ts'
import { sizeOf } from './options.ts'
import { report } from './report.ts'

const DEVELOPERS = sizeOf('developers', 10_000)
const APPROVED_AT_ONCE = 100
const FILLED_AT_ONCE = 250
const SALE_CENTS = 40 // the sandbox's purse is small

/** What a run of so many needs: by default no day sends more than $50,000, and no payout is below $50. */
const SETTINGS = {
  PAYOUT_PROVIDER: 'sandbox',
  PAYOUT_MINIMUM_CENTS: '1',
  PAYOUT_DAY_CENTS: '100000000',
}

await withHarness(async (harness) => {
  const databaseUrl = await harness.database('sellers')
  await fillCatalog(databaseUrl, 1)
  const shop = await harness.store(databaseUrl, SETTINGS)
  const config = readConfig({ DATA_DIR: harness.folder, SECRET_KEY, DEMO: '0', ...SETTINGS })
  const parts = await openParts(config, databaseUrl, createLog('silent'))
  const { store } = parts
  await fillSellers(store.db, DEVELOPERS)

  const bareS = await timed(() => bareCommits(store.db, DEVELOPERS))
  let draftS = 0
  const drafting = await growthWhile(process.pid, async () => {
    draftS = await timed(async () => void (await draftAll(store)))
  })
  await untilQuoted(store.db)
  const approveS = await timed(() => approveAll(store))
  const sender = await senderOf(shop.pid)
  let sendS = 0
  const sending = await growthWhile(sender, async () => {
    sendS = await timed(() => untilPaid(store.db))
  })
  const eachMs = (seconds: number) => (seconds * 1_000) / DEVELOPERS
  const against = { what: 'a bare commit each', value: eachMs(bareS) }
  report(
    [
      { what: 'drafted', value: eachMs(draftS), unit: 'ms each', against },
      { what: 'approved', value: eachMs(approveS), unit: 'ms each', against },
      { what: 'sent and paid', value: eachMs(sendS), unit: 'ms each', against },
      { what: 'memory of who drafts', value: drafting.bytes / 2 ** 20, unit: 'MiB more' },
      { what: 'memory of who sends', value: sending.bytes / 2 ** 20, unit: 'MiB more' },
    ],
    { developers: DEVELOPERS },
  )
  await parts.stop()
})

/** Developers with one sale each, ten days ago, and a payout address. */
async function fillSellers(db: Database, count: number): Promise<void> {
  for (let from = 1; from <= count; from += FILLED_AT_ONCE)
    await addSellers(db, from, Math.min(count, from + FILLED_AT_ONCE - 1))
}

async function addSellers(db: Database, from: number, to: number): Promise<void> {
  await sql`
    with seller as (
      insert into accounts (id, username, email, role, password_hash, verified_at)
      select gen_random_uuid(), 'seller_' || n, 'seller_' || n || '@example.test', 'developer', '', now()
      from generate_series(${from}::integer, ${to}::integer) as n returning id
    ), addressed as (
      insert into payout_addresses (id, developer_id, coin, address, usable_at)
      select gen_random_uuid(), id, 'USDC-SOL', 'address of ' || id, now() - interval '9 days' from seller
    ), sold as (
      insert into orders (id, account_id, email, game_id, game_title, titles, mode, goods_key, price_cents, status, created_at, expires_at, paid_at)
      select seller.id, seller.id, 'buyer@example.test', games.id, title, title, 'base', seller.id, ${SALE_CENTS}, 'PAID',
        now() - interval '10 days', now() - interval '9 days', now() - interval '10 days'
      from seller cross join (select id, title from games limit 1) as games returning id, game_id, game_title
    )
    insert into order_items (order_id, position, game_id, kind, title, price_cents)
    select id, 0, game_id, 'base', game_title, ${SALE_CENTS} from sold`.execute(db)
  await sql`
    insert into ledger_entries (order_id, line, account, developer_id, amount_cents, item_position, created_at)
    select orders.id, line, entry.account, case entry.account when 'developer' then orders.account_id end, cents, 0, orders.created_at
    from accounts join orders on orders.account_id = accounts.id
    cross join (values ('gross', 'provider', ${SALE_CENTS}::bigint), ('developer_share', 'developer', -${SALE_CENTS}::bigint))
      as entry (line, account, cents)
    where username in (select 'seller_' || n from generate_series(${from}::integer, ${to}::integer) as n)`.execute(
    db,
  )
  await sql`analyze accounts, orders`.execute(db)
}

/** The least that a row of its own in a transaction of its own costs here. */
async function bareCommits(db: Database, count: number): Promise<void> {
  await sql`create table bare_payouts (id uuid primary key, amount_cents bigint not null)`.execute(db)
  for (let made = 0; made < count; made += 1)
    await sql`insert into bare_payouts values (${uuid()}, ${SALE_CENTS})`.execute(db)
}

async function untilQuoted(db: Database): Promise<void> {
  for (;;) {
    const { rows } = await sql`select from payout_quotes where coin = 'USDC-SOL'`.execute(db)
    if (rows.length > 0) return
    await sleep(500)
  }
}

/** As an admin does who selects a page after the other. */
async function approveAll(store: Store): Promise<void> {
  for (;;) {
    const due = await store.db
      .selectFrom('payouts')
      .select('id')
      .where('state', '=', 'DRAFT')
      .limit(APPROVED_AT_ONCE)
      .execute()
    if (due.length === 0) return
    const { refused } = await approve(store, COMMAND_LINE, { ids: due.map(({ id }) => id), rates: {} })
    if (refused[0]) throw new Error(refused[0].reason)
  }
}

/** The process that sends payouts, which the store has started. */
async function senderOf(storePid: number): Promise<number> {
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const status = await readFile(`/proc/${name}/status`, 'utf8').catch(() => '')
    const command = await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '')
    if (status.includes(`PPid:\t${storePid}\n`) && command.includes('payout-process')) return Number(name)
  }
  throw new Error('the store has started no process that sends payouts')
}

async function untilPaid(db: Database): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ left: number }>`
      select count(*)::integer as left from payouts where state not in ('PAID', 'FAILED', 'CANCELLED')`.execute(
      db,
    )
    if (rows[0]?.left === 0) return
    await sleep(1_000)
  }
}
