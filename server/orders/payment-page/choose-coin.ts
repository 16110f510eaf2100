import { setTimeout as sleep } from 'node:timers/promises'
import { takesMoney } from '@nofiller/contract/payments/payment-states'
import { sql } from 'kysely'
import type { PayAddress } from '../../payments/provider.ts'
import { CoinRefused } from '../../payments/provider-http.ts'
import { conflict, HttpError } from '../../platform/http/errors/errors.ts'
import type { Store } from '../../store.ts'
import {
  asksTheRestAt,
  ensureInvoiceAt,
  findInvoice,
  type OrderInvoice,
  providerDeadline,
  providerDown,
} from '../checkout/invoice.ts'
import { missingOf, refuseWhileMoneyMoves } from '../checkout/pay-rest.ts'
import { queueReadBack } from '../settlement/read-back.ts'
import type { ListOffers } from './coins.ts'
import { findPayment } from './find-payment.ts'

/** Longer than the deadline of all provider calls, so that an address is never made twice. */
const LEASE_SECONDS = 15
const WAIT_FOR_OTHER_MS = 8_000
/** An amount that expires sooner is renewed at once: nobody could send it in time. */
const LEFT_SECONDS = 60

/**
 * Makes the page show the address and amount for a coin. The address is made once per invoice and coin; an expired amount is
 * renewed. A coin of another provider gets an invoice there (requirements 6.28).
 * @throws HttpError 409 `payment_closed` `coin_unavailable` `coin_too_small` `provider_page_only` and those of `missingOf`, 503 `provider_unavailable`
 */
export async function chooseCoin(
  store: Store,
  listOffers: ListOffers,
  orderId: string,
  coin: string,
): Promise<void> {
  const offers = await listOffers(orderId)
  await refuseClosed(store, orderId)
  const offer = offers.find((one) => one.coin === coin)
  if (!offer) throw unavailableCoin()
  const deadline = providerDeadline()
  const present = await findInvoice(store, orderId, asksTheRestAt(store, offer.provider))
  const invoice = present ?? (await ensureInvoiceAt(store, orderId, offer.provider, deadline))
  await ensureAddress(store, { orderId, invoice, coin }, deadline)
}

async function refuseClosed(store: Store, orderId: string): Promise<void> {
  const { state, received } = await findPayment(store, orderId)
  if (!takesMoney(state)) throw closed()
  if (received === 0) return refuseOver(store, orderId)
  await missingOf(store, orderId)
  await refuseWhileMoneyMoves(store, orderId)
}

/** An order without money: it may have expired before a read-back closes it, and its goods may have become illegal. */
async function refuseOver({ db }: Store, orderId: string): Promise<void> {
  const { rows } = await sql`
    select from orders where id = ${orderId} and (expires_at <= now() or exists (
      select from order_items as item join games on games.id = item.game_id
      where item.order_id = orders.id and games.is_illegal))`.execute(db)
  if (rows.length > 0) throw closed()
}

const closed = () => conflict('payment_closed', 'This payment is closed.')

type Choice = { orderId: string; invoice: OrderInvoice; coin: string }

/** One process calls the provider while the others wait for its result. */
async function ensureAddress(store: Store, choice: Choice, deadline: AbortSignal): Promise<void> {
  for (const until = Date.now() + WAIT_FOR_OTHER_MS; Date.now() < until; await sleep(100)) {
    if (await useKnown(store, choice)) return
    const lease = await takeLease(store, choice)
    if (!lease) continue
    // Another process may have stored it between the check and the lease.
    if (await useKnown(store, choice)) return giveBack(store, choice, lease)
    return askForAddress(store, choice, lease, deadline)
  }
  throw providerDown()
}

/** Whether an address exists whose amount is the missing amount and has not expired: the page then shows that one. */
async function useKnown(store: Store, { orderId, invoice, coin }: Choice): Promise<boolean> {
  return store.db.transaction().execute(async (tx) => {
    const known = await tx
      .updateTable('coin_payments')
      .set({ chosen_at: sql<Date>`clock_timestamp()` })
      .where('invoice_id', '=', invoice.id)
      .where('coin', '=', coin)
      .where('address', 'is not', null)
      .where('asked_cents', '=', (eb) =>
        eb
          .selectFrom('orders')
          .select(sql<number>`price_cents - received_cents`.as('missing'))
          .where('id', '=', orderId),
      )
      .where(sql<boolean>`coalesce(valid_until > now() + make_interval(secs => ${LEFT_SECONDS}), true)`)
      .executeTakeFirst()
    if (known.numUpdatedRows === 0n) return false
    await store.orderChanged.announce(tx, orderId)
    return true
  })
}

/** `until` exactly as the database wrote it, because it releases the lease. The missing amount is read before the provider is called. */
type Lease = { until: string; paymentId: string | null; missingCents: number }

/** Null while another process holds it. */
async function takeLease({ db }: Store, { orderId, invoice, coin }: Choice): Promise<Lease | null> {
  const { rows } = await sql<Lease>`
    insert into coin_payments (invoice_id, coin, asked_until)
    values (${invoice.id}, ${coin}, now() + make_interval(secs => ${LEASE_SECONDS}))
    on conflict (invoice_id, coin) do update set asked_until = excluded.asked_until
      where coalesce(coin_payments.asked_until < now(), true)
    returning asked_until::text as until, provider_payment_id as "paymentId",
      (select price_cents - received_cents from orders where id = ${orderId}) as "missingCents"`.execute(db)
  return rows[0] ?? null
}

async function askForAddress(
  store: Store,
  choice: Choice,
  lease: Lease,
  deadline: AbortSignal,
): Promise<void> {
  const { invoice, coin } = choice
  try {
    const ref = { providerInvoiceId: invoice.providerInvoiceId, amountCents: invoice.amountCents }
    const provider = store.providers.get(invoice.provider)
    const payAddress = await provider?.chooseCoin?.(ref, coin, lease.paymentId, deadline)
    if (!payAddress) throw conflict('provider_page_only', 'This coin is paid on the provider’s own page.')
    await storeAddress(store, choice, payAddress, lease)
  } catch (error) {
    // After a timeout the provider may still make one, so the lease is left to expire.
    if (!deadline.aborted) await giveBack(store, choice, lease)
    throw refusalOf(store, error)
  }
}

async function storeAddress(
  { db, jobs, orderChanged }: Store,
  { orderId, invoice, coin }: Choice,
  { paymentId, address, memo, amount, walletUri, validUntil }: PayAddress,
  { missingCents }: Lease,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await tx
      .updateTable('coin_payments')
      .set({
        provider_payment_id: paymentId,
        address,
        memo,
        amount,
        wallet_uri: walletUri,
        asked_cents: missingCents, // a partial payment that came meanwhile is not in this amount
        valid_until: validUntil,
        asked_until: null,
        chosen_at: sql<Date>`clock_timestamp()`,
      })
      .where('invoice_id', '=', invoice.id)
      .where('coin', '=', coin)
      .execute()
    await queueReadBack(jobs, tx, orderId) // the provider's read-back makes the order WAITING
    await orderChanged.announce(tx, orderId)
  })
}

async function giveBack({ db }: Store, { invoice, coin }: Choice, { until }: Lease): Promise<void> {
  await db
    .updateTable('coin_payments')
    .set({ asked_until: null })
    .where('invoice_id', '=', invoice.id)
    .where('coin', '=', coin)
    .where('asked_until', '=', sql<Date>`${until}::timestamptz`)
    .execute()
}

function refusalOf({ log }: Store, error: unknown): unknown {
  if (error instanceof CoinRefused)
    return error.reason === 'too_small'
      ? conflict(
          'coin_too_small',
          'This is less than the smallest payment in this coin. Choose another coin.',
        )
      : unavailableCoin()
  if (error instanceof HttpError) return error
  log.error({ err: error }, 'a coin could not be chosen')
  return providerDown()
}

const unavailableCoin = () =>
  conflict('coin_unavailable', 'This coin can’t be used right now. Choose another; your order stays.')
