import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { signedIn } from '../testing/fixtures/people.ts'
import { publishGame } from '../testing/fixtures/publishing.ts'
import { useStoreProcess } from '../testing/process.ts'
import { WISHED_GAMES, WISHERS } from '../testing/rounds.ts'
import { eventually } from '../testing/store.ts'

const MIB = 1024 ** 2
const GROWTH_MAX = 40 * MIB
const TIMEOUT_MS = 900_000
/** Inserted by one statement. */
const PART = 2_000
/** Of the games, that each wants. */
const WISHES_EACH = 3

const shop = useStoreProcess()

it('WI6 A sale of many games tells many people once each by a process that is killed, emails each once, and its memory does not follow their number', async () => {
  const developer = await signedIn(shop, 'developer')
  const game = await publishGame(developer)
  for (let made = 1; made < WISHED_GAMES; made++) await copyGame(game._id, made)
  await addWishes()
  const before = await shop.memory()
  await beginSale(developer.id)
  await eventually(async () => (await told()).notices > 0, TIMEOUT_MS)
  await shop.end('SIGKILL')
  await sql`update jobs.job set heartbeat_on = now() - interval '11 seconds' where state = 'active'`.execute(
    shop.db,
  )
  await shop.start()
  let peak = 0
  await eventually(async () => {
    peak = Math.max(peak, await shop.memory())
    return (await told()).notices === WISHERS * WISHES_EACH
  }, TIMEOUT_MS)
  await sql`update notices set mail_at = now() where mail_at is not null`.execute(shop.db)
  await eventually(async () => {
    peak = Math.max(peak, await shop.memory())
    return (await told()).mailed === WISHERS
  }, TIMEOUT_MS)
  expect(await told()).toEqual({ notices: WISHERS * WISHES_EACH, mailed: WISHERS, mails: WISHERS })
  expect(peak - before).toBeLessThan(GROWTH_MAX)
}, 1_800_000)

/** Another game like one, without its files. */
const copyGame = (id: string, nth: number) =>
  sql`insert into games (id, developer_id, slug, title, description, project_type, stage, category, tags, theme, screenshots,
      price_cents, is_free, status, published_at)
    select gen_random_uuid(), developer_id, slug || '-' || ${String(nth)}, title, description, project_type, stage, category, tags,
      theme, screenshots, price_cents, is_free, status, published_at
    from games where id = ${id}`.execute(shop.db)

/** Accounts that asked for news, and want some games each. */
async function addWishes(): Promise<void> {
  for (let from = 0; from < WISHERS; from += PART)
    await sql`
      with people as (
        insert into accounts (id, username, email, password_hash, verified_at, notify_updates)
          select gen_random_uuid(), 'wisher_' || n, 'wisher_' || n || '@example.test', '', now(), true
          from generate_series(${from}::integer, ${Math.min(from + PART, WISHERS) - 1}::integer) as n
          returning id, username
      ), numbered as (select id, row_number() over (order by id) - 1 as nth from games)
      insert into wishlist (account_id, game_id)
        select people.id, numbered.id from people, generate_series(0, ${WISHES_EACH - 1}::integer) as wish
        join numbered on true
        where numbered.nth = (substr(people.username, 8)::integer + wish) % ${WISHED_GAMES}::integer`.execute(
      shop.db,
    )
}

/** One that has all games, and begins now. */
async function beginSale(developerId: string): Promise<void> {
  await sql`
    with sale as (
      insert into sales (id, developer_id, name, percent, begins_at, ends_at)
      values (gen_random_uuid(), ${developerId}, 'Winter', 40, now(), now() + interval '3 days') returning id
    ) insert into sale_games (sale_id, game_id) select sale.id, games.id from sale, games`.execute(shop.db)
}

/** How many notices there are, in how many accounts' emails, and in how many emails. */
async function told(): Promise<{ notices: number; mailed: number; mails: number }> {
  const { rows } = await sql<{ notices: number; mailed: number; mails: number }>`
    select count(*)::integer as notices, count(distinct account_id) filter (where mailed_at is not null)::integer as mailed,
      count(distinct mail_id)::integer as mails from notices`.execute(shop.db)
  return rows[0] ?? { notices: 0, mailed: 0, mails: 0 }
}
