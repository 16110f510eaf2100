import { type RawBuilder, sql } from 'kysely'
import { LATER, lockOwnGame, type OwnGameRow, refuseIllegal } from '../catalog/own-game.ts'
import { writeSections } from '../catalog/sections.ts'
import { followApproval } from '../moderation/approvals/follow.ts'
import type { Account } from '../platform/caller.ts'
import type { Tx } from '../platform/database/database.ts'
import type { Store } from '../store.ts'
import { auditSave, stateOf } from './game-form/audit-save.ts'

/**
 * Archives a game: it becomes a draft, and leaves its developer's list. Owners keep it. A repeated call changes nothing.
 * @throws HttpError 404 for another's, 409 `taken_down_as_illegal`
 */
export const archiveGame = (store: Store, author: Account, gameId: string): Promise<void> =>
  change(store, author, gameId, async (tx, { archived_at }) => {
    if (!archived_at) await putAway(tx, gameId, sql<Date>`now()`)
  })

/** Restores an archived game to its earlier state. A repeated call changes nothing. @throws HttpError as `archiveGame` */
export const unarchiveGame = (store: Store, author: Account, gameId: string): Promise<void> =>
  change(store, author, gameId, async (tx, { archived_from }) => {
    if (archived_from) await bringBack(tx, gameId, archived_from)
  })

type Developer = Pick<Account, 'id' | 'role'>

/**
 * Archives all games of a developer who leaves. The time marks them for `unarchiveGamesOf`. Games taken down as
 * illegal stay as they are.
 */
export async function archiveGamesOf(
  store: Followed,
  tx: Tx,
  developer: Developer,
  moment: Date,
): Promise<void> {
  const games = await lockGamesOf(tx, developer).where('archived_at', 'is', null).execute()
  for (const game of games) {
    await putAway(tx, game.id, moment)
    await follow(store, tx, developer, game)
  }
}

/** Restores the games that were archived at a moment. */
export async function unarchiveGamesOf(
  store: Followed,
  tx: Tx,
  developer: Developer,
  moment: Date,
): Promise<void> {
  const games = await lockGamesOf(tx, developer).where('archived_at', '=', moment).execute()
  for (const game of games) {
    if (game.archived_from) await bringBack(tx, game.id, game.archived_from)
    await follow(store, tx, developer, game)
  }
}

const lockGamesOf = (tx: Tx, { id }: Developer) =>
  tx
    .selectFrom('games')
    .select(['id', 'tags', 'archived_from'])
    .where('developer_id', '=', id)
    .where('is_illegal', '=', false)
    .orderBy('id')
    .forNoKeyUpdate()

const putAway = (tx: Tx, gameId: string, at: Date | RawBuilder<Date>) =>
  tx
    .updateTable('games')
    .set((eb) => ({ status: 'draft', archived_at: at, archived_from: eb.ref('status'), updated_at: LATER }))
    .where('id', '=', gameId)
    .execute()

const bringBack = (tx: Tx, gameId: string, status: 'draft' | 'published') =>
  tx
    .updateTable('games')
    .set({ status, archived_at: null, archived_from: null, updated_at: LATER })
    .where('id', '=', gameId)
    .execute()

async function change(
  store: Store,
  author: Account,
  gameId: string,
  write: (tx: Tx, game: OwnGameRow) => Promise<unknown>,
): Promise<void> {
  await store.db.transaction().execute(async (tx) => {
    const game = await lockOwnGame(tx, author, gameId)
    refuseIllegal(game, author)
    const before = await stateOf(tx, gameId)
    await write(tx, game)
    await follow(store, tx, author, game)
    if (game.developer_id !== author.id) await auditSave(tx, author, game, before)
  })
}

type Followed = Pick<Store, 'config' | 'clock' | 'catalogChanged'>

/** The side effects of every change of a game's status. */
async function follow(
  store: Followed,
  tx: Tx,
  author: Developer,
  { id, tags }: Pick<OwnGameRow, 'id' | 'tags'>,
): Promise<void> {
  await followApproval(store, tx, author, id)
  await writeSections(tx, id, tags)
  await store.catalogChanged.announce(tx)
}
