import { coinRank } from '@nofiller/contract/payments/coins'
import type { PaymentCoin } from '@nofiller/contract/payments/payments'
import { dollarsOf } from '@nofiller/contract/pricing/money'
import { LRUCache } from 'lru-cache'
import type { CoinOffer, PaymentProvider } from '../../payments/provider.ts'
import type { Store } from '../../store.ts'
import { asksTheRest, providerDeadline, providerDown } from '../checkout/invoice.ts'
import type { Waits } from './measured-waits.ts'

/** A coin, and the provider that accepts it for this order. */
export type Offered = CoinOffer & { provider: string }

/** Returns the coins that can pay an order. @throws HttpError 503 `provider_unavailable` when no provider responds */
export type ListOffers = (orderId: string) => Promise<readonly Offered[]>

const TTL_MS = 30_000
const MAX_CACHED_ORDERS = 1_000

/** Asks all providers and caches their replies for half a minute: a repeated page view makes no call. */
export function offersOf(store: Store): ListOffers {
  const cache = new LRUCache<string, readonly Offered[], OrderToPay>({
    max: MAX_CACHED_ORDERS,
    ttl: TTL_MS,
    fetchMethod: (_key, _stale, { context }) => askProviders(store, context),
  })
  return async (orderId) => {
    const order = await orderToPay(store, orderId)
    if (order.missingCents <= 0) return []
    return cache.forceFetch(`${orderId} ${order.missingCents}`, { context: order })
  }
}

type OrderToPay = { missingCents: number; invoices: { provider: string; id: string }[] }

/** With its invoices that accept the missing amount, the newest first. */
async function orderToPay(store: Store, orderId: string): Promise<OrderToPay> {
  const order = await store.db
    .selectFrom('orders')
    .select(['status', 'price_cents', 'received_cents'])
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  const invoices = await store.db
    .selectFrom('invoices')
    .innerJoin('orders', 'orders.id', 'invoices.order_id')
    .select(['invoices.provider', 'invoices.provider_invoice_id as id'])
    .where('invoices.order_id', '=', orderId)
    .where(asksTheRest(store))
    .orderBy('invoices.created_at', 'desc')
    .execute()
  const missingCents = order.status === 'PAID' ? 0 : order.price_cents - order.received_cents
  return { missingCents, invoices }
}

/** If two providers accept a coin: the one that already has an invoice, else the first one in the settings. */
async function askProviders(
  store: Store,
  { missingCents, invoices }: OrderToPay,
): Promise<readonly Offered[]> {
  const signal = providerDeadline()
  const ask = async (provider: PaymentProvider): Promise<Offered[]> => {
    const providerInvoiceId = invoices.find((invoice) => invoice.provider === provider.name)?.id ?? null
    const offers = await provider.listCoins?.({ providerInvoiceId, amountCents: missingCents }, signal)
    return (offers ?? []).map((offer) => ({ ...offer, provider: provider.name }))
  }
  const rank = new Map([...new Set(invoices.map(({ provider }) => provider))].map((name, at) => [name, at]))
  const providers = [...store.providers.values()].sort(
    (a, b) => (rank.get(a.name) ?? rank.size) - (rank.get(b.name) ?? rank.size),
  )
  const answers = await Promise.allSettled(providers.map(ask))
  for (const answer of answers)
    if (answer.status === 'rejected')
      store.log.warn({ err: answer.reason }, 'a provider did not list its coins')
  if (answers.every(({ status }) => status === 'rejected')) throw providerDown()
  const offers = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  return [...new Map(offers.toReversed().map((offer) => [offer.coin, offer])).values()]
}

/** In the page's sequence: the fastest coins first, as measured, then the store's own sequence. */
export function toPaymentCoins(offers: readonly Offered[], waits: Waits): PaymentCoin[] {
  const waitOf = (coin: string) => waits.get(coin) ?? Number.POSITIVE_INFINITY
  return [...offers]
    .sort((a, b) => compare(waitOf(a.coin), waitOf(b.coin)) || coinRank(a.coin) - coinRank(b.coin))
    .map(({ coin, amount, minimumCents, networkFeeCents }) => ({
      coin,
      amount,
      minimum: dollarsOf(minimumCents),
      networkFee: networkFeeCents === null ? null : dollarsOf(networkFeeCents),
      wait: waits.get(coin) ?? null,
    }))
}

/** Infinity minus infinity is NaN. */
const compare = (a: number, b: number): number => (a === b ? 0 : a < b ? -1 : 1)
