/**
 * How long visitors and buyers wait for a list, a game page and a checkout while the store does what it does by itself: sends
 * weekly emails, tells wishers of a sale, opens many releases at one moment. Beside each stand the same requests before it.
 * The aim is a p99 of at most 1.5 times.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { accessTokens } from '../server/accounts/sessions/access-token.ts'
import { systemClock } from '../server/platform/clock.ts'
import { connect, type Database } from '../server/platform/database/database.ts'
import { fillCatalog } from '../server/testing/fixtures/fill-catalog.ts'
import {
  addReaders,
  addWishers,
  beginSales,
  queueDigests,
  wishNotices,
} from '../server/testing/fixtures/mailed-people.ts'
import { type Person, signedIn } from '../server/testing/fixtures/people.ts'
import { addDrafts, addReleasedGames } from '../server/testing/fixtures/releases.ts'
import { SECRET_KEY, withHarness } from './harness.ts'
import { percentile } from './load.ts'
import { sizeOf } from './options.ts'
import { report } from './report.ts'

const GAMES = sizeOf('games', 10_000)
const ACCOUNTS = sizeOf('accounts', 20_000)
const RELEASES = 1_000
const WISHES_EACH = 3
const CALM_MS = 20_000
const GIVE_UP_MS = 1_200_000
const BUYERS = 40

/** One thing that the store does by itself: begun by `begin`, and over once `isDone`. */
type Work = { name: string; begin(): Promise<unknown>; isDone(): Promise<boolean> }
/** Milliseconds of each answer, by what was asked for. */
type Times = Record<'list' | 'game page' | 'checkout', number[]>
type Shop = { url: string; buyers: Person[]; gameIds: string[] }

await withHarness(async (harness) => {
  const databaseUrl = await harness.database('background')
  await fillCatalog(databaseUrl, GAMES)
  const mailbox = await harness.bare('mailbox')
  const emails = async () => (await (await fetch(mailbox.url)).json()) as { url: string; taken: number }
  const { url } = await harness.store(databaseUrl, { SMTP_URL: (await emails()).url })
  const { db, close } = connect(databaseUrl, console)
  const people = { db, url, tokens: accessTokens([SECRET_KEY], systemClock) }
  const buyers = await Promise.all(Array.from({ length: BUYERS }, () => signedIn(people)))
  const sold = await db.selectFrom('games').select('id').where('is_free', '=', false).execute()
  const shop = { url, buyers, gameIds: sold.map(({ id }) => id) }
  const developer = await signedIn(people) // the names of developers are those of the catalog
  await db.updateTable('accounts').set({ role: 'developer' }).where('id', '=', developer.id).execute()
  const gameIds = await addReleasedGames(db, developer.id, RELEASES)
  await addWishers(db, developer, ACCOUNTS, WISHES_EACH)

  const before = (await emails()).taken
  const works: Work[] = [
    opening(db, gameIds),
    {
      name: 'wishers are told of a sale',
      begin: () => beginSales(db, developer),
      isDone: async () => (await wishNotices(db)) >= ACCOUNTS * WISHES_EACH,
    },
    {
      name: 'weekly emails are sent',
      begin: async () => {
        await addReaders(db, gameIds[0] ?? '', ACCOUNTS)
        await queueDigests(db)
      },
      isDone: async () => (await emails()).taken >= before + ACCOUNTS,
    },
  ]
  for (const work of works) await measure(shop, work)
  await close()
})

/** A thousand games whose next release opens in the same second. */
function opening(db: Database, gameIds: readonly string[]): Work {
  let ids: string[] = []
  return {
    name: `${RELEASES} releases open`,
    begin: async () => {
      ids = [...(await addDrafts(db, gameIds, '0.5')).values()]
      await sql`update releases set opens_at = clock_timestamp() where id = any(${sql.val(ids)}::uuid[])`.execute(
        db,
      )
      await sql`select pg_notify('catalogue_changed', '')`.execute(db)
    },
    isDone: async () => {
      const { rows } = await sql`select from releases
        where id = any(${sql.val(ids)}::uuid[]) and live_at is null limit 1`.execute(db)
      return rows.length === 0
    },
  }
}

async function measure(shop: Shop, { name, begin, isDone }: Work): Promise<void> {
  const calmUntil = Date.now() + CALM_MS
  const calm = await askUntil(shop, async () => Date.now() > calmUntil)
  await begin()
  const begunAt = Date.now()
  const busy = await askUntil(shop, async () => {
    if (Date.now() > begunAt + GIVE_UP_MS) throw new Error(`${name}: it did not end`)
    return isDone()
  })
  const seconds = (Date.now() - begunAt) / 1_000
  report(
    Object.entries(busy).map(([what, times]) => ({
      what: `p99 of a ${what} while ${name}`,
      value: percentile(times, 0.99),
      unit: 'ms',
      against: { what: 'before', value: percentile(calm[what as keyof Times], 0.99) },
    })),
    { games: GAMES, accounts: ACCOUNTS, seconds: Math.round(seconds), requests: busy.list.length },
  )
}

/** Asks for a list, a page and a checkout in turn, at a visitor's pace, until it is over. */
async function askUntil({ url, buyers, gameIds }: Shop, isOver: () => Promise<boolean>): Promise<Times> {
  const times: Times = { list: [], 'game page': [], checkout: [] }
  const timed = async (what: keyof Times, ask: () => Promise<{ status: number; text: string }>) => {
    const startedAt = performance.now()
    const { status, text } = await ask()
    if (status !== 200) throw new Error(`a ${what} was answered ${status}: ${text}`)
    times[what].push(performance.now() - startedAt)
  }
  let isDone = false
  const watch = async () => {
    while (!isDone) {
      isDone = await isOver()
      await sleep(250)
    }
  }
  const visit = async () => {
    for (let round = 0; !isDone; round += 1) {
      const buyer = buyers[round % buyers.length] as Person // there are some
      const body = { gameId: gameIds[round % gameIds.length], email: buyer.email, mode: 'base' }
      await timed('list', () => get(`${url}/api/games?limit=24&sort=price&anew=${round}`))
      await timed('game page', () => get(`${url}/game/game-${round % GAMES}`))
      if (round % 5 === 0) await timed('checkout', () => buyer.post('/api/checkout', body))
      await sleep(20)
    }
  }
  await Promise.all([watch(), visit()])
  return times
}

async function get(url: string): Promise<{ status: number; text: string }> {
  const answer = await fetch(url)
  return { status: answer.status, text: await answer.text() }
}
