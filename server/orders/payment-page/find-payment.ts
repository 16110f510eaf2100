import type { OrderFlag, OrderStatus } from '@nofiller/contract/orders/order-status'
import type { Payment } from '@nofiller/contract/payments/payments'
import { dollarsOf } from '@nofiller/contract/pricing/money'
import { sql } from 'kysely'
import { notFound } from '../../platform/http/errors/errors.ts'
import type { Store } from '../../store.ts'
import { asksTheRest, isOverRest } from '../checkout/invoice.ts'
import { paymentState } from './payment-state.ts'

/** The order of a payment page. @throws HttpError 404 */
export async function orderOfPage({ preparedDb }: Store, payToken: string): Promise<string> {
  const page = await preparedDb
    .selectFrom('payment_pages')
    .select('order_id')
    .where('token', '=', payToken)
    .executeTakeFirst()
  if (!page) throw notFound('We do not know this payment.')
  return page.order_id
}

/** What the payment page shows about an order. Its token gives access to nothing else (requirements 6.27). */
export async function findPayment(store: Store, orderId: string): Promise<Payment> {
  const { rows } = await selectPayment(store, orderId).execute(store.preparedDb)
  const [row] = rows
  if (!row) throw notFound('We do not know this payment.')
  return toPayment(row)
}

type PaymentRow = {
  status: OrderStatus
  flags: OrderFlag[]
  price_cents: number
  received_cents: number
  created_at: Date
  expires_at: Date
  paid_at: Date | null
  provider_url: string | null
  is_moving: boolean
  seen_at: Date | null
  confirmations: Payment['confirmations']
  coin: string | null
  amount: string | null
  address: string | null
  memo: string | null
  wallet_uri: string | null
  valid_until: Date | null
  chosen_at: Date | null
}

const selectPayment = (store: Store, orderId: string) => sql<PaymentRow>`
  select orders.status, orders.flags, orders.price_cents, orders.received_cents, orders.created_at, orders.expires_at,
    orders.paid_at, newest.url as provider_url, payment.seen_at, payment.confirmations,
    exists (select from invoices where order_id = orders.id and stage = 'seen') as is_moving,
    chosen.coin, chosen.amount, chosen.address, chosen.memo, chosen.wallet_uri, chosen.valid_until, chosen.chosen_at
  from orders
  left join lateral (
    select url from invoices where order_id = orders.id and (orders.status = 'PAID' or ${isOverRest(store)})
    order by created_at desc limit 1
  ) as newest on true
  left join lateral (
    select first_seen_at as seen_at, case when confirmations_needed is not null
      then json_build_object('count', confirmations, 'needed', confirmations_needed) end as confirmations
    from provider_payments where order_id = orders.id and amount_cents > 0
    order by first_seen_at desc limit 1
  ) as payment on true
  left join lateral (
    select coin, amount, address, memo, wallet_uri, chosen_at, coalesce(valid_until, invoices.expires_at) as valid_until
    from coin_payments join invoices on invoices.id = coin_payments.invoice_id
    where invoices.order_id = orders.id and address is not null and asked_cents = orders.price_cents - orders.received_cents
      and ${asksTheRest(store)}
      and not exists (select from order_items as item join games on games.id = item.game_id
        where item.order_id = orders.id and games.is_illegal)
    order by chosen_at desc limit 1
  ) as chosen on true
  where orders.id = ${orderId}`

function toPayment(row: PaymentRow): Payment {
  const state = paymentState({
    status: row.status,
    receivedCents: row.received_cents,
    isMoving: row.is_moving,
    hasAddress: row.address !== null,
  })
  const missingCents = row.status === 'PAID' ? 0 : Math.max(0, row.price_cents - row.received_cents)
  return {
    state,
    status: row.status,
    price: dollarsOf(row.price_cents),
    received: dollarsOf(row.received_cents),
    missing: dollarsOf(missingCents),
    isLate: row.flags.includes('late'),
    isOver: row.flags.includes('overpaid'),
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    seenAt: row.seen_at?.toISOString() ?? null,
    paidAt: row.paid_at?.toISOString() ?? null,
    chosen: chosenOf(row),
    confirmations: state === 'seen' || state === 'late' ? row.confirmations : null,
    providerUrl: row.provider_url,
  }
}

function chosenOf(row: PaymentRow): Payment['chosen'] {
  const { coin, amount, address, valid_until, chosen_at } = row
  if (coin === null || amount === null || address === null || !valid_until || !chosen_at) return null
  return {
    coin,
    amount,
    address,
    memo: row.memo,
    walletUri: row.wallet_uri,
    validUntil: valid_until.toISOString(),
    chosenAt: chosen_at.toISOString(),
  }
}
