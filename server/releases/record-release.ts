import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Queryable, Tx } from '../platform/database/database.ts'
import type { Store } from '../store.ts'
import { freeLabel } from './labels.ts'
import { type FileBuild, NOW, replaceBuilds } from './make-live.ts'

/**
 * Records what a save of the game form changed in its files as a live release: the label is proposed, the notes are empty, and
 * its saves are said as the last time.
 */
export async function recordRelease(
  tx: Tx,
  gameId: string,
  authorId: string,
  builds: readonly FileBuild[],
): Promise<string> {
  const id = uuid()
  const last = await lastSaid(tx, gameId)
  await tx
    .insertInto('releases')
    .values({
      id,
      game_id: gameId,
      label: await freeLabel(tx, gameId, undefined),
      ...last,
      created_by: authorId,
      live_at: NOW,
      notify: 'site',
    })
    .execute()
  await addBuilds(tx, id, builds)
  await replaceBuilds(tx, id, builds)
  return id
}

/** What the last live release of a game says of saves. */
export async function lastSaid(tx: Queryable, gameId: string) {
  const last = await tx
    .selectFrom('releases')
    .select(['saves', 'saves_from', 'saves_note'])
    .where('game_id', '=', gameId)
    .where('live_at', 'is not', null)
    .where('withdrawn_at', 'is', null)
    .orderBy('live_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last ?? { saves: 'unknown' as const, saves_from: null, saves_note: '' }
}

/** Adds builds to a release; none of its files may have one in it yet. */
export async function addBuilds(tx: Tx, releaseId: string, builds: readonly FileBuild[]): Promise<void> {
  if (builds.length === 0) return
  await tx
    .insertInto('release_builds')
    .values(
      builds.map(({ fileId, buildId }) => ({ release_id: releaseId, file_id: fileId, build_id: buildId })),
    )
    .execute()
}

/** Starts the job that makes releases of builds: the version before releases adds builds without one while both run. */
export const startMakingReleases = ({ db, jobs }: Store): Promise<void> =>
  jobs.schedule('make-releases', '41 * * * *', () => makeReleases(db))

/** Makes releases of live builds that have none. */
export const makeReleases = async (db: Queryable): Promise<void> =>
  void (await sql`select make_releases()`.execute(db))
