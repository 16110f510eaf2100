import { sql } from 'kysely'
import { writeSections } from '../catalogue/sections.ts'
import { followReview } from '../moderation/reviews/follow.ts'
import type { Account } from '../platform/caller.ts'
import type { Tx } from '../platform/database/database.ts'
import { notFound } from '../platform/http/errors.ts'
import type { Store } from '../store.ts'
import { auditSave, stateOf } from './game-form/audit-save.ts'
import { refuseIllegal } from './game-form/save-game.ts'
import { LATER } from './game-form/write-game.ts'
import { lockOwnGame, type OwnGameRow } from './own-game.ts'

/**
 * Puts a game away: it is a draft, and out of its developer's list. Owners keep it. Twice is once.
 * @throws HttpError 404 for another's, 409 `taken_down_as_illegal`
 */
export const archiveGame = (store: Store, author: Account, gameId: string): Promise<void> =>
  change(store, author, gameId, async (tx, { archived_at }) => {
    if (archived_at) return
    await tx
      .updateTable('games')
      .set((eb) => ({
        status: 'draft',
        archived_at: sql<Date>`now()`,
        archived_from: eb.ref('status'),
        updated_at: LATER,
      }))
      .where('id', '=', gameId)
      .execute()
  })

/** Brings a game back as it was before it was put away. Twice is once. @throws HttpError as `archiveGame` */
export const unarchiveGame = (store: Store, author: Account, gameId: string): Promise<void> =>
  change(store, author, gameId, async (tx, { archived_from: status }) => {
    if (!status) return
    await tx
      .updateTable('games')
      .set({ status, archived_at: null, archived_from: null, updated_at: LATER })
      .where('id', '=', gameId)
      .execute()
  })

async function change(
  store: Store,
  author: Account,
  gameId: string,
  write: (tx: Tx, game: OwnGameRow) => Promise<void>,
): Promise<void> {
  const { db, catalogueChanged } = store
  await db.transaction().execute(async (tx) => {
    const game = await lockOwnGame(tx, author, gameId)
    if (!game) throw notFound()
    refuseIllegal(game, author)
    const before = await stateOf(tx, gameId)
    await write(tx, game)
    await followReview(store, tx, author, gameId)
    await writeSections(tx, gameId, game.tags)
    if (game.developer_id !== author.id) await auditSave(tx, author, game, before)
    await catalogueChanged.announce(tx)
  })
}
