import { randomOf } from '@nofiller/demo/art/random'
import { developers, featured, games } from '@nofiller/demo/catalogue'
import type { DemoGame } from '@nofiller/demo/game'
import { type Insertable, sql } from 'kysely'
import { hashPassword } from '../accounts/passwords.ts'
import type { Database, Tx } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import type { Storage } from '../platform/storage/storage.ts'
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from './accounts.ts'
import { isEmpty } from './empty.ts'
import { makeHistory } from './history.ts'
import { idMaker } from './ids.ts'
import { makePlayers } from './players.ts'
import { type PlantedGame, storeGame } from './store-game.ts'

const GAMES_AT_ONCE = 2
const ROWS_AT_ONCE = 500
const DAY_MS = 86_400_000

/** What is planted into. */
type Ground = { db: Database; storage: Storage; publicUrl: string }

/**
 * Plants the demo store into an empty database: developers, games with pictures and files, players, and 90 days of
 * orders, downloads and page views. The same store each time, its days counted back from today. All rows or none.
 */
export async function plantDemo(ground: Ground): Promise<void> {
  const now = new Date()
  const passwordHash = await hashPassword(DEMO_PASSWORD)
  const accounts = makeAccounts(now, passwordHash)
  const idOf = new Map(accounts.map((account) => [account.username, account.id]))
  const planted = await storeGames(ground.storage, now, idOf)
  const history = makeHistory({
    games: planted,
    playerIds: accounts
      .filter((account) => account.role === 'player')
      .map((account) => ({ id: account.id, email: account.email })),
    publicUrl: ground.publicUrl,
    now,
  })

  await ground.db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('plant demo'))`.execute(tx)
    if (!(await isEmpty(tx))) return
    await insertAll(tx, 'accounts', accounts)
    await insertAll(
      tx,
      'games',
      planted.map((game) => game.row),
    )
    await insertAll(
      tx,
      'game_sections',
      planted.flatMap((game) => game.sections),
    )
    await insertAll(tx, 'featured_games', featuredRows(planted))
    await insertAll(
      tx,
      'game_files',
      planted.flatMap((game) => game.files),
    )
    await insertAll(
      tx,
      'file_builds',
      planted.flatMap((game) => game.builds),
    )
    for (const table of HISTORY_TABLES) await insertAll(tx, table, history[table])
    await countSales(tx)
  })
}

const HISTORY_TABLES = [
  'orders',
  'order_items',
  'sandbox_invoices',
  'invoices',
  'provider_payments',
  'order_events',
  'ledger_entries',
  'grants',
  'downloads',
  'page_views',
  'page_referrers',
] as const

function featuredRows(planted: readonly PlantedGame[]): Insertable<Tables['featured_games']>[] {
  return featured.map((slug, position) => {
    const game = planted.find(({ row }) => row.slug === slug)
    if (!game) throw new Error(`there is no demo game ${slug} to feature`)
    return { game_id: game.row.id, position }
  })
}

type AccountRow = Insertable<Tables['accounts']> & { role: string }

/** The three demo accounts, the other developers, and the players whose orders fill the last 90 days. */
function makeAccounts(now: Date, passwordHash: string): AccountRow[] {
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS)
  const nextId = idMaker('accounts')
  const account = (
    username: string,
    email: string,
    role: 'player' | 'developer' | 'admin',
    days: number,
  ) => ({
    id: nextId(daysAgo(days)),
    username,
    email,
    role,
    password_hash: passwordHash,
    verified_at: daysAgo(days),
    created_at: daysAgo(days),
    notify_purchases: role !== 'developer',
  })
  const [admin, developer, player] = DEMO_ACCOUNTS
  return [
    account(admin.username, admin.email, 'admin', 500),
    ...developers.map(({ username, displayName, bio, links }, at) => ({
      ...account(
        username,
        username === developer.username ? developer.email : `${username}@studio.example.test`,
        'developer',
        480 - at * 7,
      ),
      display_name: displayName,
      bio,
      ...links,
    })),
    account(player.username, player.email, 'player', 85),
    ...makePlayers(randomOf('players')).map(({ username, days }) =>
      account(username, `${username}@mail.example.test`, 'player', days),
    ),
  ]
}

async function storeGames(storage: Storage, now: Date, idOf: Map<string, string>): Promise<PlantedGame[]> {
  const planted: PlantedGame[] = []
  const waiting: DemoGame[] = [...games]
  const worker = async () => {
    for (let game = waiting.shift(); game; game = waiting.shift()) {
      const developer = developers.find(({ username }) => username === game?.developer)
      const developerId = idOf.get(game.developer)
      if (!developer || !developerId) throw new Error(`the demo game ${game.slug} has no developer`)
      planted.push(await storeGame(storage, game, { ...developer, id: developerId }, now))
    }
  }
  await Promise.all(Array.from({ length: GAMES_AT_ONCE }, worker))
  return planted.sort((a, b) => (a.row.slug < b.row.slug ? -1 : 1))
}

async function insertAll<Table extends keyof Tables>(
  tx: Tx,
  table: Table,
  rows: readonly Insertable<Tables[Table]>[],
): Promise<void> {
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE)
    await tx
      .insertInto(table)
      .values(rows.slice(at, at + ROWS_AT_ONCE))
      .execute()
}

/** The counters that each sale keeps up to date. */
const countSales = (tx: Tx) =>
  sql`
    update games set sales = paid.sales, revenue_cents = paid.revenue_cents
    from (select game_id, count(*) as sales, sum(price_cents) as revenue_cents from orders where status = 'PAID' group by game_id) as paid
    where games.id = paid.game_id`.execute(tx)
