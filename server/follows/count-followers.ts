import { FRESH_DAYS } from '@nofiller/contract/follows/follow-rules'
import { type RawBuilder, sql } from 'kysely'
import { getsNews } from '../news/recipients.ts'
import type { Database, Queryable, Tx } from '../platform/database/database.ts'
import type { Store } from '../store.ts'

/** Starts the job that counts followers, once a night: a count that changed with each press would tell who pressed. */
export const startCountingFollowers = ({ db, jobs }: Store): Promise<void> =>
  jobs.schedule('count-followers', '50 2 * * *', () => countFollowers(db))

/**
 * Counts who follows each developer and game (FO2). An account younger than a week does not count before it paid for an order
 * or downloaded a game that it claimed, nor does one that is suspended or closing.
 */
export const countFollowers = (db: Database): Promise<void> => db.transaction().execute(countFollowersIn)

/** The same in a transaction. */
export async function countFollowersIn(tx: Tx): Promise<void> {
  await tx.deleteFrom('follower_counts').execute()
  for (const column of ['developer_id', 'game_id'] as const)
    await sql`
      insert into follower_counts (${sql.ref(column)}, followers, emailed)
      select follows.${sql.ref(column)}, count(*), count(*) filter (where ${getsNews} and ${wantsMail})
      from follows join accounts on accounts.id = follows.account_id
      where follows.${sql.ref(column)} is not null and accounts.suspended_at is null and accounts.deletion_at is null
        and ${counts}
      group by 1`.execute(tx)
}

const counts: RawBuilder<boolean> = sql`(accounts.created_at < now() - make_interval(days => ${FRESH_DAYS})
  or exists (select from orders where orders.account_id = accounts.id and orders.status = 'PAID')
  or exists (
    select from grants join downloads on downloads.account_id = accounts.id and downloads.game_id = grants.game_id
    where grants.account_id = accounts.id and grants.order_id is null
  ))`

/** Each time or once a week, as everybody begins. */
const wantsMail: RawBuilder<boolean> = sql`not exists (
  select from notice_preferences as preference
  where preference.account_id = accounts.id and preference.topic = 'follow-post' and preference.mail = 'never')`

/** How many followed a developer or a game last night, and how many of them would be emailed. */
export async function followersOf(
  db: Queryable,
  target: { developer_id: string } | { game_id: string },
): Promise<{ followers: number; emailed: number }> {
  const [[column, id] = ['', '']] = Object.entries(target)
  const { rows } = await sql<{ followers: number; emailed: number }>`
    select followers, emailed from follower_counts where ${sql.ref(column)} = ${id}`.execute(db)
  return rows[0] ?? { followers: 0, emailed: 0 }
}
