import { REVIEW_LIMITS } from '@nofiller/contract/reviews/review-rules'
import { sql } from 'kysely'
import { IN_STORE } from '../catalog/visibility.ts'
import { isBlockedBy } from '../catalog/within-limits.ts'
import type { Tx } from '../platform/database/database.ts'
import { isOwnGame } from '../reviews/standing.ts'
import type { Store } from '../store.ts'
import { addNotices, type Telling } from './add-notices.ts'
import { isWithinLimits, type LimitsOfReader } from './wanted-notices.ts'

/** How many downloads are looked through in one transaction. */
const BATCH = 500

/**
 * Reminds owners, once for each game for ever, that they can review it: some days after they first downloaded it. Each download
 * comes by once in its order, by the index `downloads_newest`; where it was not the first or its reader wants to hear nothing of
 * the game, nothing is told, and never later. After a kill it goes on with the batch that was cut.
 */
export async function remindOfReviews({ db }: Pick<Store, 'db'>): Promise<void> {
  while (await db.transaction().execute(remindSome));
}

/** @returns whether there may be more */
async function remindSome(tx: Tx): Promise<boolean> {
  const ids = await nextDownloads(tx)
  const last = ids.at(-1)
  if (last === undefined) return false
  const owners = await toRemind(tx, ids)
  if (owners.length > 0) await addNotices(tx, 'review-reminder', owners)
  await sql`update review_reminders set until_at = created_at, until_id = id from downloads where id = ${last}`.execute(
    tx,
  )
  return ids.length === BATCH
}

/** The place is locked: two processes never look through the same downloads. */
async function nextDownloads(tx: Tx): Promise<string[]> {
  await sql`select from review_reminders for update`.execute(tx)
  const { rows } = await sql<{ id: string }>`
    select downloads.id from downloads, review_reminders as place
    where downloads.created_at >= place.until_at and (downloads.created_at, downloads.id) > (place.until_at, place.until_id)
      and downloads.created_at <= now() - make_interval(days => ${REVIEW_LIMITS.remindDays})
    order by downloads.created_at, downloads.id limit ${BATCH}`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Those who fetched a game first by one of these downloads, may review it, did not yet, and may want to. */
async function toRemind(tx: Tx, downloadIds: string[]): Promise<Telling[]> {
  const { rows } = await sql<Telling & LimitsOfReader>`
    select account.id as account_id, games.id as game_id, games.id as thing_id, games.warning_codes, games.category,
      account.content_choice, account_limits.limits
    from downloads
    join game_files as file on file.id = downloads.file_id and file.kind = 'file'
    join games on games.id = downloads.game_id
      and ${IN_STORE} and not games.is_illegal
    join accounts as account on account.id = downloads.account_id
      and account.suspended_at is null and account.deletion_at is null and account.deleted_at is null
    left join account_limits on account_limits.account_id = account.id
    where downloads.id = any(${sql.val(downloadIds)}::uuid[])
      and not exists (
        select from downloads as earlier join game_files on game_files.id = earlier.file_id and game_files.kind = 'file'
        where earlier.account_id = account.id and earlier.game_id = games.id
          and (earlier.created_at, earlier.id) < (downloads.created_at, downloads.id)
      )
      and exists (select from grants where account_id = account.id and game_id = games.id and file_id is null)
      and not exists (select from reviews where account_id = account.id and game_id = games.id)
      and not exists (select from muted_games where account_id = account.id and game_id = games.id)
      and not exists (select from hidden_games where account_id = account.id and game_id = games.id)
      and not ${isBlockedBy(sql`account.id`)} and not ${isOwnGame}`.execute(tx)
  return rows.filter(isWithinLimits)
}
