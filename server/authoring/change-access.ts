import type { GameAccess } from '@nofiller/contract/catalog/visibility'
import { lockOwnGame, type OwnGameRow, refuseIllegal } from '../catalog/own-game.ts'
import { writeSections } from '../catalog/sections.ts'
import { toAccess } from '../catalog/visibility.ts'
import type { Account } from '../platform/caller.ts'
import { actorOf, audit } from '../platform/database/audit.ts'
import type { Tx } from '../platform/database/database.ts'
import { refreshPrices } from '../sales/update-prices.ts'
import type { Store } from '../store.ts'

/**
 * Says who sees a game and whether it is sold (LA1, LA3). It is announced to every process at the commit (LA2), and set back by
 * another call. Orders that are open keep their right, and owners what they own. A form that is open meanwhile stays current.
 * @throws HttpError 404 for another's, 409 `taken_down_as_illegal`
 */
export const changeAccess = (
  { db, catalogChanged }: Pick<Store, 'db' | 'catalogChanged'>,
  author: Account,
  gameId: string,
  access: GameAccess,
): Promise<GameAccess> =>
  db.transaction().execute(async (tx) => {
    const game = await lockOwnGame(tx, author, gameId)
    refuseIllegal(game, author)
    const before = toAccess(game)
    if (isSame(before, access)) return before
    await tx
      .updateTable('games')
      .set({
        visibility: access.visibility,
        on_developer_page: access.onDeveloperPage,
        not_for_sale: access.notForSale,
      })
      .where('id', '=', gameId)
      .execute()
    await writeSections(tx, gameId, game.tags)
    await refreshPrices(tx, [gameId]) // a game that is not for sale has no sale
    await auditAccess(tx, author, game, { before, after: access })
    await catalogChanged.announce(tx)
    return access
  })

const isSame = (one: GameAccess, other: GameAccess): boolean =>
  one.visibility === other.visibility &&
  one.onDeveloperPage === other.onDeveloperPage &&
  one.notForSale === other.notForSale

/** Also of a developer's own game: who asks why a game was gone for a while finds it there. */
const auditAccess = (
  tx: Tx,
  author: Account,
  { id, title }: OwnGameRow,
  change: { before: GameAccess; after: GameAccess },
): Promise<void> =>
  audit(tx, actorOf(author), {
    action: 'game_access_changed',
    kind: 'game',
    id,
    name: title,
    reason: null,
    ...change,
  })
