import { sql } from 'kysely'
import { byGoods, withdrawGrant } from '../../library/grants.ts'
import { type Actor, audit } from '../../platform/database/audit.ts'
import type { Tx } from '../../platform/database/database.ts'
import { refuseOwn } from '../../platform/database/own-case.ts'
import { conflict } from '../../platform/http/errors/errors.ts'
import { logEvent } from '../../platform/telemetry/log.ts'
import type { Store } from '../../store.ts'
import { addEvent } from '../events.ts'
import { queueRevoked } from './emails.ts'
import { type ItemRow, itemsAt, lockPaidOrder, type PaidOrder, partiesOf } from './paid-order.ts'

/**
 * Revokes items of a paid order without refunding money: they leave the buyer's library, and their links stop working.
 * @throws HttpError 403 `own_case`, 404, 409 `not_paid` `already_revoked`
 */
export async function revokeItems(
  store: Store,
  actor: Actor,
  orderId: string,
  { positions, reason }: { positions: readonly number[]; reason: string },
): Promise<void> {
  await store.db.transaction().execute(async (tx) => {
    const decider = await refuseOwn(tx, actor, await partiesOf(tx, orderId))
    const order = await lockPaidOrder(tx, orderId)
    const items = itemsAt(order, positions)
    if (items.some((item) => item.revoked_at !== null))
      throw conflict('already_revoked', 'This item has already been taken back.')
    await takeBack(store.log, tx, order, items)
    await audit(tx, decider, {
      action: 'order_revoked',
      kind: 'order',
      id: order.id,
      name: `Order ${order.number}`,
      reason,
      after: { revoked: items.map((item) => item.title) },
    })
    await queueRevoked(store, tx, order, items, { reason, isOwn: decider.own !== undefined })
  })
}

/** Marks items as revoked and removes their grants; grants from elsewhere stay. Grants are locked in one sequence of keys. */
export async function takeBack(
  log: Store['log'],
  tx: Tx,
  order: PaidOrder,
  items: readonly ItemRow[],
): Promise<void> {
  // Before the grants, as whoever saves a review of such a game does: its reviews are counted anew.
  const gameIds = items.map(({ game_id }) => game_id)
  await sql`select from games where id = any(${sql.val(gameIds)}::uuid[]) order by id for no key update`.execute(
    tx,
  )
  await tx
    .updateTable('order_items')
    .set({ revoked_at: new Date() })
    .where('order_id', '=', order.id)
    .where(
      'position',
      'in',
      items.map((item) => item.position),
    )
    .execute()
  const goods = items.map(({ game_id, file_id }) => ({ gameId: game_id, fileId: file_id }))
  for (const good of goods.sort(byGoods)) {
    const owner = { accountId: order.account_id, ...good, orderId: order.id }
    if (await withdrawGrant(tx, owner)) logEvent(log, 'revoked', owner)
  }
  await addEvent(tx, order.id, 'revoked', { items: items.map((item) => item.title) })
}
