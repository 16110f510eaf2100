import { type RawBuilder, sql } from 'kysely'
import { onlySaveOf } from '../catalog/own-game.ts'
import type { Account } from '../platform/caller.ts'
import { onTime } from '../platform/on-time.ts'
import type { Store } from '../store.ts'
import { NOW } from './make-live.ts'
import { openSteps } from './open-steps.ts'
import { checksOf, factsOf, findRelease } from './release-row.ts'
import { whyNotLive } from './release-state.ts'

/**
 * Releases that may open next, to buyers or to some before them, with the time. One whose game is out of the store, whose developer is suspended or whose builds are not
 * checked waits: it opens late.
 */
const OPENABLE = sql`
  from releases
  cross join lateral (
    select least(
      case when releases.live_at is null then releases.opens_at end,
      (select min(step.opens_at) from release_steps as step where step.release_id = releases.id and step.opened_at is null)
    ) as opens_at
  ) as next
  join games on games.id = releases.game_id
  join accounts as developer on developer.id = games.developer_id
  where releases.id in (
      select id from releases where opens_at is not null and live_at is null
      union select release_id from release_steps where opened_at is null
    )
    and releases.withdrawn_at is null and next.opens_at is not null
    and not games.is_illegal and (games.suspended_at is null or games.review is not null)
    and developer.suspended_at is null
    and not exists (
      select from release_builds as part join file_builds as build on build.id = part.build_id
      where part.release_id = releases.id and (build.sha256 is null or build.contents is null or is_malware(build.sha256))
    )`

/** Opens scheduled releases in time. @returns how to stop */
export const startOpening = (store: Store): (() => void) =>
  onTime({
    next: async () => {
      const { rows } = await sql<{ inMs: number | null }>`
        select ceil(extract(epoch from min(next.opens_at) - clock_timestamp()) * 1000)::float8 as "inMs"
        ${OPENABLE}`.execute(store.db)
      const inMs = rows[0]?.inMs ?? null
      return inMs === null ? null : { inMs }
    },
    run: async () => (await openDueReleases(store)) > 0,
    catalogChanged: store.catalogChanged,
    onError: (err) => store.log.error({ err }, 'scheduled releases were not opened'),
  })

/** Opens the releases to whom their time has come, each in its own transaction and once. @returns how many */
export const openDueReleases = (store: Store): Promise<number> => openReleasesDue(store, NOW)

/** Does the same for a moment, which need not be now. */
export const openReleasesDueAt = (store: Store, at: Date): Promise<number> =>
  openReleasesDue(store, sql<Date>`${at}::timestamptz`)

async function openReleasesDue(store: Store, now: RawBuilder<Date>): Promise<number> {
  const { rows: due } = await sql<Due>`
    select releases.id, releases.game_id as "gameId", developer.role ${OPENABLE}
      and next.opens_at <= ${now}
    order by next.opens_at, releases.id`.execute(store.db)
  let opened = 0
  for (const one of due) if (await openOne(store, one, now)) opened += 1
  return opened
}

type Due = { id: string; gameId: string; role: Account['role'] }

const openOne = (store: Store, { id, gameId, role }: Due, now: RawBuilder<Date>): Promise<boolean> =>
  store.db.transaction().execute(async (tx) => {
    await onlySaveOf(tx, gameId)
    const game = await tx
      .selectFrom('games')
      .select(['is_illegal', 'suspended_at', 'review'])
      .where('id', '=', gameId)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const release = await findRelease(tx, id)
    const checks = await checksOf({ ...store, db: tx }, [release])
    if (!release.live_at && (!release.opens_at || whyNotLive(factsOf(release, checks), game))) return false
    return openSteps(store, tx, { role }, release, now)
  })
