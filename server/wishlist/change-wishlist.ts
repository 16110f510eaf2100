import type { VisitorWish } from '@nofiller/contract/wishlist/wishlist'
import { WISHLIST_MAX, WISHLIST_TEXT, type WishChoice } from '@nofiller/contract/wishlist/wishlist-rules'
import { sql } from 'kysely'
import { pageSeenBy } from '../catalog/visibility.ts'
import { ownedAmong } from '../library/grants.ts'
import type { Database, Tx } from '../platform/database/database.ts'
import { conflict, notFound } from '../platform/http/errors/errors.ts'

/** How somebody is told about a game they want; `myPrice` in dollars. What is left out stays as it is. */
type Wish = { notify?: WishChoice | undefined; myPrice?: number | null | undefined }

/**
 * Puts a game on an account's wishlist, or changes how it is told about it. Twice is once.
 * @throws HttpError 404 for a game whose page the account may not see, 409 `already_owned` `list_full`
 */
export const addWish = (db: Database, accountId: string, gameId: string, wish: Wish): Promise<void> =>
  changeWishlist(db, accountId, async (tx) => {
    await refuseUnwantable(tx, accountId, gameId)
    const columns = columnsOf(wish)
    await tx
      .insertInto('wishlist')
      .values({ account_id: accountId, game_id: gameId, ...columns })
      .onConflict((there) =>
        Object.keys(columns).length === 0
          ? there.doNothing()
          : there.columns(['account_id', 'game_id']).doUpdateSet(columns),
      )
      .execute()
    if ((await countWishes(tx, accountId)) > WISHLIST_MAX) throw conflict('list_full', WISHLIST_TEXT.full)
  })

const columnsOf = ({ notify, myPrice }: Wish) => ({
  ...(notify !== undefined && { notify }),
  ...(myPrice !== undefined && { my_price_cents: myPrice === null ? null : Math.round(myPrice * 100) }),
})

/** @throws HttpError 404, 409 `already_owned` */
async function refuseUnwantable(tx: Tx, accountId: string, gameId: string): Promise<void> {
  const game = await tx
    .selectFrom('games')
    .select(['developer_id', pageSeenBy({ id: accountId, role: 'player' }).as('is_seen')])
    .where('id', '=', gameId)
    .executeTakeFirst()
  if (game?.developer_id === accountId) throw conflict('already_owned', WISHLIST_TEXT.own)
  if ((await ownedAmong(tx, accountId, [gameId])).size > 0)
    throw conflict('already_owned', WISHLIST_TEXT.owned)
  if (!game?.is_seen) throw notFound(WISHLIST_TEXT.gone)
}

/** Twice is once. */
export async function removeWish(db: Database, accountId: string, gameId: string): Promise<void> {
  await db.deleteFrom('wishlist').where('account_id', '=', accountId).where('game_id', '=', gameId).execute()
}

/**
 * Adds the list of a visitor's browser, the first added first, until the list is full. What is not in the store, owned, or the
 * account's own game is left out; what is there already stays as it is.
 * @returns how many found no room
 */
export async function mergeWishes(
  db: Database,
  accountId: string,
  wishes: readonly VisitorWish[],
): Promise<number> {
  let noRoom = 0
  await changeWishlist(db, accountId, async (tx) => {
    const room = WISHLIST_MAX - (await countWishes(tx, accountId))
    const { rows } = await sql<{ game_id: string; added_at: Date }>`
      select games.id as game_id, least(min(wish."addedAt"), now()) as added_at
      from json_to_recordset(${JSON.stringify(wishes)}) as wish ("gameId" uuid, "addedAt" timestamptz)
      join games on games.id = wish."gameId"
      where ${pageSeenBy({ id: accountId, role: 'player' })} and games.developer_id <> ${accountId}
        and not exists (select from grants where account_id = ${accountId} and game_id = games.id and file_id is null)
        and not exists (select from wishlist where account_id = ${accountId} and game_id = games.id)
      group by games.id order by min(wish."addedAt"), games.id`.execute(tx)
    noRoom = Math.max(0, rows.length - room)
    const added = rows.slice(0, Math.max(0, room)).map((row) => ({ account_id: accountId, ...row }))
    if (added.length > 0) await tx.insertInto('wishlist').values(added).execute()
  })
  return noRoom
}

/**
 * Changes of one list happen one after the other, so that it never grows beyond its limit. The lock also waits for, and keeps
 * off, the grants of the account, whose key locks the row `for key share`: a game is never wanted and owned.
 */
const changeWishlist = (db: Database, accountId: string, change: (tx: Tx) => Promise<void>): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await tx.selectFrom('accounts').select('id').where('id', '=', accountId).forUpdate().execute()
    await change(tx)
  })

async function countWishes(tx: Tx, accountId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('wishlist')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return count
}
