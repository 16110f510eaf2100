import { availableFrom, notAvailable } from '../../catalog/coming-releases.ts'
import { grant } from '../../library/grants.ts'
import { type Actor, audit } from '../../platform/database/audit.ts'
import type { Tx } from '../../platform/database/database.ts'
import { refuseOwn } from '../../platform/database/own-case.ts'
import { conflict, notFound } from '../../platform/http/errors/errors.ts'
import { logEvent } from '../../platform/telemetry/log.ts'
import type { Store } from '../../store.ts'
import { queueGift } from './emails.ts'

type Gift = { accountId: string; gameId: string; fileId: string | null; reason: string }

/**
 * Gives an account a game's base or one of its extras for free. No refund of an order revokes it.
 * @throws HttpError 403 `own_case`, 404, 409 `already_owned`, `not_available`
 */
export async function give(store: Store, actor: Actor, gift: Gift): Promise<void> {
  const { accountId, gameId, fileId, reason } = gift
  await store.db.transaction().execute(async (tx) => {
    const decider = await refuseOwn(tx, actor, [accountId])
    const receiver = await tx
      .selectFrom('accounts')
      .select(['username', 'email'])
      .where('id', '=', accountId)
      .executeTakeFirst()
    if (!receiver) throw notFound('There is no such user.')
    const title = await titleOf(tx, gift)
    if (!(await grant(tx, { accountId, gameId, fileId, orderId: null })))
      throw conflict('already_owned', `${receiver.username} already owns ${title}.`)
    await audit(tx, decider, {
      action: 'game_granted',
      kind: 'user',
      id: accountId,
      name: receiver.username,
      reason,
      after: { granted: title },
    })
    await queueGift(store, tx, { email: receiver.email, title, reason })
    logEvent(store.log, 'granted', { accountId, gameId, fileId, orderId: null })
  })
}

/** @throws HttpError 404 for a game, or an extra of it, that does not exist */
async function titleOf(tx: Tx, { gameId, fileId }: Gift): Promise<string> {
  const game = await tx
    .selectFrom('games')
    .select(['title', availableFrom.as('available_from')])
    .where('id', '=', gameId)
    .executeTakeFirst()
  if (!game) throw notFound('There is no such game.')
  if (fileId === null && game.available_from) throw notAvailable(game.available_from)
  if (fileId === null) return game.title
  const coming = await tx
    .selectFrom('coming_files')
    .select('opens_at')
    .where('id', '=', fileId)
    .where('game_id', '=', gameId)
    .executeTakeFirst()
  if (coming) throw notAvailable(coming.opens_at)
  const file = await tx
    .selectFrom('built_files')
    .select('name')
    .where('id', '=', fileId)
    .where('game_id', '=', gameId)
    .where('kind', '=', 'file')
    .executeTakeFirst()
  if (!file) throw notFound('This game has no such file.')
  return `${game.title}: ${file.name}`
}
