import { RELEASE_LIMITS, RELEASE_TEXT } from '@nofiller/contract/releases/release-rules'
import type { OwnRelease, ReleaseNotes } from '@nofiller/contract/releases/releases'
import { isLonger } from '@nofiller/contract/text/characters'
import { sql } from 'kysely'
import { lockOwnGame, refuseIllegal } from '../catalog/own-game.ts'
import type { Account } from '../platform/caller.ts'
import type { Queryable } from '../platform/database/database.ts'
import { cleanHtml } from '../platform/html.ts'
import { notFound, unprocessable } from '../platform/http/errors/errors.ts'
import { showsBlocked } from '../reports/evidence/blocked-pictures.ts'
import type { Store } from '../store.ts'
import { auditRelease } from './audit-release.ts'
import { ownRelease } from './own-releases.ts'
import { gameOfRelease } from './release-row.ts'

/** Changes what a release says; of a live one the edit is dated (VE4). @throws HttpError 404, 409 `taken_down_as_illegal`, 422 */
export async function editNotes(
  store: Store,
  author: Account,
  releaseId: string,
  notes: ReleaseNotes,
): Promise<OwnRelease> {
  const gameId = await gameOfRelease(store.db, author, releaseId)
  const columns = await noteColumns(store.db, gameId, releaseId, notes)
  await store.db.transaction().execute(async (tx) => {
    const game = await lockOwnGame(tx, author, gameId)
    refuseIllegal(game, author)
    const { label } = await tx
      .updateTable('releases')
      .set({
        ...columns,
        notes_edited_at: sql<Date | null>`case when coalesce(early_at, live_at) is not null then now() end`,
      })
      .where('id', '=', releaseId)
      .returning('label')
      .executeTakeFirstOrThrow(() => notFound())
    await auditRelease(tx, author, game, { release: label, change: 'notes edited' })
    await store.catalogChanged.announce(tx)
  })
  return ownRelease(store, releaseId)
}

/** What a release says, as its columns. @throws HttpError 422 with `fields` */
export async function noteColumns(
  db: Queryable,
  gameId: string,
  releaseId: string | null,
  { summary, notes, knownProblems, saves, savesFrom, savesNote }: ReleaseNotes,
) {
  const clean = cleanHtml(notes.replaceAll(/<(\/?)h1\b/gi, '<$1h2'))
  if (clean === null)
    throw unprocessable({ notes: 'These notes are nested too deeply. Simplify their HTML.' })
  if (isLonger(clean, RELEASE_LIMITS.notes)) throw unprocessable({ notes: 'Use up to 20,000 characters.' })
  if (await showsBlocked(db, clean))
    throw unprocessable({ notes: 'A picture in these notes may not be shown in this store.' })
  const oldest = saves === 'from' ? savesFrom : null
  if (saves === 'from' && !(await isEarlier(db, gameId, releaseId, oldest)))
    throw unprocessable({ savesFrom: RELEASE_TEXT.savesFrom })
  return {
    summary,
    notes: clean,
    known_problems: knownProblems,
    saves,
    saves_from: oldest,
    saves_note: savesNote,
  }
}

/** Whether a release was live before another of the same game. */
async function isEarlier(
  db: Queryable,
  gameId: string,
  releaseId: string | null,
  oldestId: string | null,
): Promise<boolean> {
  if (oldestId === null || oldestId === releaseId) return false
  const oldest = await db
    .selectFrom('releases')
    .select('id')
    .where('id', '=', oldestId)
    .where('game_id', '=', gameId)
    .where('live_at', 'is not', null)
    .where(
      sql<boolean>`live_at < coalesce((select live_at from releases where id = ${releaseId}), 'infinity')`,
    )
    .executeTakeFirst()
  return oldest !== undefined
}
