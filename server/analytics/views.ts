import { createHmac, randomBytes } from 'node:crypto'
import { OTHER_SITES } from '@nofiller/contract/analytics/analytics-spans'
import { isbot } from 'isbot'
import { sql } from 'kysely'
import { pageSeenBy } from '../catalog/visibility.ts'
import type { Database, Tx } from '../platform/database/database.ts'

const HOST_MAX = 100
/** Referrers a game and day; bounded, because anybody can send made-up ones. */
const HOSTS_MAX = 100

export type Visit = {
  gameId: string
  /** The visitor's address and browser; only hashed with the day's salt, never stored. */
  address: string
  userAgent: string
  /** The account that looks, if one does. */
  accountId: string | null
  /** The address of the page before, or an empty text. */
  referrer: string
}

/**
 * Counts a view of a game's page by who may see it, but not of a bot, of the game's own developer, or of who saw it within half an
 * hour. Nothing of the visitor stays: a mark that is hashed with the day's salt, and both are dropped after the day.
 */
export async function countView(db: Database, siteHost: string, visit: Visit): Promise<void> {
  if (visit.userAgent === '' || isbot(visit.userAgent)) return
  await db.transaction().execute(async (tx) => {
    const game = await tx
      .selectFrom('games')
      .select('id')
      .where('id', '=', visit.gameId)
      .where(pageSeenBy(visit.accountId === null ? null : { id: visit.accountId, role: 'player' }))
      .$if(visit.accountId !== null, (others) => others.where('developer_id', '!=', visit.accountId ?? ''))
      .executeTakeFirst()
    if (!game || !(await isNew(tx, visit))) return
    await sql`insert into page_views (game_id, day, views) values (${visit.gameId}, utc_day(now()), 1)
      on conflict (game_id, day) do update set views = page_views.views + 1`.execute(tx)
    await countReferrer(tx, visit.gameId, hostOf(visit.referrer, siteHost))
  })
}

/** Locks the game's views of the day, so that two requests do not both add the last host. */
async function countReferrer(tx: Tx, gameId: string, host: string): Promise<void> {
  await sql`
    with known as (select host from page_referrers where game_id = ${gameId} and day = utc_day(now()))
    insert into page_referrers (game_id, day, host, views)
    select ${gameId}, utc_day(now()),
      case when ${host} in (select host from known) or (select count(*) from known) < ${HOSTS_MAX}
        then ${host} else ${OTHER_SITES} end, 1
    on conflict (game_id, day, host) do update set views = page_referrers.views + 1`.execute(tx)
}

async function isNew(tx: Tx, { gameId, address, userAgent }: Visit): Promise<boolean> {
  const mark = createHmac('sha256', await saltOfToday(tx))
    .update(JSON.stringify([gameId, address, userAgent]))
    .digest()
  const { rows } = await sql`insert into view_marks (mark) values (${mark})
    on conflict (mark) do update set seen_at = now() where view_marks.seen_at < now() - interval '30 minutes'
    returning 1`.execute(tx)
  return rows.length > 0
}

/** The day's random salt, created by its first visitor. */
async function saltOfToday(tx: Tx): Promise<Buffer> {
  const { rows } = await sql<{ salt: Buffer }>`
    with made as (
      insert into view_salts (day, salt) values (utc_day(now()), ${randomBytes(32)}) on conflict do nothing returning salt
    )
    select salt from made union all select salt from view_salts where day = utc_day(now()) limit 1`.execute(
    tx,
  )
  return rows[0]?.salt ?? saltOfToday(tx) // another one made it a moment ago
}

/** The host that a visitor came from; an empty text for none, this site, or an invalid URL. */
export function hostOf(referrer: string, siteHost: string): string {
  const url = URL.parse(referrer)
  if (url === null || !/^https?:$/.test(url.protocol) || url.host === siteHost) return ''
  return url.hostname.replace(/^www\./, '').slice(0, HOST_MAX)
}

/** Deletes the marks and salts of past days, after which no view can be linked to a visitor. */
export async function purgeVisitors(db: Database): Promise<void> {
  await sql`delete from view_salts where day < utc_day(now())`.execute(db)
  await sql`delete from view_marks where seen_at < utc_day(now())::timestamp at time zone 'UTC'`.execute(db)
}
