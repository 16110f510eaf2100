import { centsOf, dollarsOf } from '@nofiller/contract/pricing/money'
import type { SupporterOffer, Supporters } from '@nofiller/contract/releases/supporters'
import { soldWords } from '@nofiller/contract/releases/windows'
import { sql } from 'kysely'
import { auditChange } from '../catalog/audit-change.ts'
import { currentFiles, findOwnGame, lockOwnGame, refuseIllegal } from '../catalog/own-game.ts'
import type { Account } from '../platform/caller.ts'
import type { Database, Queryable } from '../platform/database/database.ts'
import { conflict, unprocessable } from '../platform/http/errors/errors.ts'
import type { Store } from '../store.ts'

/** What makes supporters of a game, and how many it has (EA2). @throws HttpError 404 */
export async function supportersOf(db: Database, author: Account, gameId: string): Promise<Supporters> {
  await findOwnGame(db, author, gameId)
  return readSupporters(db, gameId)
}

async function readSupporters(db: Queryable, gameId: string): Promise<Supporters> {
  const { rows } = await sql<{ supporters: number }>`
    select count(*)::int as supporters from grants as base where game_id = ${gameId} and is_supporter(base)`.execute(
    db,
  )
  const sold = await soldDays(db, gameId)
  return {
    offer: await currentOffer(db, gameId),
    supporters: rows[0]?.supporters ?? 0,
    isSold: sold !== null,
  }
}

async function currentOffer(db: Queryable, gameId: string): Promise<SupporterOffer | null> {
  const row = await db
    .selectFrom('supporter_offers')
    .select(['file_id', 'min_cents', 'lead_days'])
    .where('game_id', '=', gameId)
    .where('until_at', 'is', null)
    .executeTakeFirst()
  if (!row) return null
  const { file_id: fileId, min_cents: cents, lead_days: leadDays } = row
  return { fileId, minPaid: cents === null ? null : dollarsOf(cents), leadDays }
}

/** The days before owners with which the game, or an extra of it, was sold; null where nobody bought it with a promise. */
async function soldDays(db: Queryable, gameId: string): Promise<number | null> {
  const { rows } = await sql<{ days: number }>`
    select offer.lead_days as days from supporter_offers as offer
    where offer.game_id = ${gameId} and exists (
      select from orders join order_items as item on item.order_id = orders.id
      where item.game_id = offer.game_id and orders.status = 'PAID' and orders.paid_at >= offer.from_at
        and orders.created_at < coalesce(offer.until_at, 'infinity')
    )
    order by offer.from_at limit 1`.execute(db)
  return rows[0]?.days ?? null
}

/**
 * Sets what makes supporters of a game from now on, or that nothing does. Who is a supporter stays one. The days before owners
 * stay once they were sold: supporters paid for as many, and the others for no longer a wait (EA3).
 * @throws HttpError 404, 409 `window_promised`, `taken_down_as_illegal`, 422 for a file that is no extra of the game
 */
export async function setSupporters(
  store: Store,
  author: Account,
  gameId: string,
  offer: SupporterOffer | null,
): Promise<Supporters> {
  await store.db.transaction().execute(async (tx) => {
    const game = await lockOwnGame(tx, author, gameId)
    refuseIllegal(game, author)
    if (offer?.fileId) {
      const extra = (await currentFiles(tx, gameId)).find(({ id }) => id === offer.fileId)
      if (!extra || extra.customPriceCents === null)
        throw unprocessable({ fileId: 'Choose an extra of this game that has a price.' })
    }
    const sold = await soldDays(tx, gameId)
    if (offer && sold !== null && sold !== offer.leadDays) throw conflict('window_promised', soldWords(sold))
    const before = await currentOffer(tx, gameId)
    await sql`update supporter_offers set until_at = clock_timestamp() where game_id = ${gameId} and until_at is null`.execute(
      tx,
    )
    if (offer)
      await tx
        .insertInto('supporter_offers')
        .values({
          game_id: gameId,
          file_id: offer.fileId,
          min_cents: offer.minPaid === null ? null : centsOf(offer.minPaid),
          lead_days: offer.leadDays,
          from_at: sql<Date>`clock_timestamp()`,
        })
        .execute()
    await auditChange(tx, author, game, { before: { supporters: before }, after: { supporters: offer } })
    await store.catalogChanged.announce(tx)
  })
  return readSupporters(store.db, gameId)
}
