import { dollarsOf, showPrice } from '@nofiller/contract/pricing/money'
import { sql } from 'kysely'
import { validate as isUuid } from 'uuid'
import type { Account } from '../../platform/caller.ts'
import { conflict, notFound } from '../../platform/http/errors/errors.ts'
import type { Store } from '../../store.ts'
import { paymentPageOf } from '../payment-page/page-address.ts'
import { ensureInvoice, findInvoice, type OrderInvoice, providerDeadline, takesRest } from './invoice.ts'
import { tooSmall } from './minimum-payment.ts'
import { risenPrice } from './risen-price.ts'

/**
 * Where the buyer of an underpaid order pays the missing amount: its current invoice while that accepts money, else a new one
 * for the rest, made like the first (requirements 6.9). Amounts in dollars.
 * @throws HttpError 404, 409 `order_paid` `no_confirmed_payment` `order_closed` `money_on_its_way` `rest_too_small`, 503 `provider_unavailable`
 */
export async function payRest(
  store: Store,
  buyer: Account,
  orderId: string,
): Promise<{ invoiceUrl: string; payUrl: string; missing: number }> {
  if (!(await isOrderOf(store, orderId, buyer))) throw notFound()
  const missingCents = await missingOf(store, orderId)
  const present = await findInvoice(store, orderId, takesRest(store))
  const { url } = present ?? (await invoiceForRest(store, orderId, missingCents))
  return { invoiceUrl: url, payUrl: await paymentPageOf(store, orderId), missing: dollarsOf(missingCents) }
}

async function isOrderOf({ db }: Store, orderId: string, buyer: Account): Promise<boolean> {
  if (!isUuid(orderId)) return false
  const order = await db
    .selectFrom('orders')
    .select('id')
    .where('id', '=', orderId)
    .where('account_id', '=', buyer.id)
    .executeTakeFirst()
  return order !== undefined
}

/**
 * The missing amount of an underpaid order, in cents.
 * @throws HttpError 404, 409 `order_paid` `no_confirmed_payment` `order_closed` `money_on_its_way`
 */
export async function missingOf({ db, config }: Store, orderId: string): Promise<number> {
  const order = await db
    .selectFrom('orders')
    .select([
      'orders.id',
      'orders.account_id',
      'orders.status',
      'orders.price_cents',
      'orders.price_unlocked_at',
      'orders.discount_code_id',
      'orders.code_released_at',
      'orders.received_cents',
      'orders.next_check_at',
      sql<boolean>`exists (select from order_items as item join games on games.id = item.game_id
        where item.order_id = orders.id and games.is_illegal)`.as('is_illegal'),
    ])
    .where('orders.id', '=', orderId)
    .executeTakeFirst()
  if (!order) throw notFound()
  if (order.status === 'PAID') throw conflict('order_paid', 'This order is paid.')
  if (order.received_cents === 0)
    throw conflict('no_confirmed_payment', 'We have not received a confirmed payment for this order yet.')
  if (order.next_check_at === null || order.is_illegal || (await risenPrice(db, order)))
    throw conflict('order_closed', `This order can no longer be paid. Write to ${config.SUPPORT_EMAIL}.`)
  if (order.received_cents >= order.price_cents) throw moneyMoves()
  return order.price_cents - order.received_cents
}

async function invoiceForRest(store: Store, orderId: string, missingCents: number): Promise<OrderInvoice> {
  await refuseWhileMoneyMoves(store, orderId)
  const deadline = providerDeadline()
  const problem = await tooSmall(store, missingCents, deadline)
  if (problem)
    throw conflict(
      'rest_too_small',
      `The remaining ${showPrice(dollarsOf(missingCents))} is ${problem} Write to ${store.config.SUPPORT_EMAIL}: your money is safe.`,
    )
  return ensureInvoice(store, orderId, takesRest(store), deadline)
}

/** Whether a closed invoice holds unconfirmed money: it may be the rest, which the buyer must not pay twice. */
export async function refuseWhileMoneyMoves({ db }: Store, orderId: string): Promise<void> {
  const moving = await db
    .selectFrom('invoices')
    .select('id')
    .where('order_id', '=', orderId)
    .where('stage', '=', 'seen')
    .executeTakeFirst()
  if (moving) throw moneyMoves()
}

const moneyMoves = () =>
  conflict(
    'money_on_its_way',
    'More money for this order is on its way. Wait until it is confirmed, then look again.',
  )
