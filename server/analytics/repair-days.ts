import { setTimeout as sleep } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import type { Database, Tx } from '../platform/database/database.ts'
import type { Store } from '../store.ts'

/** How many days are compared each night; the command line compares all. */
const NIGHTLY_DAYS = 3
/** Games whose totals are compared at once. */
const GAMES_AT_ONCE = 100
/** Together 20 s: no transaction may idle for more than half of that. */
const TURNS = 40
const BETWEEN_TURNS_MS = 200

/** Compares the last days each night. */
export const startRepairingDays = (store: Store): Promise<void> =>
  store.jobs.schedule('repair-days', '43 3 * * *', async () => void (await repairDays(store, NIGHTLY_DAYS)))

/**
 * Compares the figures of the last days with their raw rows and corrects differences. An exclusive advisory lock stops the
 * counting triggers while a day is compared and is released between days.
 * @returns how many figures were wrong
 */
export const repairDays = (store: Parts, days: number): Promise<number> =>
  repairAfter(store, sql`(utc_day(now()) - ${days}::integer)`)

/** The same for every day since the store started. */
export const repairAllDays = (store: Parts): Promise<number> => repairAfter(store, sql`'-infinity'::date`)

type Parts = Pick<Store, 'db' | 'log'>

async function repairAfter({ db, log }: Parts, last: Day): Promise<number> {
  let wrong = 0
  for (let day = await nextDay(db, last); day !== null; day = await nextDay(db, day))
    wrong += await repairDay(db, day)
  wrong += await repairTotals(db)
  if (wrong > 0) log.error({ wrong }, 'figures of days were wrong, and are right now')
  return wrong
}

type Day = RawBuilder<unknown>

/** The next day after another that has a figure or rows to count. */
async function nextDay(db: Database, last: Day): Promise<Day | null> {
  const beyond = sql`(${last} + 1)::timestamp at time zone 'UTC'`
  const { rows } = await sql<{ day: string | null }>`
    select least(
      (select min(day) from game_days where day > ${last}),
      (select min(day) from store_days where day > ${last}),
      (select utc_day(min(created_at)) from orders where created_at >= ${beyond}),
      (select utc_day(min(paid_at)) from orders where status = 'PAID' and paid_at >= ${beyond}),
      (select utc_day(min(created_at)) from downloads where created_at >= ${beyond})
    ) as day`.execute(db)
  const day = rows[0]?.day ?? null
  return day === null ? null : sql`${day}::date`
}

/**
 * Runs a repair under the exclusive advisory lock. It waits for the lock in short turns, because checkouts that come later
 * queue behind a waiting exclusive lock.
 */
async function alone(db: Database, repair: (tx: Tx) => Promise<number>): Promise<number> {
  for (let turn = 1; ; turn += 1) {
    try {
      return await db.transaction().execute(async (tx) => {
        await sql`set local lock_timeout = '300ms'`.execute(tx)
        await sql`select compare_days()`.execute(tx)
        await sql`set local lock_timeout to default`.execute(tx)
        return repair(tx)
      })
    } catch (error) {
      if (turn === TURNS || !hasWaited(error)) throw error
      await sleep(BETWEEN_TURNS_MS)
    }
  }
}

const hasWaited = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '55P03'

const repairDay = (db: Database, day: Day): Promise<number> =>
  alone(
    db,
    async (tx) => (await repairGames(tx, day)) + (await repairStore(tx, day)) + (await repairFiles(tx, day)),
  )

const COLUMNS = [
  'checkouts',
  'orders',
  'revenue_cents',
  'fee_cents',
  'platform_cents',
  'developer_cents',
  'downloads',
]
const columns = (prefix: string) => sql.raw(COLUMNS.map((column) => `${prefix}${column}`).join(', '))
const sums = sql.raw(COLUMNS.map((column) => `sum(${column})::bigint`).join(', '))
const assignments = sql.raw(COLUMNS.map((column) => `${column} = excluded.${column}`).join(', '))

/** Sets a day without rows to zero. */
async function repairGames(tx: Tx, day: Day): Promise<number> {
  const { rows } = await sql`
    insert into game_days (game_id, day, ${columns('')})
    select game_id, day, ${sums} from (
      select game_id, day, ${columns('')} from raw_game_days(${day}, ${day})
      union all
      select game_id, day, 0, 0, 0, 0, 0, 0, 0 from game_days where day = ${day}
    ) as counted (game_id, day, ${columns('')})
    group by game_id, day
    on conflict (game_id, day) do update set ${assignments}
      where (${columns('game_days.')}) is distinct from (${columns('excluded.')})
    returning 1`.execute(tx)
  return rows.length
}

/** An order counts once for the store, however many games it holds. A wrong day is merged into one part. */
async function repairStore(tx: Tx, day: Day): Promise<number> {
  const { rows } = await sql`
    with raw as (${storeDay(day)}), counted as (select day, ${sums} from store_days where day = ${day} group by day)
    select from raw full join counted on counted.day = raw.day where raw is distinct from counted`.execute(tx)
  if (rows.length === 0) return 0
  await sql`delete from store_days where day = ${day}`.execute(tx)
  await sql`insert into store_days (day, ${columns('')}, part) select *, 0 from (${storeDay(day)}) as raw`.execute(
    tx,
  )
  return 1
}

const storeDay = (day: Day) => {
  const counts = COLUMNS.map((column) =>
    column === 'checkouts' || column === 'orders' ? `store_${column}` : column,
  )
  return sql`select day, ${sql.raw(counts.map((column) => `sum(${column})::bigint`).join(', '))} from raw_game_days(${day}, ${day}) group by day`
}

/** Downloads are never deleted, so a file has too few or too many, but never some on a day without any. */
async function repairFiles(tx: Tx, day: Day): Promise<number> {
  const done = sql`created_at >= ${day}::timestamp at time zone 'UTC' and created_at < (${day} + 1)::timestamp at time zone 'UTC'`
  const { rows: files } = await sql`
    insert into file_days (file_id, day, downloads)
    select file_id, utc_day(created_at), count(*) from downloads where ${done} group by 1, 2
    on conflict (file_id, day) do update set downloads = excluded.downloads where file_days.downloads <> excluded.downloads
    returning 1`.execute(tx)
  const { rows: people } = await sql`
    insert into game_downloaders (game_id, account_id)
    select distinct game_id, account_id from downloads where account_id is not null and ${done}
    on conflict do nothing returning 1`.execute(tx)
  return files.length + people.length
}

async function repairTotals(db: Database): Promise<number> {
  let wrong = 0
  for (let games = await gamesAfter(db, null); games.length > 0; games = await gamesAfter(db, games.at(-1)))
    wrong += await alone(db, (tx) => repairTotalsOf(tx, games))
  return wrong
}

async function gamesAfter(db: Database, last: string | null | undefined): Promise<string[]> {
  const rows = await db
    .selectFrom('games')
    .select('id')
    .$if(last != null, (games) => games.where('id', '>', last ?? ''))
    .orderBy('id')
    .limit(GAMES_AT_ONCE)
    .execute()
  return rows.map(({ id }) => id)
}

async function repairTotalsOf(tx: Tx, games: string[]): Promise<number> {
  const { rows } = await sql`
    insert into game_downloads (game_id, downloads, users)
    select game_id, sum(downloads), (select count(*) from game_downloaders where game_downloaders.game_id = game_days.game_id)
    from game_days where game_id = any(${sql.val(games)}::uuid[]) group by game_id having sum(downloads) > 0
    on conflict (game_id) do update set downloads = excluded.downloads, users = excluded.users
      where (game_downloads.downloads, game_downloads.users) is distinct from (excluded.downloads, excluded.users)
    returning 1`.execute(tx)
  return rows.length
}
