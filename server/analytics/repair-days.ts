import { sql } from 'kysely'
import type { Tx } from '../platform/database/database.ts'
import type { Store } from '../store.ts'

/** How many days are compared each night; the command line compares all. */
const NIGHTLY_DAYS = 3
/** Compared at once: whoever counts something waits meanwhile. */
const AT_ONCE = 30

/** Compares the last days each night. */
export const startRepairingDays = (store: Store): Promise<void> =>
  store.jobs.schedule('repair-days', '43 3 * * *', async () => void (await repairDays(store, NIGHTLY_DAYS)))

/**
 * Compares the figures of the last days with what they count, and puts right what differs. Nobody counts meanwhile, so
 * nothing that happens at the same time gets lost.
 * @returns how many figures were wrong
 */
export async function repairDays({ db, log }: Pick<Store, 'db' | 'log'>, days: number): Promise<number> {
  let wrong = 0
  for (let ago = 0; ago < days; ago += AT_ONCE) {
    const span = { first: daysAgo(Math.min(ago + AT_ONCE, days) - 1), last: daysAgo(ago) }
    wrong += await db.transaction().execute(async (tx) => {
      await sql`select compare_days()`.execute(tx)
      return (await repairGames(tx, span)) + (await repairStore(tx, span)) + (await repairFiles(tx, span))
    })
  }
  wrong += await db.transaction().execute(async (tx) => {
    await sql`select compare_days()`.execute(tx)
    return repairTotals(tx)
  })
  if (wrong > 0) log.error({ wrong }, 'figures of days were wrong, and are right now')
  return wrong
}

/** The same for every day since the store began. */
export async function repairAllDays(store: Pick<Store, 'db' | 'log'>): Promise<number> {
  const { rows } = await sql<{ days: number }>`select utc_day(now()) - least(
    (select min(day) from game_days), (select min(day) from store_days), (select utc_day(min(created_at)) from orders), (select utc_day(min(created_at)) from downloads)
  ) + 1 as days`.execute(store.db)
  return repairDays(store, rows[0]?.days ?? 0)
}

const daysAgo = (days: number) => sql`(utc_day(now()) - ${days}::integer)`

type Span = { first: ReturnType<typeof sql>; last: ReturnType<typeof sql> }

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
const sums = sql.raw(COLUMNS.map((column) => `sum(${column})`).join(', '))
const assignments = sql.raw(COLUMNS.map((column) => `${column} = excluded.${column}`).join(', '))

/** A day of which nothing is left to count holds zeros. */
async function repairGames(tx: Tx, { first, last }: Span): Promise<number> {
  const { rows } = await sql`
    insert into game_days (game_id, day, ${columns('')})
    select game_id, day, ${sums} from (
      select * from raw_game_days(${first}, ${last})
      union all
      select game_id, day, 0, 0, 0, 0, 0, 0, 0 from game_days where day between ${first} and ${last}
    ) as counted (game_id, day, ${columns('')})
    group by game_id, day
    on conflict (game_id, day) do update set ${assignments}
      where (${columns('game_days.')}) is distinct from (${columns('excluded.')})
    returning 1`.execute(tx)
  return rows.length
}

/** The store's days are the sums of the games'; of a wrong one the parts are put together. */
async function repairStore(tx: Tx, { first, last }: Span): Promise<number> {
  const { rows } = await sql<{ day: string }>`
    with games as (select day, ${sums} from game_days where day between ${first} and ${last} group by day),
    whole as (select day, ${sums} from store_days where day between ${first} and ${last} group by day)
    select to_char(coalesce(games.day, whole.day), 'YYYY-MM-DD') as day
    from games full join whole on whole.day = games.day where games is distinct from whole`.execute(tx)
  const days = sql`any(${sql.val(rows.map(({ day }) => day))}::date[])`
  await sql`delete from store_days where day = ${days}`.execute(tx)
  await sql`insert into store_days (day, part, ${columns('')})
    select day, 0, ${sums} from game_days where day = ${days} group by day`.execute(tx)
  return rows.length
}

/** Downloads are never deleted, so a file has too few or too many, but never some on a day without any. */
async function repairFiles(tx: Tx, { first, last }: Span): Promise<number> {
  const done = sql`created_at >= ${first}::timestamp at time zone 'UTC' and created_at < (${last} + 1)::timestamp at time zone 'UTC'`
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

async function repairTotals(tx: Tx): Promise<number> {
  const { rows } = await sql`
    insert into game_downloads (game_id, downloads, users)
    select game_id, sum(downloads), (select count(*) from game_downloaders where game_downloaders.game_id = game_days.game_id)
    from game_days group by game_id having sum(downloads) > 0
    on conflict (game_id) do update set downloads = excluded.downloads, users = excluded.users
      where (game_downloads.downloads, game_downloads.users) is distinct from (excluded.downloads, excluded.users)
    returning 1`.execute(tx)
  return rows.length
}
