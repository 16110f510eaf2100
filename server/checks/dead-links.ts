import { sql } from 'kysely'
import pLimit from 'p-limit'
import type { Queryable } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import type { OutsideAnswer } from '../platform/http/outside-client.ts'
import type { Store } from '../store.ts'
import { linksIn } from './description-parts.ts'

const QUEUE = 'check-links'
const LINKS_MAX = 50
const URL_MAX = 2_000
const FRESH_HOURS = 24
const ASKED_A_DAY = 200
const TIMEOUT_MS = 5_000
const AT_ONCE = 5

/** Queues a look at the links of a game's page that were not looked at today; nothing with `OUTSIDE_REQUESTS=off`. */
export async function queueLinks({ db, jobs, config, clock }: Store, gameId: string): Promise<void> {
  if (config.OUTSIDE_REQUESTS === 'off') return
  const page = await pageOf(db, gameId)
  if (page && (await unknownAmong(db, page.urls, clock())).length > 0)
    await jobs.send(db, QUEUE, { gameId }, { singletonKey: gameId })
}

export async function startCheckingLinks(store: Store): Promise<void> {
  await store.jobs.work<{ gameId: string }>(QUEUE, ({ gameId }) => checkLinks(store, gameId))
  await store.jobs.schedule(
    'purge-link-checks',
    '47 * * * *',
    async () => void (await purgeLinkChecks(store)),
  )
}

/** The links of a page that lead nowhere any more, by what was found in the last 24 hours. */
export async function deadLinksAmong(
  db: Queryable,
  description: string,
  now: Date,
): Promise<{ host: string; isNameUnknown: boolean }[]> {
  const rows = await freshChecks(db, now)
    .select(['host', 'found'])
    .where('url', '=', anyOf(urlsIn(description)))
    .where('found', 'in', ['gone', 'unknown_name'])
    .orderBy('url')
    .execute()
  return rows.map(({ host, found }) => ({ host, isNameUnknown: found === 'unknown_name' }))
}

async function checkLinks({ db, config, outside, clock }: Store, gameId: string): Promise<void> {
  if (config.OUTSIDE_REQUESTS === 'off') return
  const page = await pageOf(db, gameId)
  if (!page) return
  const urls = await unknownAmong(db, page.urls, clock())
  const limit = pLimit(AT_ONCE)
  await Promise.all(urls.map((url) => limit(() => checkLink({ db, outside, clock }, page.developerId, url))))
}

async function pageOf(db: Queryable, gameId: string) {
  const game = await db
    .selectFrom('games')
    .select(['description', 'developer_id'])
    .where('id', '=', gameId)
    .executeTakeFirst()
  return game && { urls: urlsIn(game.description), developerId: game.developer_id }
}

/** Without their fragments, which no server is asked for. */
const urlsIn = (description: string): string[] => {
  const urls = linksIn(description).map((url) => {
    url.hash = ''
    return url.href
  })
  return [...new Set(urls)].filter(({ length }) => length <= URL_MAX).slice(0, LINKS_MAX)
}

/** The links about which nothing was found today. */
async function unknownAmong(db: Queryable, urls: readonly string[], now: Date): Promise<string[]> {
  const known = await freshChecks(db, now).select('url').where('url', '=', anyOf(urls)).execute()
  return urls.filter((url) => !known.some((check) => check.url === url))
}

const freshChecks = (db: Queryable, now: Date) =>
  db.selectFrom('link_checks').where('checked_at', '>', new Date(now.getTime() - FRESH_HOURS * 3_600_000))

const anyOf = (urls: readonly string[]) => sql<string>`any(${sql.val([...urls])}::text[])`

type Found = Tables['link_checks']['found']

async function checkLink(
  { db, outside, clock }: Pick<Store, 'db' | 'outside' | 'clock'>,
  developerId: string,
  url: string,
): Promise<void> {
  const now = clock()
  const isOurs = await claim({ db, now }, developerId, url)
  if (!isOurs) return
  // One request a host, so GET: some sites answer HEAD with an error of its own. No body is read.
  const found = foundBy(await outside.ask({ method: 'GET', url: new URL(url), timeoutMs: TIMEOUT_MS }))
  await db.updateTable('link_checks').set({ found }).where('url', '=', url).execute()
}

/** Takes the one request of this host and one of the developer's; false when either is spent. */
const claim = (
  { db, now }: { db: Store['db']; now: Date },
  developerId: string,
  url: string,
): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const { host } = new URL(url)
    await sql`select pg_advisory_xact_lock(hashtextextended('link_checks', 0))`.execute(tx)
    const asked = await freshChecks(tx, now)
      .select((eb) => [
        eb.fn.countAll<number>().filterWhere('host', '=', host).as('ofHost'),
        eb.fn.countAll<number>().filterWhere('account_id', '=', developerId).as('ofDeveloper'),
      ])
      .where((eb) => eb.or([eb('host', '=', host), eb('account_id', '=', developerId)]))
      .executeTakeFirstOrThrow()
    if (asked.ofHost > 0 || asked.ofDeveloper >= ASKED_A_DAY) return false
    const check = { host, account_id: developerId, found: 'unclear' as const, checked_at: now }
    await tx
      .insertInto('link_checks')
      .values({ url, ...check })
      .onConflict((conflict) => conflict.column('url').doUpdateSet(check))
      .execute()
    return true
  })

const GONE = [404, 410]

/** Only what is certain counts: a site may be down for an hour, or refuse who is no browser. */
function foundBy(answer: OutsideAnswer): Found {
  if ('failure' in answer) return answer.failure === 'unknown_name' ? 'unknown_name' : 'unclear'
  if (GONE.includes(answer.status)) return 'gone'
  return answer.status < 400 ? 'alive' : 'unclear'
}

/** Removes what was found more than a day ago. */
export const purgeLinkChecks = ({ db, clock }: Pick<Store, 'db' | 'clock'>) =>
  db
    .deleteFrom('link_checks')
    .where('checked_at', '<=', new Date(clock().getTime() - FRESH_HOURS * 3_600_000))
    .execute()
