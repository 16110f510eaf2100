import { utcDay } from '@nofiller/contract/text/time'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import type { Cursor } from '../../platform/database/paginate.ts'
import type { Store } from '../../store.ts'

/** Starts the job that draws a random order of all games each night. */
export const startShuffling = ({ db, jobs, clock }: Store): Promise<void> =>
  jobs.schedule('shuffle-games', '7 0 * * *', () => shuffleGames(db, clock()))

/** Draws the order of a day (UTC), once, and forgets those before the day before. */
export async function shuffleGames(db: Database, now: Date): Promise<void> {
  const today = utcDay(now)
  await sql`insert into shuffles (drawn_on, game_id) select ${today}::date, id from games on conflict do nothing`.execute(
    db,
  )
  await sql`delete from shuffles where drawn_on < ${today}::date - 1`.execute(db)
}

/**
 * A walk through a draw from some point on, around to that point: the draw that its cursor began with, so that no game comes
 * twice when the next one is drawn meanwhile.
 * @param start from 0 to below 1
 */
export function shuffledFrom(start: number, cursor: Cursor | null) {
  const reached = cursor === null ? null : Number(cursor.value)
  const newest = sql`(select max(drawn_on) from shuffles)`
  const draw =
    reached === null
      ? newest
      : sql`coalesce((select drawn_on from shuffles where drawn_on = ${EPOCH} + ${Math.floor(reached)}::integer limit 1), ${newest})`
  const day = sql`(${draw} - ${EPOCH})`
  /** How far the walk has come, with the day of its draw before the point. */
  const at = sql`(${day} + shuffles.place - ${start}::float8 + case when shuffles.place < ${start}::float8 then 1 else 0 end)`
  const passed = reached === null ? 0 : Math.max(0, reached - Math.floor(reached) - ROUNDING)
  return {
    /** Of a row of `games`; what came in since the draw stands last. */
    of: sql`coalesce((select ${at} from shuffles where drawn_on = ${draw} and game_id = games.id), ${day} + ${LAST})`,
    /** Ids of games with `sort_value`, from where the cursor is, in two walks along the index `shuffles_order`. */
    ids: sql`
      (select game_id, ${at} as sort_value from shuffles
        where drawn_on = ${draw} and place >= ${start + passed}::float8 order by place, game_id offset 0)
      union all
      (select game_id, ${at} as sort_value from shuffles
        where drawn_on = ${draw} and place >= ${start + passed - 1}::float8 and place < ${start}::float8 order by place, game_id offset 0)`,
  }
}

const EPOCH = sql`date '1970-01-01'`
/** Below it two places are one to a floating-point number beside a day. */
const ROUNDING = 1e-9
const LAST = sql.lit(0.999999999)
