import { randomBytes } from 'node:crypto'
import { developers, featured, games } from '@nofiller/demo/catalog'
import type { DemoGame } from '@nofiller/demo/game'
import { randomOf } from '@nofiller/demo/random'
import { type Insertable, sql } from 'kysely'
import { hashPassword } from '../accounts/passwords/passwords.ts'
import { rankPopular } from '../analytics/rank-popular.ts'
import { giveBack } from '../orders/refunds/refund.ts'
import type { Database, Tx } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import type { Storage } from '../platform/storage/storage.ts'
import { makeReleases } from '../releases/record-release.ts'
import type { Store } from '../store.ts'
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from './accounts.ts'
import { planAdminWork } from './admin-work.ts'
import { plantApprovals } from './approvals.ts'
import { plantCommunity } from './community.ts'
import { storeEarlyAccess } from './early-access.ts'
import { makeHistory } from './history.ts'
import { idMaker } from './ids.ts'
import { plantNotices } from './notices.ts'
import { plantOffers } from './offers.ts'
import { plantPayouts } from './payouts.ts'
import { makePlayers } from './players.ts'
import { datePlantedVersions, movePlantedUp, storeReleases } from './releases.ts'
import { plantReport } from './reports.ts'
import { plantReviews } from './reviews.ts'
import { type PlantedGame, storeGame } from './store-game.ts'
import { unlistOne } from './unlisted.ts'
import { plantWebhooks } from './webhooks.ts'
import { plantWishes } from './wishes.ts'

const GAMES_AT_ONCE = 2
const ROWS_AT_ONCE = 500
const DAY_MS = 86_400_000

/** The parts that planting needs. */
type PlantingParts = {
  db: Database
  storage: Storage
  publicUrl: string
  secretKeys: readonly string[]
  log: Store['log']
}

/**
 * Plants the demo store into an empty database: developers, games with pictures and files, players, and 90 days of
 * orders, downloads and page views. The same store each time, its days counted back from today. All rows or none.
 */
export async function plantDemo(parts: PlantingParts): Promise<void> {
  const now = new Date()
  const passwordHash = await hashPassword(DEMO_PASSWORD)
  const accounts = makeAccounts(now, passwordHash)
  const idOf = new Map(accounts.map((account) => [account.username, account.id]))
  const planted = await storeGames(parts.storage, now, idOf)
  const releases = await Promise.all(planted.map((game) => storeReleases(parts.storage, game, now)))
  const early = await storeEarlyAccess(parts.storage, planted, now)
  const history = makeHistory({
    games: planted,
    playerIds: accounts
      .filter((account) => account.role === 'player')
      .map((account) => ({ id: account.id, email: account.email })),
    publicUrl: parts.publicUrl,
    now,
  })

  const [admin, developer, player] = DEMO_ACCOUNTS.map(({ username }) =>
    accounts.find((account) => account.username === username),
  )
  if (!admin || !developer || !player) throw new Error('a demo account is missing')
  const others = accounts.filter((account) => account.role === 'player' && account !== player)
  const adminWork = planAdminWork({ admin, developer, player, others, history, now })

  await parts.db.transaction().execute(async (tx) => {
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
    await insertAll(
      tx,
      'content_warnings',
      planted.flatMap((game) => game.warnings),
    )
    await insertAll(tx, 'featured_games', featuredRows(planted))
    await plantOffers(tx, { planted, developerId: developer.id, now })
    await insertAll(
      tx,
      'game_files',
      planted.flatMap((game) => game.files),
    )
    await insertAll(
      tx,
      'releases',
      releases.flatMap((rows) => rows.releases),
    )
    await insertAll(tx, 'file_builds', [
      ...planted.flatMap((game) => game.builds),
      ...releases.flatMap((rows) => rows.file_builds),
    ])
    await insertAll(
      tx,
      'release_builds',
      releases.flatMap((rows) => rows.release_builds),
    )
    await makeReleases(tx)
    await movePlantedUp(tx)
    for (const table of EARLY_TABLES) await insertAll(tx, table, early[table])
    for (const table of HISTORY_TABLES) await insertAll(tx, table, history[table])
    await datePlantedVersions(tx)
    await plantNotices(tx, player.id)
    await insertAll(tx, 'payment_cases', adminWork.payment_cases)
    await insertAll(tx, 'contact_messages', adminWork.contact_messages)
    await insertAll(tx, 'sell_requests', adminWork.sell_requests)
    await insertAll(tx, 'audit_log', adminWork.audit_log)
    for (const { id, at } of adminWork.askers)
      await tx.updateTable('accounts').set({ developer_requested_at: at }).where('id', '=', id).execute()
    await countSales(tx)
    const { orderId, position, ...why } = adminWork.refund
    const actor = { id: admin.id, name: admin.username, address: null }
    await giveBack(parts.log, tx, actor, orderId, { items: [{ position }], ...why })
    const sellers = accounts.filter(({ role }) => role === 'developer').map(({ id }) => id)
    await plantPayouts(tx, [developer.id, ...sellers.filter((id) => id !== developer.id)], admin.id, now)
    await plantApprovals(tx, developer.id, admin.id, now)
    await plantCommunity(tx, { planted, playerId: player.id, now })
    const [reported] = planted.filter(({ row }) => row.slug === 'interest-rate')
    const [reporter] = others
    if (reported && reporter)
      await plantReport(tx, { gameId: reported.row.id, reporter, hash: randomBytes(32), now })
    await plantReviews(tx, { planted, playerId: player.id, adminId: admin.id, now })
    await plantWishes(tx, player.id, now)
    await plantWebhooks(tx, { developerId: developer.id, secretKeys: parts.secretKeys, now })
    await unlistOne(tx)
    await rankPopular(tx)
  })
}

const EARLY_TABLES = [
  'releases',
  'file_builds',
  'release_builds',
  'release_steps',
  'supporter_offers',
] as const

const HISTORY_TABLES = [
  'orders',
  'order_items',
  'payment_references',
  'sandbox_invoices',
  'invoices',
  'payment_pages',
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
    return { game_id: game.row.id, position, from_on: null, until_on: null }
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
    first_game_approved_at: role === 'player' ? null : daysAgo(days),
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
    from (
      select item.game_id, count(distinct item.order_id) as sales, sum(item.price_cents - item.refunded_cents) as revenue_cents
      from order_items as item join orders on orders.id = item.order_id where orders.status = 'PAID' group by item.game_id
    ) as paid
    where games.id = paid.game_id`.execute(tx)
