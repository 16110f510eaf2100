import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import { buyAndPay, checkout } from '../testing/buying.ts'
import { addGame, type TestGame } from '../testing/fixtures/games.ts'
import { type Person, signedIn, usePerson } from '../testing/fixtures/people.ts'
import { useTestStore } from '../testing/store.ts'
import { repairAllDays, repairDays } from './repair-days.ts'

const test = useTestStore()
const owner = usePerson(test, 'developer')
let june: Person
let game: TestGame
beforeEach(async () => {
  june = await signedIn(test)
  game = await addGame(test, { developerId: owner.id, files: [{}, { kind: 'demo' }] })
})

const RAW = sql<Record<string, number>>`select
  (select count(*) from orders) as checkouts,
  (select count(*) from orders where status = 'PAID') as orders,
  (select coalesce(sum(price_cents), 0) from orders where status = 'PAID')::bigint as revenue,
  (select -coalesce(sum(amount_cents), 0) from ledger_entries where account = 'developer')::bigint as developers,
  (select -coalesce(sum(amount_cents), 0) from ledger_entries where line = 'platform_share')::bigint as platform,
  (select count(*) from downloads) as downloads`
const summed = (table: string) => sql<Record<string, number>>`select
  sum(checkouts)::bigint as checkouts, sum(orders)::bigint as orders, sum(revenue_cents)::bigint as revenue,
  sum(developer_cents)::bigint as developers, sum(platform_cents)::bigint as platform, sum(downloads)::bigint as downloads
  from ${sql.table(table)}`

async function expectExact() {
  const { db } = test.store
  const [{ rows: raw }, { rows: games }, { rows: store }] = [
    await RAW.execute(db),
    await summed('game_days').execute(db),
    await summed('store_days').execute(db),
  ]
  expect(games).toEqual(raw)
  expect(store).toEqual(raw)
  const { rows: files } = await sql`select sum(downloads)::bigint as downloads from file_days`.execute(db)
  expect(files).toEqual([{ downloads: raw[0]?.downloads }])
}

const download = (person: Person) =>
  person.post(`/api/library/${game.id}/download`, { fileId: game.files[0]?.id })
const totals = () =>
  test.sql<{ downloads: number; users: number }>`
    select downloads, users from game_downloads where game_id = ${game.id}`

it('counts checkouts, sales, shares and downloads to the cent as soon as they happen', async () => {
  await buyAndPay(test, june, game)
  await Promise.all([download(june), download(june), test.nobody.get(`/api/games/${game.id}/demo`)])
  await expectExact()
  expect(await totals()).toEqual([{ downloads: 3, users: 1 }])
})

it('counts an order that a code reduced to $0 like any other order', async () => {
  const code = (await owner.post('/api/dev/discount-codes', A_FREE_COPY)).body.code
  const { status, body } = await checkout(june, game, [], { code })
  expect([status, body.invoiceUrl]).toEqual([200, null])
  await expectExact()
  expect(await repairAllDays(test.store)).toBe(0)
})

const A_FREE_COPY = {
  code: '',
  percent: 100,
  amount: null,
  uses: null,
  isOnce: true,
  endsAt: null,
  gameIds: [],
}

it('counts downloads that are inserted in bulk on their own days', async () => {
  await test.sql`insert into downloads (id, account_id, game_id, file_id, created_at)
    select gen_random_uuid(), ${june.id}::uuid, ${game.id}::uuid, ${game.files[0]?.id}::uuid, '2026-03-01T23:30:00Z'::timestamptz + n * interval '1 hour'
    from generate_series(0, 47) as n`
  await expectExact()
  const rows =
    await test.sql`select to_char(day, 'MM-DD') as day, downloads from game_days where game_id = ${game.id} order by day`
  expect(rows).toEqual([
    { day: '03-01', downloads: 1 },
    { day: '03-02', downloads: 24 },
    { day: '03-03', downloads: 23 },
  ])
})

it('loses no count when many people download at once during a repair', async () => {
  const people = await Promise.all(Array.from({ length: 6 }, () => signedIn(test)))
  for (const person of people)
    await test.sql`insert into grants (id, account_id, game_id) values (uuidv7(), ${person.id}, ${game.id})`
  const work = people.flatMap((person) => Array.from({ length: 8 }, () => download(person)))
  const wrong = await Promise.all([repairDays(test.store, 3), repairDays(test.store, 3)])
  expect((await Promise.all(work)).map(({ status }) => status)).toEqual(Array(48).fill(200))
  expect(wrong).toEqual([0, 0])
  expect(await totals()).toEqual([{ downloads: 48, users: 6 }])
  await expectExact()
})

it('a repair of the figures waits longer for a counting transaction than a buyer waits for the repair', async () => {
  const { db } = test.store
  const counted = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const counting = db.transaction().execute(async (tx) => {
    await sql`select count_a_day()`.execute(tx)
    begun.resolve()
    await counted.promise
  })
  await begun.promise
  const repaired = repairDays(test.store, 3).catch((error) => error)
  await buyAndPay(test, june, game)
  await expect(compareWithoutTimeout()).rejects.toThrow('lock timeout')
  counted.resolve()
  await counting
  expect(await repaired).toBe(0)
})

/** Waits for the lock as long as anybody waits for one. */
const compareWithoutTimeout = () =>
  test.db.transaction().execute((tx) => sql`select compare_days()`.execute(tx))

it('repairs wrong figures of any kind, and logs that it did', async () => {
  await buyAndPay(test, june, game)
  await download(june)
  const { db } = test.store
  await sql`update game_days set revenue_cents = revenue_cents + 1, downloads = 0 where game_id = ${game.id}`.execute(
    db,
  )
  await sql`insert into game_days (game_id, day, orders) values (${game.id}, '2020-01-01', 7)`.execute(db)
  await sql`delete from store_days`.execute(db)
  await sql`update file_days set downloads = downloads + 5`.execute(db)
  await sql`update game_downloads set users = 99`.execute(db)
  await sql`delete from game_downloaders where game_id = ${game.id}`.execute(db)
  expect(await repairAllDays(test.store)).toBeGreaterThan(3)
  expect(test.logged.some((line) => line.includes('figures of days were wrong'))).toBe(true)
  await expectExact()
  expect(await totals()).toEqual([{ downloads: 1, users: 1 }])
  expect(await repairAllDays(test.store)).toBe(0)
})
