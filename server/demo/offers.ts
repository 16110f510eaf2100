import { slugOf } from '@nofiller/contract/authoring/slug'
import { sql } from 'kysely'
import type { Tx } from '../platform/database/database.ts'
import { refreshPrices } from '../sales/update-prices.ts'
import { idMaker } from './ids.ts'
import type { PlantedGame } from './store-game.ts'

const DAY_MS = 86_400_000

type Offers = { planted: readonly PlantedGame[]; developerId: string; now: Date }

/**
 * One or two of each way to sell for less or more: a sale that runs and one that is planned, a bundle, a code, and a game
 * whose buyers may pay more. What is planned, the code and that game are the demo developer's.
 */
export async function plantOffers(tx: Tx, { planted, developerId, now }: Offers): Promise<void> {
  const days = (count: number) => new Date(now.getTime() + count * DAY_MS)
  const games = (...slugs: string[]) => slugs.map((slug) => rowOf(planted, slug))

  await plantBundle(tx, games('pixel-parish', 'overnight-freight', 'tilewright'), now)
  // Each game has had its price since it came out, which the lowest price of the last 30 days needs.
  await sql`update price_history set since = games.published_at from games
    where games.id = price_history.game_id and games.published_at is not null`.execute(tx)
  await plantSale(tx, games('brine', 'undertow-waltz'), {
    name: 'Low Season',
    percent: 25,
    begins_at: days(-2),
    ends_at: days(9),
    state: 'running',
  })
  for (const [name, percent, endsIn, ...slugs] of OTHER_SALES)
    await plantSale(tx, games(...slugs), {
      name,
      percent,
      begins_at: days(-1),
      ends_at: days(endsIn),
      state: 'running',
    })
  await plantSale(tx, games('body-clock'), {
    name: 'Winter sale',
    percent: 30,
    begins_at: days(7),
    ends_at: days(14),
    state: 'planned',
  })
  await tx
    .insertInto('discount_codes')
    .values({
      id: idMaker('codes')(now),
      developer_id: developerId,
      code: 'LATENIGHT',
      percent: 20,
      uses: 50,
      is_once: true,
      is_for_all: true,
      ends_at: days(30),
    })
    .execute()
  const [thanked] = games('small-hours')
  await tx
    .updateTable('games')
    .set({ pay_what_you_want: true })
    .where('id', '=', thanked?.id ?? '')
    .execute()
}

/** Of other developers: name, percent, how many days they go on, and the games. */
const OTHER_SALES = [
  ['Long Nights', 40, 2, 'last-light-wood', 'rust-choir'],
  ['Northern Lights', 25, 4, 'aurora-keep'],
  ['Ley Week', 30, 6, 'ley-lines'],
] as const

type Row = PlantedGame['row']

function rowOf(planted: readonly PlantedGame[], slug: string): Row {
  const game = planted.find(({ row }) => row.slug === slug)
  if (!game) throw new Error(`there is no demo game ${slug}`)
  return game.row
}

/** Three games of one developer at one price. */
async function plantBundle(tx: Tx, games: readonly Row[], now: Date): Promise<void> {
  const id = idMaker('bundles')(now)
  const title = 'Fresh from the Furnace'
  await tx
    .insertInto('bundles')
    .values({
      id,
      developer_id: games[0]?.developer_id ?? '',
      slug: slugOf(title),
      title,
      price_cents: 2_999,
      ended_at: null,
    })
    .execute()
  await tx
    .insertInto('bundle_games')
    .values(games.map((game, position) => ({ bundle_id: id, game_id: game.id, position })))
    .execute()
}

type Sale = { name: string; percent: number; begins_at: Date; ends_at: Date; state: 'planned' | 'running' }

async function plantSale(tx: Tx, games: readonly Row[], sale: Sale): Promise<void> {
  const id = idMaker(`sale ${sale.name}`)(sale.begins_at)
  const gameIds = games.map((game) => game.id)
  await tx
    .insertInto('sales')
    .values({ id, developer_id: games[0]?.developer_id ?? '', ...sale })
    .execute()
  await tx
    .insertInto('sale_games')
    .values(gameIds.map((game_id) => ({ sale_id: id, game_id })))
    .execute()
  await refreshPrices(tx, gameIds)
  if (sale.state === 'running')
    await sql`update price_history set since = ${sale.begins_at}
      where game_id = any(${sql.val(gameIds)}::uuid[]) and since = now()`.execute(tx)
}
