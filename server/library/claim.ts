import { availableFrom, notAvailable } from '../catalog/coming-releases.ts'
import { notForSale, pageSeenBy } from '../catalog/visibility.ts'
import type { Account } from '../platform/caller.ts'
import { forbidden, notFound } from '../platform/http/errors/errors.ts'
import { logEvent } from '../platform/telemetry/log.ts'
import type { Store } from '../store.ts'
import { grant, ownedOf } from './grants.ts'

/**
 * Adds a free game to the caller's library; a game already owned stays as it is.
 * @throws HttpError 404, 403 `This game is not free.`, 409 `not_available`, `not_for_sale`
 */
export async function claim(
  { db, log }: Store,
  account: Account,
  gameId: string,
): Promise<{ added: boolean }> {
  const game = await db
    .selectFrom('games')
    .select([
      'is_free',
      'not_for_sale',
      pageSeenBy(account).as('is_seen'),
      availableFrom.as('available_from'),
    ])
    .where('id', '=', gameId)
    .executeTakeFirst()
  const owned = await ownedOf(db, account.id, gameId)
  if (game && owned.base) return { added: false }
  if (!game?.is_seen) throw notFound()
  if (game.not_for_sale) throw notForSale()
  if (game.available_from) throw notAvailable(game.available_from)
  if (!game.is_free) throw forbidden('This game is not free.', 'not_free')
  const added = await db
    .transaction()
    .execute((tx) => grant(tx, { accountId: account.id, gameId, fileId: null, orderId: null }))
  if (added) logEvent(log, 'granted', { accountId: account.id, gameId, fileId: null, orderId: null })
  return { added }
}
